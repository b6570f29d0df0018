import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordSecrets
import WatchwordSystem

/// What a reader made of a line. The text is no secret.
private enum Found: Equatable {
  case text(String)
  case notText
  case tooLong
}

@Suite struct `Lines of secrets` {
  /// Reads everything from `descriptor`.
  private func lines(
    of descriptor: Int32, separator: SecretLines.Separator = .newline, limit: Int = 8
  ) throws -> [Found] {
    var lines = try SecretLines(
      descriptor: descriptor, separator: separator, limit: limit, locking: .ifPossible)
    var found: [Found] = []
    while try lines.advance() {
      #expect(lines.firstNumber == found.count + 1)
      for index in 0..<lines.count {
        lines.withLine(index) { line in
          if line.count > limit {
            found.append(.tooLong)
          } else if let text = try? UTF8Span(validating: line) {
            found.append(.text(String(copying: text)))
          } else {
            found.append(.notText)
          }
        }
      }
    }
    let hasMore = try lines.advance()
    #expect(!hasMore)
    return found
  }

  /// Reads everything from a file with `text`.
  private func lines(of text: String, limit: Int = 8) throws -> [Found] {
    let file = try TemporaryFile(text)
    let descriptor = unsafe open(file.path, O_RDONLY)
    defer { close(descriptor) }
    return try lines(of: descriptor, limit: limit)
  }

  /// Reads `bytes` all at once and one by one, and returns the result if both agree.
  private func lines(of bytes: [UInt8], separator: SecretLines.Separator = .newline) throws -> [Found] {
    let found = try Pipe(bytes.isEmpty ? [] : [bytes]).read { try lines(of: $0, separator: separator) }
    #expect(try Pipe(bytes.map { [$0] }).read { try lines(of: $0, separator: separator) } == found)
    return found
  }

  @Test(
    arguments: [
      ("", []), ("\n", [.text("")]), ("a", [.text("a")]), ("a\n", [.text("a")]),
      ("a\nb", [.text("a"), .text("b")]), ("\n\na\n\n", [.text(""), .text(""), .text("a"), .text("")]),
      ("a\r\nb\r\n", [.text("a\r"), .text("b\r")]), ("a\rb\n", [.text("a\rb")]), ("a\0b\n", [.text("a\0b")]),
      ("é漢😀", [.tooLong]), ("é漢\n😀😀\n", [.text("é漢"), .text("😀😀")]),
      ("12345678\n123456789\n1", [.text("12345678"), .tooLong, .text("1")]), ("123456789", [.tooLong]),
      ("123456789\n", [.tooLong]), ("\u{FEFF}a", [.text("\u{FEFF}a")]),
    ] as [(String, [Found])])
  private func `a line ends with LF or with the input`(input: String, found: [Found]) throws {
    #expect(try lines(of: Array(input.utf8)) == found)
  }

  @Test(
    arguments: [
      ("", []), ("\0", [.text("")]), ("a\n\0b", [.text("a\n"), .text("b")]),
      ("a\0\0b\0", [.text("a"), .text(""), .text("b")]),
    ] as [(String, [Found])])
  private func `a line can end with NUL instead`(input: String, found: [Found]) throws {
    #expect(try lines(of: Array(input.utf8), separator: .nul) == found)
  }

  @Test(
    arguments: [
      [0xFF], [0x80], [0xC3], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF8, 0x88, 0x80, 0x80, 0x80], [0x61, 0xE2, 0x82], [0xE2, 0x61],
    ] as [[UInt8]])
  func `a line that is not UTF-8 is told of, and the next one is read`(bytes: [UInt8]) throws {
    #expect(
      try lines(of: Array("a\n".utf8) + bytes + Array("\nb".utf8)) == [.text("a"), .notText, .text("b")])
    #expect(try lines(of: bytes) == [.notText])
  }

  @Test func `lines of every length come whole, wherever the reads cut them`() throws {
    let texts = (0..<400).map { String(repeating: "é", count: $0) + "#" }
    let found = try lines(of: texts.map { $0 + "\n" }.joined(), limit: 1_000)
    #expect(found == texts.map { .text($0) })
  }

  @Test func `where a descriptor does not block it is waited for`() async throws {
    let pipe = Pipe()
    #expect(fcntl(pipe.reading, F_SETFL, O_NONBLOCK) == 0)
    let reader = Task.detached { try self.lines(of: pipe.reading) }
    pipe.write("a\nb")
    pipe.closeWriting()
    #expect(try await reader.value == [.text("a"), .text("b")])
  }

  @Test func `a block is the whole lines that are there, and nothing more is waited for`() throws {
    let pipe = Pipe()
    pipe.write("a\nb\nc")
    var lines = try SecretLines(descriptor: pipe.reading, locking: .ifPossible)
    var hasBlock = try lines.advance()
    #expect(hasBlock && lines.firstNumber == 1 && lines.count == 2)
    pipe.closeWriting()
    hasBlock = try lines.advance()
    #expect(hasBlock && lines.firstNumber == 3 && lines.count == 1)
  }

  @Test func `a block has at most 256 lines`() throws {
    let file = try TemporaryFile(String(repeating: "x\n", count: 700))
    let descriptor = unsafe open(file.path, O_RDONLY)
    defer { close(descriptor) }
    var lines = try SecretLines(descriptor: descriptor, locking: .ifPossible)
    var counts: [Int] = []
    while try lines.advance() { counts.append(lines.count) }
    #expect(counts == [256, 256, 188])
  }

  @Test func `what cannot be read is an error, and then the end`() throws {
    let descriptor = unsafe open("/", O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    var lines = try SecretLines(descriptor: descriptor, locking: .ifPossible)
    #expect(throws: SystemError(number: EISDIR)) { try lines.advance() }
    let hasMore = try lines.advance()
    #expect(!hasMore)
  }
}
