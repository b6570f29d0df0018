import Glibc
import TestSupport
import Testing
import WatchwordSystem

@Suite struct `Character set` {
  @Test func `in UTF-8 the bytes are those of the text`() throws {
    let password = "Pä漢😀" + String(repeating: "x", count: 4_000)
    for text in [password, ""] { #expect(try CharacterSet.utf8.bytes(text) == Array(text.utf8)) }
  }

  @Test func `the C locale is answered in UTF-8, as its input is taken`() async {
    await #expect(processExitsWith: .success) {
      guard unsafe setlocale(LC_CTYPE, "C") != nil, CharacterSet.current == .utf8 else { exit(1) }
      guard unsafe setlocale(LC_CTYPE, "C.UTF-8") != nil, CharacterSet.current == .utf8 else { exit(2) }
    }
  }

  @Test(.programs("localedef"))
  func `in EUC-JP a text leaves whole, though some characters are longer than in UTF-8`() async {
    let folder = TemporaryFolder()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      guard CompiledLocale.use("EUC-JP", in: path) else { exit(1) }
      do {
        let bytes = try CharacterSet.current.bytes("a漢é")
        guard bytes == [0x61, 0xB4, 0xC1, 0x8F, 0xAB, 0xB1] else { exit(2) }
        let long = try CharacterSet.current.bytes(String(repeating: "é", count: 2_048))
        guard long.count == 3 * 2_048 else { exit(3) }
      } catch {
        exit(4)
      }
    }
  }
}

extension CharacterSet {
  /// The bytes of a text that is no secret.
  fileprivate func bytes(_ text: String) throws -> [UInt8] {
    try AnswerFormat(.lines, hasNewline: false, characterSet: self).bytes([("a", text)])
  }
}
