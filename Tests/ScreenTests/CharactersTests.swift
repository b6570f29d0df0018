import Testing
import WatchwordBase

@Suite struct `Characters` {
  private let all = (UInt32(0)...0x10FFFF).lazy.compactMap(Unicode.Scalar.init)

  @Test func `are control characters by the general category Cc, over all of Unicode`() {
    let wrong = all.prefix(0x20000).filter { $0.isControl != ($0.properties.generalCategory == .control) }
    #expect(wrong.isEmpty)
    let separators: [Unicode.GeneralCategory] = [.control, .lineSeparator, .paragraphSeparator]
    #expect(
      all.prefix(0x20000).allSatisfy {
        $0.isControlOrSeparator == separators.contains($0.properties.generalCategory)
      })
  }

  @Test(arguments: [
    ("", false), ("plain é漢👍", false), ("\u{A0}\u{AD}\u{2028}", false), ("a\u{0}", true), ("\u{7F}", true),
    ("é\u{80}", true), ("\u{9F}é", true), ("\u{C0}", false),
  ]) func `of a text are searched for controls`(text: String, hasControls: Bool) {
    let found = text.utf8Span.hasControls
    #expect(found == hasControls)
  }

  /// Every start that matters: all pairs of bytes beyond ASCII, and these followed by one or two valid bytes.
  @Test func `come out of UTF-8 as the standard library has them`() {
    var wrong: [[UInt8]] = []
    for lead in UInt8(0x80)...0xFF {
      for second in UInt8(0x80)...0xFF {
        for bytes in [[lead, second], [lead, second, 0x80], [lead, second, 0xBF, 0xBF]] {
          var partial = PartialScalar()
          var whole: Unicode.Scalar?
          for byte in bytes where whole == nil {
            let answer = partial.take(byte)
            if answer == .invalid { break }
            if case .scalar(let scalar) = answer { whole = scalar }
          }
          var scalars = String(
            validating: bytes.prefix(whole.map { UTF8.width($0) } ?? bytes.count), as: UTF8.self)?
            .unicodeScalars.makeIterator()
          if whole != scalars?.next() { wrong.append(bytes) }
        }
      }
    }
    #expect(wrong.isEmpty)
  }
}
