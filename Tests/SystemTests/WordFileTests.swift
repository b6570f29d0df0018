import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

extension WordFile {
  /// Looks up a text that is no secret.
  func contains(_ text: String) -> Bool { contains(text.utf8Span) }

  /// Looks up each text in the whole list.
  func found(_ texts: [String]) -> [String] {
    finish()
    return texts.filter(contains)
  }
}

@Suite struct `Word file` {
  let folder = TemporaryFolder()

  /// The content of a file, the words found in it, and texts that are not.
  static let files: [(content: String, words: [String], others: [String])] = [
    ("zebra\napple\nmango\n", ["zebra", "apple", "mango"], ["zebr", "zebraa", "pple", "zebra\n", ""]),
    ("one\r\ntwo\r\nthree", ["one", "two", "three"], ["one\r", "two\r\n"]),
    ("no final newline", ["no final newline"], ["no final"]),
    ("", [], ["", "a", "\n"]),
    ("\n\n\r\n\n", [], ["", "\n", "\r"]),
    ("a\rb\nc\r\r\n", ["a\rb", "c\r"], ["a", "b", "c"]),
    ("don't\npassword's", ["don't", "DON'T", "password's"], ["dont", "don’t"]),
    (
      "Straße\nÉcole\nΛόγος\nДОМ\n漢字\nnaïve",
      [
        "straße", "STRASSE", "strasse", "école", "ÉCOLE", "λόγος", "ΛΌΓΟΣ", "дом", "漢字", "NAÏVE",
      ], ["ecole", "naive", "漢"]
    ),
    ("\u{FEFF}first\n\u{FEFF}second", ["first", "\u{FEFF}second"], ["second", "\u{FEFF}first"]),
    ("twice\nTwice\ntwice\n", ["twice", "TWICE"], ["twicetwice"]),
    (" spaced \n", [" spaced "], ["spaced"]),
  ]

  @Test(arguments: files, [1, 2, 3, 65_536])
  func `words are found whatever the file looks like and however it is sliced`(
    file: (content: String, words: [String], others: [String]), slice: Int
  ) throws {
    let list = try WordFile(path: folder.write(file.content))
    while !list.index(slice: slice) {}
    #expect(list.found(file.words) == file.words)
    #expect(list.found(file.others) == [])
  }

  @Test func `B6 the word list of the length meter ignores case, in the file and in the text`() throws {
    let list = try WordFile(path: folder.write("wAtChWoRd\nÜBER\n"))
    #expect(list.found(["watchword", "WATCHWORD", "Watchword", "über", "Über", "uber"]).count == 5)
  }

  @Test(
    arguments: [
      ("\u{E9}t\u{E9}", "e\u{301}te\u{301}", true), ("\u{1E69}", "s\u{307}\u{323}", true),
      ("s\u{323}\u{307}", "S\u{307}\u{323}", true),
      ("\u{D55C}\u{AE00}", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", true),
      ("\u{390}", "\u{399}\u{308}\u{301}", true), ("\u{1F82}", "\u{1F02}\u{399}", true),
      ("\u{130}", "i\u{307}", true), ("istanbul-Köprü-77", "İSTANBUL-KÖPRÜ-77", true),
      ("ısırgan-77", "ISIRGAN-77", true), ("İzmir", "izmir", true), ("i\u{301}\u{307}", "i\u{301}", true),
      ("z\u{307}", "z", false), ("\u{212B}ngstr\u{F6}m", "a\u{30A}NGSTRO\u{308}M", true),
      ("\u{FB01}n", "FIN", true), ("ad\u{2003}a", "AD A", true), ("a\u{A0}b", "a\u{3000}b", true),
      ("e\u{301}e", "ee\u{301}", false), ("\u{E9}", "e", false), ("\u{E9}", "\u{E8}", false),
      ("e\u{301}\u{301}", "e\u{301}", false), ("ada", "ad a", false), ("\u{301}", "", false),
      ("\u{2460}", "1", false),
    ])
  func `words are the same in every normal form, and with any space`(
    _ word: String, _ text: String, isSame: Bool
  ) throws {
    for (word, text) in [(word, text), (text, word)] {
      let list = try WordFile(path: folder.write("first\n\(word)\r\nlast"))
      #expect(list.found([text]).isEmpty == !isSame, "\(word) \(text)")
      #expect(list.found(["first", "last"]).count == 2)
    }
  }

  @Test func `words shorter than asked for are left out`() throws {
    let list = try WordFile(path: folder.write("ninechars\nten-chars!\nstraßenba\n"), minimumCount: 10)
    #expect(list.found(["ninechars", "ten-chars!", "strassenba"]) == ["ten-chars!", "strassenba"])
  }

  /// The error for the third line of a list, the same in each way of reading, and the words before it.
  private func failure(_ line: [UInt8]) throws -> (failure: FileError?, words: [String]) {
    let lines = [Array("before".utf8), Array("łąka".utf8), line, Array("after".utf8)]
    let path = folder.write(Array(lines.joined(separator: [0x0A])), to: "words")
    let lists = try [1, 65_536].map { slice in
      let list = try WordFile(path: path)
      while !list.index(slice: slice) {}
      return list
    }
    for list in lists {
      #expect(list.failure == lists[0].failure && list.lacksWords == (list.failure != nil))
    }
    let drawn = #expect(throws: FileError.self) { try PlainWords(path: path) }
    #expect(drawn == lists[0].failure)
    return (lists[1].failure, lists[1].found(["before", "łąka", "after", "in", "out", "in/", "A"]))
  }

  @Test(
    arguments: [
      ([0xFF], .latin1), ([0xC3], .latin1), ([0xC3, 0x28], .latin1), ([0xC0, 0xAF], .latin1),
      ([0xE9, 0x74, 0xE9], .latin1), ([0xE0, 0x80, 0xAF], .unknown), ([0xED, 0xA0, 0x80], .unknown),
      ([0xF4, 0x90, 0x80, 0x80], .unknown), ([0xF8, 0x88, 0x80, 0x80, 0x80], .unknown), ([0x80], .unknown),
      ([0xE2, 0x82], .unknown), ([0xE2, 0x82, 0xC3, 0xA9], .unknown), ([0x00], .hasNUL),
      ([0xC3, 0xA9, 0x00, 0x41], .hasNUL), ([0xFE, 0x41], .latin1),
    ] as [([UInt8], FileError.Encoding)])
  func `a list ends with a line that is not UTF-8 or has a NUL`(
    invalid: [UInt8], encoding: FileError.Encoding
  )
    throws
  {
    for line in [
      Array("in".utf8) + invalid, invalid + Array("out".utf8), Array("inside".utf8) + invalid + [0x0D],
    ] {
      let (failure, words) = try failure(line)
      #expect(failure == .notUTF8(line: 3, encoding) && words == ["before", "łąka"], "\(line)")
    }
  }

  @Test func `a list that is cut off inside a character is not taken for Latin-1`() throws {
    let list = try WordFile(path: folder.write(Array("łąka\ncaf".utf8) + [0xC3], to: "words"))
    list.finish()
    #expect(list.failure == .notUTF8(line: 2, .unknown))
  }

  @Test func `a NUL is seen in a line that is too long to be a word`() throws {
    let words = (0..<9_000).map { "word\($0)" }.joined(separator: "\0")
    #expect(try failure(Array(words.utf8)).failure == .notUTF8(line: 3, .hasNUL))
  }

  @Test(arguments: [true, false], [true, false])
  func `a list in UTF-16 is known by its first line`(isBig: Bool, hasMark: Bool) throws {
    let units = (hasMark ? "\u{FEFF}" : "") + "password\nletmein\n"
    let bytes = units.utf16.flatMap { unit in
      isBig ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    let list = try WordFile(path: folder.write(bytes, to: "words"))
    list.finish()
    #expect(list.failure == .notUTF8(line: 1, .utf16))
  }

  @Test func `a line of a megabyte is passed over, and harms no other`() throws {
    let long = String(repeating: "abcdefgh", count: 131_072)
    let list = try WordFile(path: folder.write("first\n\(long)\nlast\n\(long)"))
    #expect(list.found(["first", "last", long, ""]) == ["first", "last"])
  }

  @Test func `the longest password is found, however many bytes it takes in the list`() throws {
    for (typed, listed) in [
      ("\u{390}", "\u{1FBE}\u{308}\u{301}"), ("k", "\u{212A}"), ("\u{1F82}", "\u{1F02}\u{399}"),
    ] {
      let count = SecretText.defaultCapacity / typed.utf8.count
      let line = String(repeating: listed, count: count)
      let list = try WordFile(path: folder.write("first\n\(line)\r\nlast"))
      #expect(list.found([String(repeating: typed, count: count)]).count == 1, "\(typed)")
    }
  }

  @Test func `opening reads nothing, and a finished list lets go of the file`() throws {
    let path = folder.write("word\n")
    let list = try WordFile(path: path)
    #expect(!list.isFinished)
    #expect(list.index())
    #expect(list.isFinished)
    #expect(list.index())
    _ = folder.write("other\n")
    #expect(list.found(["word", "other"]) == ["word"])
  }

  @Test func `a list that is truncated while in use holds what was read until then`() throws {
    let lines = (0..<20_000).map { "word number \($0)" }
    let path = folder.write(lines.joined(separator: "\n"))
    let list = try WordFile(path: path)
    list.index(slice: 1_000)
    #expect(unsafe truncate(path, 10) == 0)
    #expect(list.found([lines[0], lines[19_999]]) == [lines[0]])
    #expect(list.isFinished && list.failure == nil)
  }

  @Test func `a list that is replaced while in use stays the list that was opened`() throws {
    let path = folder.write("old word\nolder word\n")
    let list = try WordFile(path: path)
    list.index(slice: 3)
    let other = folder.write("new word\nolder words\n", to: "other")
    #expect(unsafe rename(other, path) == 0)
    #expect(list.found(["old word", "older word", "new word", "older words"]) == ["old word", "older word"])
  }

  @Test func `a list is read to where it ends when reading gets there`() throws {
    let path = folder.write("first\n")
    let list = try WordFile(path: path)
    list.index(slice: 6)
    let descriptor = unsafe open(path, O_WRONLY | O_APPEND)
    let more = Array("second\n".utf8)
    #expect(unsafe write(descriptor, more, more.count) == more.count)
    close(descriptor)
    #expect(list.found(["first", "second"]) == ["first", "second"])
  }

  @Test(arguments: [(1, 16_384), (2, 1_000)])
  func `all words are found in a list that grows to many times its size`(times: Int, slice: Int) throws {
    let path = folder.write("first\n")
    let list = try WordFile(path: path, countsInside: true)
    let words = (0..<24_000).map { "grown\($0)" }
    let more = String(repeating: words.map { $0 + "\n" }.joined(), count: times)
    _ = folder.write("first\n" + more)
    while !list.index(slice: slice) {}
    #expect(list.contains("first") && words.allSatisfy(list.contains))
    #expect(!(0..<1_000).contains { list.contains("other\($0)") })
    let inner = try #require(list.innerWords)
    #expect(inner.bits == log2(Double(1 + times * words.count)))
  }

  /// A list that can be read for `count` bytes, and then fails with `error`.
  private func list(_ content: String, failingAfter count: Int, with error: Int32) throws -> WordFile {
    try unsafe WordFile(path: folder.write(content), limit: .max) { descriptor, buffer, offset in
      errno = error
      let most = min(buffer.count, count - offset)
      return most > 0 ? unsafe pread(descriptor, buffer.baseAddress, most, off_t(offset)) : -1
    }
  }

  @Test func `an error in the middle of a list is kept, and half a line is no word`() throws {
    let list = try list("first\nsecond\nthird\n", failingAfter: 9, with: EIO)
    #expect(!list.lacksWords && list.failure == nil)
    #expect(list.found(["first", "sec", "second", "third"]) == ["first"])
    #expect(list.failure == .system(SystemError(number: EIO)))
    #expect(list.lacksWords && list.isFinished)
    #expect(list.index())
  }

  @Test func `a read that a signal breaks off is made once more`() throws {
    var isBroken = false
    let list = try unsafe WordFile(path: folder.write("one\ntwo\n"), limit: .max) {
      descriptor, buffer, offset in
      isBroken.toggle()
      errno = EINTR
      return isBroken ? -1 : unsafe pread(descriptor, buffer.baseAddress, min(3, buffer.count), off_t(offset))
    }
    #expect(list.found(["one", "two"]) == ["one", "two"])
    #expect(list.failure == nil)
  }

  @Test func `a list beyond the limit is refused, also where it says nothing of its size`() throws {
    let large = folder.write("")
    #expect(unsafe truncate(large, off_t(WordFile.sizeLimit)) == 0)
    #expect(throws: Never.self) { try WordFile(path: large) }
    #expect(unsafe truncate(large, off_t(WordFile.sizeLimit + 1)) == 0)
    let failure = FileError.tooLarge(limit: 256 << 20)
    #expect(throws: failure) { try WordFile(path: large) }
    #expect(failure.description == "Larger than the limit of 256 MiB")
    // As with a file of /proc, or one that grows.
    let silent = try unsafe WordFile(path: folder.write(""), limit: 10) { _, buffer, _ in
      unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0x61)
      return 4
    }
    #expect(silent.index())
    #expect(silent.failure == .tooLarge(limit: 10))
  }

  @Test func `a look-up does not read`() throws {
    let list = try WordFile(path: folder.write("first\nsecond\n"))
    #expect(!list.contains("first"))
    list.index(slice: 6)
    #expect(list.contains("first") && !list.contains("second"))
    #expect(!list.isFinished)
  }

  @Test(arguments: [1, 1_500, 16_384])
  func `a list agrees with a plain scan, however it is sliced`(slice: Int) throws {
    var random = SeededGenerator(seed: 0x5EED + UInt64(slice))
    let words = (0..<8_000).map { _ in random.word(of: 1...12) }
    let lowered = Set(words.map { $0.lowercased() })
    let list = try WordFile(path: folder.write(words.shuffled(using: &random).joined(separator: "\n")))
    while !list.index(slice: slice) {}
    var wrong: [String] = []
    for _ in 0..<5_000 {
      var text = random.word(of: 1...12)
      if Bool.random(using: &random), let known = words.randomElement(using: &random) {
        text = known.uppercased()
      }
      if list.contains(text) != lowered.contains(text.lowercased()) { wrong.append(text) }
    }
    #expect(wrong == [])
  }
}

extension SeededGenerator {
  /// A word of few different letters, so that words repeat.
  fileprivate mutating func word(of counts: ClosedRange<Int>) -> String {
    let letters = Array("abAB'éÉ漢ж")
    return String(
      (0..<Int.random(in: counts, using: &self)).compactMap { _ in letters.randomElement(using: &self) })
  }
}
