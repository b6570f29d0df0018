import Testing
import WatchwordScreen

@Suite struct KeyDecoderPasteTests {
  private static let begin = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)

  @Test(arguments: [
    "", "a", "correct horse", "línea 🔒", "\u{1B}", "\u{1B}[", "\u{1B}[20", "\u{1B}[201", "\u{1B}[200~",
    "\u{1B}[A", "\r\n", "\u{3}", "\u{1B}\u{1B}", "\u{1B}[20\u{1B}[201", "\u{1B}[20\u{1B}[2", "a\u{1B}[201 ~b",
    "\u{1B}\u{1B}[20", "\u{0}",
  ]) func `a paste gives all that lies between its marks, at every split`(_ text: String) {
    let bytes = Self.begin + text.utf8 + Self.end
    let heard: [Heard] = [.paste(Array(text.utf8)), .key(.scalar("x"))]
    for first in 0...bytes.count {
      for second in first...bytes.count {
        #expect(
          decode(Array(bytes[..<first]), Array(bytes[first..<second]), bytes[second...] + [0x78]) == heard)
      }
    }
    var listener = Listener()
    for byte in bytes + [0x78] { listener.read([byte]) }
    #expect(listener.heard == heard)
  }

  @Test func `a paste of arbitrary bytes comes through exactly`() {
    let seed: UInt64 = 0x9A57_0001
    var random = SeededGenerator(seed: seed)
    let bytes: [UInt8] = Self.begin + Self.end + [0x1B, 0x1B, 0x61, 0xFF, 0x03]
    for round in 0..<5_000 * soak {
      var payload = (0..<Int.random(in: 0...40, using: &random)).map { _ in random.element(of: bytes) }
      while let end = payload.firstRange(of: Self.end) { payload.remove(at: end.lowerBound) }
      var listener = Listener()
      var rest = (Self.begin + payload + Self.end)[...]
      while !rest.isEmpty {
        let length = Int.random(in: 1...rest.count, using: &random)
        listener.read(rest.prefix(length))
        rest = rest.dropFirst(length)
      }
      // U+FFFD stands for bytes that are no text.
      guard listener.heard == [.paste(Array(String(decoding: payload, as: UTF8.self).utf8))] else {
        Issue.record("seed \(seed), round \(round): \(payload)")
        return
      }
    }
  }

  @Test func `text comes character by character, and what is no text as that`() {
    let bytes = Self.begin + Array("hé".utf8) + [0xFF] + Self.end
    var decoder = KeyDecoder()
    var offset = 0
    #expect(decoder.next(bytes.span, &offset) == .pasteBegan)
    #expect(decoder.next(bytes.span, &offset) == .pasted("h"))
    #expect(decoder.next(bytes.span, &offset) == .pasted("é"))
    #expect(decoder.next(bytes.span, &offset) == .pasted(nil))
    #expect(decoder.next(bytes.span, &offset) == .pasteEnded)
    #expect(decoder.next(bytes.span, &offset) == nil)
  }

  @Test func `a paste whose end is lost is abandoned after five seconds and keys are keys again`() {
    var listener = Listener()
    listener.read(Self.begin + Array("abc\u{3}\u{1B}[20".utf8))
    #expect(listener.decoder.patience == .milliseconds(500))
    listener.wait()
    #expect(listener.decoder.patience == .seconds(5))
    listener.fallSilent()
    listener.read("\u{3}".utf8)
    guard case .abandoned = listener.heard.first else {
      Issue.record("heard \(listener.heard)")
      return
    }
    #expect(listener.heard.dropFirst() == [.key(.control("c"))])
  }

  @Test func `^C alone, after half a second of silence, gets out of a paste whose end is lost`() {
    var listener = Listener()
    listener.read(Self.begin + Array("abc\u{1B}[20".utf8))
    listener.wait()
    listener.read([0x03])
    #expect(listener.heard == [.abandoned(Array("abc".utf8)), .key(.control("c"))])
  }

  @Test func `a paste that goes on after a silence is whole, with ^C in it`() {
    var listener = Listener()
    listener.read(Self.begin + Array("abc".utf8))
    listener.wait()
    listener.read([0x03, 0x64])
    listener.read([0x03])
    listener.read(Self.end)
    #expect(listener.heard == [.paste(Array("abc\u{3}d\u{3}".utf8))])
  }

  @Test func `a paste while Alt seems to be held is a paste`() {
    #expect(decode("\u{1B}\u{1B}[200~a\u{1B}[201~") == [.paste([0x61])])
  }
}
