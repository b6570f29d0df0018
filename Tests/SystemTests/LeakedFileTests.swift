import Glibc
import TestSupport
import Testing
import WatchwordMessages
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

extension LeakedFile {
  /// Searches for a hash that is no secret, and answers how many times was read, too.
  func look(forHash digits: String) throws -> (finding: LeakFinding, readCount: Int) {
    var page = try SecretBuffer(capacity: Self.pageSize, locking: .ifPossible)
    var readCount = 0
    let finding = finding(onHash: digits.utf8Span.span, reading: &page, readCount: &readCount)
    #expect(page.count == 0)
    return (finding, readCount)
  }

  /// What the list says of a text that is no secret.
  func finding(on text: String) throws -> LeakFinding { try look(forHash: hash.digits(of: text)).finding }
}

extension LeakHash {
  /// The hash of a text that is no secret.
  func digits(of text: String) throws -> String {
    var hasher = try LeakHasher(self, locking: .ifPossible)
    return hasher.withDigits(of: text.utf8Span) { digits in
      String(decoding: digits.indices.map { digits[$0] }, as: UTF8.self)
    }
  }

  /// The lines of a list with `entries`, each ended by `end`.
  func list(
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

  /// The short ones are published in FIPS 180, RFC 3174 and by Microsoft; the others are what openssl makes.
  @Test(arguments: [
    ("abc", "A9993E364706816ABA3E25717850C26C9CD0D89D", "E0FBA38268D0EC66EF1CB452D5885E53"),
    ("", "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709", "31D6CFE0D16AE931B73C59D7E0C089C0"),
    ("password", "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8", "8846F7EAEE8FB117AD06BDD830B7586C"),
    ("Łąka🙂", "1894B4942868E0374BA0D26AF746275CA7ADB5BF", "8534E51C8F3474E715EB8FFCD73C686A"),
    ("a\u{301}", "B525ECA1C706A9E0E11DCA0CCE04B7BF73A31CD6", "93A2757452F3230130145E0FE7052E48"),
    ("\u{FFFF}\u{10000}", "95116219E56F619657F7DADB28D5806DF9860478", "B0F8FC2E7304F55DFA13AEB0A84328E8"),
    (
      String(repeating: "aß漢🙂", count: 99), "AF98AE933BCE59C3C0457CBEF22824CD43D6B690",
      "E046B1B74EC150A89722F1DF99EF285E"
    ),
  ])
  func `H4 a text has the hashes that others make of it`(text: String, sha1: String, ntlm: String) throws {
    #expect(try LeakHash.sha1.digits(of: text) == sha1)
    #expect(try LeakHash.ntlm.digits(of: text) == ntlm)
  }

  @Test(arguments: LeakHash.allCases, [("\n", false), ("\r\n", false), ("\n", true), ("\r\n", true)])
  func `H4 a list is known by its content, and tells how often a password has leaked`(
    hash: LeakHash, form: (end: String, isInLowerCase: Bool)
  ) throws {
    let whole = try hash.list(Self.entries, end: form.end, lowercase: form.isInLowerCase)
    for content in [whole, String(whole.dropLast())] {
      let list = try LeakedFile(path: folder.write(content))
      #expect(list.hash == hash)
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
    let list = try LeakedFile(path: folder.write(LeakHash.ntlm.list(entries)))
    for (text, count) in entries {
      let (finding, readCount) = try list.look(forHash: LeakHash.ntlm.digits(of: text))
      #expect(finding == .leaked(count: count), "\(text)")
      #expect(readCount <= 4, "\(text)")
    }
    for number in 5_000..<7_000 { #expect(try list.finding(on: "text \(number)") == .clear) }
    for digits in [String(repeating: "0", count: 32), String(repeating: "F", count: 32)] {
      #expect(try list.look(forHash: digits).finding == .clear)
    }
  }

  @Test func `H4 a list of one line is enough`() throws {
    let list = try LeakedFile(path: folder.write(LeakHash.sha1.list([("only", 3)], end: "")))
    #expect(try list.finding(on: "only") == .leaked(count: 3))
    #expect(try list.finding(on: "other") == .clear)
  }

  @Test func `H4 a line that is counted 0 times is padding`() throws {
    let list = try LeakedFile(path: folder.write(LeakHash.sha1.list([("padding", 0), ("leaked", 1)])))
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
      ("\(hash):1\n\(hash.prefix(32)):1\n", .noHashes, ""),
    ] as [(String, FileError, String)])
  func `H4 what is no list is refused with the reason`(
    content: String, failure: FileError, text: String
  ) throws {
    #expect(throws: failure) { try LeakedFile(path: folder.write(content)) }
    if !text.isEmpty { #expect(failure.description == text) }
  }

  @Test func `H4 a long list is refused where its start or its end is not in order`() throws {
    let list = try LeakHash.sha1.list((0..<1_000).map { ("text \($0)", 1) })
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
    // Broken off at the end of a line, or in the middle of a count.
    for count in [300, 500, 850] {
      #expect(failure(Array(lines[..<count])) == .endMissing)
      #expect(failure(Array(lines[..<count]), end: "") == .endMissing)
    }
  }

  @Test(arguments: LeakHash.allCases, [("%@.txt", true), ("%@", true), ("%@.txt", false), ("%@", false)])
  func `H4 the folder of the downloader is a list`(hash: LeakHash, name: (form: String, isCapital: Bool))
    throws
  {
    let ranges = FolderOfRanges(folder, hash, form: name.form, isCapital: name.isCapital)
    try ranges.write(Self.entries)
    let list = try LeakedFile(path: folder.path)
    #expect(list.hash == hash)
    for (text, count) in Self.entries {
      #expect(try list.finding(on: text) == .leaked(count: count), "\(text)")
    }
    // The same file, another line.
    for digit in ["0", "F"] {
      let digits =
        try hash.digits(of: "password").prefix(5) + String(repeating: digit, count: hash.digitCount - 5)
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

  @Test func `H4 a folder is refused where its files hold something else`() throws {
    let ranges = FolderOfRanges(folder, .sha1)
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
    let content = try LeakHash.sha1.list(Self.entries)
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
    let path = try folder.write(LeakHash.sha1.list([("old", 1)]))
    let list = try LeakedFile(path: path)
    let other = try folder.write(LeakHash.sha1.list([("new", 2)]), to: "other")
    #expect(unsafe rename(other, path) == 0)
    #expect(try list.finding(on: "old") == .leaked(count: 1))
    #expect(try list.finding(on: "new") == .clear)
  }
}

/// A folder as haveibeenpwned-downloader writes it, with the files that a test asks for.
private struct FolderOfRanges {
  let folder: TemporaryFolder
  let hash: LeakHash
  let form: String
  let isCapital: Bool

  init(_ folder: TemporaryFolder, _ hash: LeakHash, form: String = "%@.txt", isCapital: Bool = true) {
    (self.folder, self.hash, self.form, self.isCapital) = (folder, hash, form, isCapital)
  }

  /// Writes the files of `entries`, the first and the last. As in the answers of the service, the last line has no end.
  func write(_ entries: [(text: String, count: Int)]) throws {
    let rest = hash.digitCount - 5
    let (low, high) = (
      "\(String(repeating: "0", count: rest - 1))1:1", "\(String(repeating: "F", count: rest - 1))E:2"
    )
    for name in ["00000", "FFFFF"] { write(low + "\r\n" + high, to: name) }
    for (text, count) in entries {
      let digits = try hash.digits(of: text)
      write("\(low)\r\n\(digits.dropFirst(5)):\(count)\r\n\(high)", to: String(digits.prefix(5)))
    }
  }

  private func write(_ content: String, to range: String) { _ = folder.write(content, to: name(of: range)) }

  private func name(of range: String) -> String {
    (isCapital ? range : range.lowercased()) + form.dropFirst(2)
  }

  func path(of text: String) throws -> String {
    try folder.path + "/" + name(of: String(hash.digits(of: text).prefix(5)))
  }
}
