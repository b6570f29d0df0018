import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

extension LeakedFile {
  /// Searches for a hash that is no secret. Returns the number of reads, too.
  func look(forHash digits: String) throws -> (finding: LeakFinding, readCount: Int) {
    var page = try SecretBuffer(capacity: Self.pageSize, locking: .ifPossible)
    var readCount = 0
    let finding = finding(onHash: digits.utf8Span.span, reading: &page, readCount: &readCount)
    #expect(page.count == 0)
    return (finding, readCount)
  }

  /// What the list says of a text that is no secret.
  func finding(on text: String) throws -> LeakFinding {
    try look(forHash: LeakHasher.digits(of: text)).finding
  }
}

extension LeakHasher {
  /// The hash of a text that is no secret.
  static func digits(of text: String) throws -> String {
    var hasher = try LeakHasher(locking: .ifPossible)
    return hasher.withDigits(of: text.utf8Span) { digits in
      String(decoding: digits.indices.map { digits[$0] }, as: UTF8.self)
    }
  }

  /// The lines of a list with `entries`, each ended by `end`.
  static func list(
    _ entries: [(text: String, count: Int)], end: String = "\n", lowercase: Bool = false
  ) throws -> String {
    let lines = try entries.map { "\(try digits(of: $0.text)):\($0.count)" }.sorted()
    return lines.map { (lowercase ? $0.lowercased() : $0) + end }.joined()
  }
}

@Suite struct `Leaked file` {
  let folder = TemporaryFolder()

  static let entries = [
    ("password", 9_545_824), ("letmein", 1), ("łąka", 7), ("漢字", 12), ("🙂🙃", 3), ("", 86),
    ("correct horse battery staple", 216), ("Tr0ub4dor&3", 999_999_999_999_999_999),
  ]

  /// The short ones are published in FIPS 180, RFC 3174 and by Microsoft; the others come from openssl.
  @Test(arguments: [
    ("abc", "A9993E364706816ABA3E25717850C26C9CD0D89D"),
    ("", "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709"),
    ("password", "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8"),
    ("Łąka🙂", "1894B4942868E0374BA0D26AF746275CA7ADB5BF"),
    ("a\u{301}", "B525ECA1C706A9E0E11DCA0CCE04B7BF73A31CD6"),
    ("\u{FFFF}\u{10000}", "95116219E56F619657F7DADB28D5806DF9860478"),
    (String(repeating: "aß漢🙂", count: 99), "AF98AE933BCE59C3C0457CBEF22824CD43D6B690"),
  ])
  func `H4 a text has the hash that others make of it`(text: String, sha1: String) throws {
    #expect(try LeakHasher.digits(of: text) == sha1)
  }

  @Test(arguments: [("\n", false), ("\r\n", false), ("\n", true), ("\r\n", true)])
  func `H4 a list tells how often a password has leaked`(end: String, isInLowerCase: Bool) throws {
    let whole = try LeakHasher.list(Self.entries, end: end, lowercase: isInLowerCase)
    for content in [whole, String(whole.dropLast())] {
      let list = try LeakedFile(path: folder.write(content))
      for (text, count) in Self.entries {
        #expect(try list.finding(on: text) == .leaked(count: count), "\(text)")
      }
      for text in ["Password", "passwor", "password1", "łaka", "🙂"] {
        #expect(try list.finding(on: text) == .clear, "\(text)")
      }
    }
  }

  @Test func `H4 every line of a list of many pages is found, and nothing between them`() throws {
    let entries = (0..<5_000).map { ("text \($0)", $0 % 7 == 0 ? 123_456 * $0 + 1 : 1 + $0 % 7) }
    let list = try LeakedFile(path: folder.write(LeakHasher.list(entries)))
    for (text, count) in entries {
      let (finding, readCount) = try list.look(forHash: LeakHasher.digits(of: text))
      #expect(finding == .leaked(count: count), "\(text)")
      #expect(readCount <= 4, "\(text)")
    }
    for number in 5_000..<7_000 { #expect(try list.finding(on: "text \(number)") == .clear) }
    for digits in [String(repeating: "0", count: 40), String(repeating: "F", count: 40)] {
      #expect(try list.look(forHash: digits).finding == .clear)
    }
  }

  @Test func `H4 a line that is counted 0 times is padding`() throws {
    let list = try LeakedFile(path: folder.write(LeakHasher.list([("padding", 0), ("leaked", 1)])))
    #expect(try list.finding(on: "padding") == .clear)
    #expect(try list.finding(on: "leaked") == .leaked(count: 1))
  }

  static let hash = String(repeating: "0123456789", count: 4)

  @Test(
    arguments: [
      ("", .empty, "Empty"), ("\n", .noHashes, "Not a list of hashes and counts"),
      ("password\n", .noHashes, ""),
      (hash, .noHashes, ""), ("\(hash)\n", .noHashes, ""), ("\(hash):\n", .noHashes, ""),
      ("\(hash):", .cut, "Cut off in the middle of a line"), ("\(hash):1\r", .cut, ""),
      ("\(hash):1\n\(hash.dropLast(3))", .cut, ""), ("\(hash):1\n\(hash):", .cut, ""),
      ("\(hash):x\n", .noHashes, ""), ("\(hash):-1\n", .noHashes, ""), ("\(hash): 1\n", .noHashes, ""),
      ("\(hash):1 \n", .noHashes, ""), ("\(hash);1\n", .noHashes, ""), ("\(hash)0:1\n", .noHashes, ""),
      ("\(hash.dropLast()):1\n", .noHashes, ""), ("\(hash.dropLast())g:1\n", .noHashes, ""),
      ("\u{FEFF}\(hash):1\n", .noHashes, ""), ("\(hash):1\n\n\(hash):1\n", .noHashes, ""),
      ("\(hash):1\n\n", .noHashes, ""), ("\(hash):1234567890123456789\n", .noHashes, ""),
      ("1\(hash.dropFirst()):1\n\(hash):1\n", .notSorted, "Not ordered by hash"),
      ("\(hash):1\n\(hash.prefix(32)):1\n", .noHashes, ""), ("\(hash.prefix(32)):1\n", .noHashes, ""),
    ] as [(String, FileError, String)])
  func `H4 anything but a list is refused with the reason`(
    content: String, failure: FileError, text: String
  ) throws {
    #expect(throws: failure) { try LeakedFile(path: folder.write(content)) }
    if !text.isEmpty { #expect(failure.description == text) }
  }

  @Test func `H4 a long list is refused where its start or its end is not in order`() throws {
    let list = try LeakHasher.list((0..<1_000).map { ("text \($0)", 1) })
    let lines = list.split(separator: "\n").map(String.init)
    func failure(_ lines: [String], end: String = "\n") -> FileError? {
      do throws(FileError) {
        _ = try LeakedFile(path: folder.write(lines.joined(separator: "\n") + end))
        return nil
      } catch {
        return error
      }
    }
    #expect(failure(lines) == nil)
    #expect(failure(lines.reversed()) == .notSorted)
    #expect(failure([lines[1], lines[0]] + lines[2...]) == .notSorted)
    #expect(failure(lines[..<998] + [lines[999], lines[998]]) == .notSorted)
    #expect(failure(Array(lines[500...]) + lines[..<500]) == .notSorted)
    #expect(failure(lines + [String(lines[0].dropLast(9))], end: "") == .cut)
    #expect(failure(lines + [String(lines[0].dropLast(1))], end: "") == .cut)
    #expect(failure(lines + ["\u{0}"]) == .noHashes)
    #expect(failure(Array(lines[..<990])) == nil)
    // Cut at the end of a line, or in the middle of a count.
    for count in [300, 500, 850] {
      #expect(failure(Array(lines[..<count])) == .endMissing)
      #expect(failure(Array(lines[..<count]), end: "") == .endMissing)
    }
  }

  @Test(arguments: [("%@.txt", true), ("%@", true), ("%@.txt", false), ("%@", false)])
  func `H4 the folder of the downloader is a list`(form: String, isCapital: Bool) throws {
    let ranges = FolderOfRanges(folder, form: form, isCapital: isCapital)
    try ranges.write(Self.entries)
    let list = try LeakedFile(path: folder.path)
    for (text, count) in Self.entries {
      #expect(try list.finding(on: text) == .leaked(count: count), "\(text)")
    }
    // The same file, another line.
    for digit in ["0", "F"] {
      let digits = try LeakHasher.digits(of: "password").prefix(5) + String(repeating: digit, count: 35)
      #expect(try list.look(forHash: String(digits)).finding == .clear)
    }
    // A list that lacks a file is not whole.
    #expect(try list.finding(on: "no such range") == .unreadable)
    #expect(try unsafe truncate(ranges.path(of: "password"), 0) == 0)
    #expect(try list.finding(on: "password") == .unreadable)
    let path = try ranges.path(of: "letmein")
    #expect(unsafe unlink(path) == 0 && mkfifo(path, 0o600) == 0)
    #expect(try list.finding(on: "letmein") == .unreadable)
  }

  @Test(arguments: [(897, true), (846, true), (500, false), (346, false), (5, false), (1, false)])
  func `H4 a file of a folder that ends early, at the end of a line, cannot be read`(
    lineCount: Int, isWhole: Bool
  ) throws {
    func lines(_ count: Int) -> String {
      let rest = String(repeating: "7", count: LeakHasher.digitCount - 21)
      return (0..<count).map { number in
        let start = String(UInt64(number + 1) * (.max / 901), radix: 16, uppercase: true)
        return String(repeating: "0", count: 16 - start.count) + start + rest + ":3\r\n"
      }.joined()
    }
    let prefix = String(try LeakHasher.digits(of: "password").prefix(5))
    for (name, count) in [("00000", 900), (prefix, lineCount), ("FFFFF", 900)] {
      _ = folder.write(lines(count), to: name + ".txt")
    }
    let list = try LeakedFile(path: folder.path)
    #expect(try list.finding(on: "password") == (isWhole ? .clear : .unreadable))
    // A line that is there is no more certain: its count may have been cut off as well.
    let first = try prefix + #require(lines(1).split(separator: ":").first)
    #expect(try list.look(forHash: first).finding == (isWhole ? .leaked(count: 3) : .unreadable))
  }

  @Test(arguments: [(850, true), (500, false)])
  func `H4 a file of a folder without its first lines cannot be read where a line would have stood`(
    lineCount: Int, isWhole: Bool
  ) throws {
    func lines(_ range: Range<Int>) -> String {
      let rest = String(repeating: "7", count: LeakHasher.digitCount - 21)
      return range.map { number in
        let start = String(UInt64(number + 1) * (.max / 901), radix: 16, uppercase: true)
        return String(repeating: "0", count: 16 - start.count) + start + rest + ":3\r\n"
      }.joined()
    }
    for name in ["00000", "FFFFF"] { _ = folder.write(lines(0..<900), to: name + ".txt") }
    _ = folder.write(lines(900 - lineCount..<900), to: "12345.txt")
    let found = try LeakedFile(path: folder.path).look(forHash: "123450001".padded()).finding
    #expect(found == (isWhole ? .clear : .unreadable))
  }

  @Test
  func `H4 a list without a line for a five-digit start, between starts with 24 lines or more, is damaged`()
    throws
  {
    /// The finding for a hash with the start 80000, if the starts around it have these numbers of lines.
    func finding(_ counts: [(prefix: Int, lines: Int)], _ digits: String = "80000") throws -> LeakFinding {
      let all: [(prefix: Int, lines: Int)] = [(0, 700)] + counts
      let lines = all.flatMap { prefix, count in
        (0..<count).map { number in
          let digits =
            ("\(String(prefix | 1 << 20, radix: 16).dropFirst())"
              + String(UInt64(number) * (.max / UInt64(count)), radix: 16))
          return digits.padded().uppercased() + ":\(number % 90)\n"
        }.sorted()
      }
      let list = try LeakedFile(path: folder.write(lines.joined()))
      return try list.look(forHash: digits.padded()).finding
    }
    let end = (0xFFFFF, 700)
    for (before, after, isDamaged) in [
      (24, 24, true), (700, 24, true), (24, 700, true), (23, 24, false), (24, 23, false), (700, 0, false),
    ] {
      let found = try finding([(0x7FFFF, before), (0x80001, after), end])
      #expect(found == (isDamaged ? .unreadable : .clear), "\(before) \(after)")
    }
    #expect(try finding([(0x7FFFF, 30), (0x80000, 1), (0x80001, 30), end], "80000F") == .clear)
    // Up to 255 starts in a row.
    #expect(try finding([(0x7FFFF, 30), (0x800FF, 30), end]) == .unreadable)
    #expect(try finding([(0x7FFFF, 30), (0x80100, 30), end]) == .clear)
    #expect(try finding([(0x80001, 30), end]) == .clear)
  }

  @Test func `H4 a folder is refused where its files hold something else`() throws {
    let ranges = FolderOfRanges(folder)
    try ranges.write([])
    _ = folder.write("\(Self.hash):1\n", to: "FFFFF.txt")
    #expect(throws: FileError.noHashes) { try LeakedFile(path: folder.path) }
    _ = folder.write("", to: "FFFFF.txt")
    #expect(throws: FileError.empty) { try LeakedFile(path: folder.path) }
    try ranges.write([])
    #expect(unsafe unlink(folder.path + "/00000.txt") == 0)
    #expect(throws: FileError.noRanges) { try LeakedFile(path: folder.path) }
  }

  @Test func `H4 a list that has another size than when it was opened cannot be read`() throws {
    let content = try LeakHasher.list(Self.entries)
    let path = folder.write(content)
    let list = try LeakedFile(path: path)
    for size in [content.utf8.count - 1, 10, 0, content.utf8.count + 1] {
      #expect(unsafe truncate(path, off_t(size)) == 0)
      #expect(try list.finding(on: "password") == .unreadable)
      #expect(try list.finding(on: "other") == .unreadable)
    }
    _ = folder.write(content)
    #expect(try list.finding(on: "password") == .leaked(count: 9_545_824))
  }

  @Test func `H4 a list that is replaced while in use stays the list that was opened`() throws {
    let path = try folder.write(LeakHasher.list([("old", 1)]))
    let list = try LeakedFile(path: path)
    let other = try folder.write(LeakHasher.list([("new", 2)]), to: "other")
    #expect(unsafe rename(other, path) == 0)
    #expect(try list.finding(on: "old") == .leaked(count: 1))
    #expect(try list.finding(on: "new") == .clear)
  }
}

extension String {
  /// The digits, padded with zeros.
  fileprivate func padded() -> String {
    String(prefix(LeakHasher.digitCount))
      + String(repeating: "0", count: max(0, LeakHasher.digitCount - count))
  }
}

/// A folder as haveibeenpwned-downloader writes it, with the files that a test asks for.
private struct FolderOfRanges {
  let folder: TemporaryFolder
  let form: String
  let isCapital: Bool

  init(_ folder: TemporaryFolder, form: String = "%@.txt", isCapital: Bool = true) {
    (self.folder, self.form, self.isCapital) = (folder, form, isCapital)
  }

  /// Writes the files of `entries`, the first and the last. As in the service's answers, the last line has no end.
  func write(_ entries: [(text: String, count: Int)]) throws {
    let rest = LeakHasher.digitCount - 5
    let (low, high) = (
      "\(String(repeating: "0", count: rest - 1))1:1", "\(String(repeating: "F", count: rest - 1))E:2"
    )
    for name in ["00000", "FFFFF"] { write(low + "\r\n" + high, to: name) }
    for (text, count) in entries {
      let digits = try LeakHasher.digits(of: text)
      write("\(low)\r\n\(digits.dropFirst(5)):\(count)\r\n\(high)", to: String(digits.prefix(5)))
    }
  }

  private func write(_ content: String, to range: String) { _ = folder.write(content, to: name(of: range)) }

  private func name(of range: String) -> String {
    (isCapital ? range : range.lowercased()) + form.dropFirst(2)
  }

  func path(of text: String) throws -> String {
    try folder.path + "/" + name(of: String(LeakHasher.digits(of: text).prefix(5)))
  }
}
