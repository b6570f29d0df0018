import Glibc
import Secrets
import Strength
import System
import Testing
import Watchword

@testable import WatchwordCLI

struct AnswerFormatTests {
  /// What `format` writes, through a pipe.
  private func written(_ format: AnswerFormat, _ password: String, level: Level = .strong) throws -> String {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    try write(format, password, level, to: ends[1])
    close(ends[1])
    defer { close(ends[0]) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(ends[0], &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private func write(
    _ format: AnswerFormat, _ password: String, _ level: Level, to descriptor: Int32
  ) throws(AnswerFormat.Failure) {
    try format.write(1, to: Output(descriptor: descriptor)) { (format) throws(AnswerFailure) in
      do throws(ResultText.Failure) {
        return try format.encode(names: [.password], level: level, locking: .ifPossible) {
          (_, use) throws(ResultText.Failure) in try use(password.utf8Span)
        }
      } catch {
        throw .text(error)
      }
    }
  }

  @Test func `B9 the password is written alone with one newline`() throws {
    #expect(try written(AnswerFormat(), #"Pä"\ss1"#) == "Pä\"\\ss1\n")
  }

  @Test func `the newline can be left out`() throws {
    #expect(try written(AnswerFormat(hasNewline: false), "Pass1") == "Pass1")
    #expect(
      try written(AnswerFormat(kind: .json, hasNewline: false), "a", level: .weak)
        == #"{"password":"a","strength":"weak"}"#)
  }

  @Test(arguments: [
    ("Pass1", "Pass1"), (#"a"b"#, #"a\"b"#), (#"\"#, #"\\"#), (#""""#, #"\"\""#), ("", ""),
    ("é漢👩‍👧\u{7F}", #"é漢👩‍👧\u007f"#), ("\u{0}\u{1F}/", #"\u0000\u001f/"#),
  ])
  func `B9 the object escapes what JSON cannot hold`(password: String, inside: String) throws {
    #expect(
      try written(AnswerFormat(kind: .json), password, level: .medium)
        == #"{"password":"\#(inside)","strength":"medium"}"# + "\n")
  }

  @Test(arguments: AnswerFormat.Kind.allCases) func `a pipe without a reader is an error`(
    kind: AnswerFormat.Kind
  ) throws {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    signal(SIGPIPE, SIG_IGN)
    #expect(throws: AnswerFormat.Failure.system(SystemError(number: EPIPE))) {
      try write(AnswerFormat(kind: kind), "x", .weak, to: ends[1])
    }
  }
}
