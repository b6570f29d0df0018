import TestSupport
import Testing
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

@Suite struct `Normaliser` {
  /// A text, and its normal form.
  static let forms: [(text: String, form: String)] = [
    ("", ""), ("Passw0rd! ~", "Passw0rd! ~"), ("\u{E9}", "\u{E9}"), ("e\u{301}", "\u{E9}"),
    ("\u{212B}", "\u{C5}"), ("A\u{30A}", "\u{C5}"), ("\u{2126}", "\u{3A9}"), ("\u{212A}", "K"),
    ("\u{1100}\u{1161}\u{11A8}", "\u{AC01}"), ("\u{AC00}\u{11A8}", "\u{AC01}"), ("\u{D7A3}", "\u{D7A3}"),
    ("\u{1110}\u{1173}\u{11A7}\u{11A8}\u{11A7}", "\u{D2B8}\u{11A7}\u{11A8}\u{11A7}"),
    ("\u{958}", "\u{915}\u{93C}"), ("\u{1D15E}", "\u{1D157}\u{1D165}"),
    ("\u{1E9B}\u{323}", "\u{1E9B}\u{323}"), ("a\u{301}\u{323}", "\u{1EA1}\u{301}"),
    ("a\u{323}\u{301}", "\u{1EA1}\u{301}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"),
    ("\u{3B1}\u{345}\u{301}", "\u{1FB4}"), ("a\u{A0}b\u{3000}c\u{2003}d", "a b c d"),
    ("\u{2000}\u{1680}\u{202F}\u{205F}\u{200A}", "     "),
    ("\u{200B}\u{FEFF}\u{2028}", "\u{200B}\u{FEFF}\u{2028}"), ("\u{A0}\u{301}", " \u{301}"), ("ﬁ²Ａ", "ﬁ²Ａ"),
    ("👩‍👩‍👧\u{FE0F}", "👩‍👩‍👧\u{FE0F}"), ("é\u{0}\u{7}\u{85}", "\u{E9}\u{0}\u{7}\u{85}"),
    ("\u{FFFF}\u{10FFFF}\u{378}", "\u{FFFF}\u{10FFFF}\u{378}"),
  ]

  @Test(arguments: forms)
  func `texts come out composed, with ASCII spaces, and else as they went in`(_ text: String, form: String)
    throws
  {
    let normalizer = try Normalizer(.nfc, locking: .ifPossible)
    #expect(normalizer.scalars(of: text) == scalars(form))
    #expect(normalizer.areEqual(text, form))
    #expect(normalizer.areEqual(form, text))
    #expect(!normalizer.areEqual(text, form + "x"))
  }

  @Test(arguments: forms)
  func `without normalisation a text is lent as it is`(_ text: String, form: String) throws {
    let normalizer = try Normalizer(.none, capacity: 0)
    #expect(normalizer.scalars(of: text) == scalars(text))
    #expect(normalizer.areEqual(text, form) == (scalars(text) == scalars(form)))
  }

  @Test func `only texts that come out the same are equal`() throws {
    let normalizer = try Normalizer(.nfc, locking: .ifPossible)
    for (first, second) in [("é", "è"), ("é", "e"), ("e", "é"), ("é", ""), ("ab", "ac"), ("é ", "é\u{200B}")]
    { #expect(!normalizer.areEqual(first, second)) }
  }

  @Test func `A9 a start is one in the normal form`() throws {
    let normalizer = try Normalizer(.nfc, locking: .ifPossible)
    for (text, other, match) in [
      ("p\u{E4}", "pa\u{308}ss", TextMatch.start), ("pa\u{308}", "p\u{E4}ss", .start),
      ("pa", "p\u{E4}ss", .different), ("\u{A0}", " x", .start),
    ] {
      let isMatch =
        normalizer.withNormalized(text.utf8Span, other.utf8Span) { TextMatch($0, with: $1) } == match
      #expect(isMatch, "\(text) \(other)")
    }
  }

  @Test func `a normal form is the text's equivalent, and its own normal form`() throws {
    var random = SeededGenerator()
    let normalizer = try Normalizer(.nfc, locking: .ifPossible)
    for _ in 0..<2_000 * soak {
      let text = random.text(of: 1...24)
      let form = normalizer.withNormalized(text.utf8Span) { String(copying: $0) }
      // Strings are equal if they are canonically equivalent.
      #expect(form == text.withPlainSpaces, "seed \(random.seed)")
      #expect(normalizer.scalars(of: form) == scalars(form), "seed \(random.seed)")
    }
  }

  /// Texts that need most room during normalisation, and after it.
  @Test(arguments: ["\u{390}", "\u{1D15E}", "\u{1D160}", "\u{1F82}", "\u{D7A3}", "\u{958}", "\u{301}"])
  func `the longest text of the full capacity fits, twice`(_ character: String) throws {
    for capacity in [8, 100, 4096] {
      let normalizer = try Normalizer(.nfc, capacity: capacity, locking: .ifPossible)
      let text = String(repeating: character, count: capacity / character.utf8.count)
      let other = String(repeating: "\u{390}", count: capacity / 2)
      let form = normalizer.scalars(of: character)
      let whole = normalizer.scalars(of: text)
      #expect(whole == Array(repeating: form, count: whole.count / form.count).flatMap(\.self))
      #expect(normalizer.areEqual(text, other) == (text == other))
      #expect(normalizer.areEqual(text, text))
    }
  }

  @Test func `no code point takes more room than was reckoned with`() throws {
    let normalizer = try Normalizer(.nfc, capacity: 4, locking: .ifPossible)
    for value in UInt32(0x80)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      let count = normalizer.withNormalized(text.utf8Span) { $0.count }
      if count > 3 * text.utf8.count { Issue.record("U+\(String(value, radix: 16)) takes \(count) bytes") }
    }
  }

  @Test func `an error of the borrower comes through, and the memory is free again`() throws {
    struct Refused: Error {}
    let normalizer = try Normalizer(.nfc, locking: .ifPossible)
    #expect(throws: Refused.self) {
      try normalizer.withNormalized("é".utf8Span) { (_) throws(Refused) in throw Refused() }
    }
    #expect(normalizer.scalars(of: "e\u{301}") == [0xE9])
  }
}

private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

extension Normalizer {
  /// The code points of what a text that is no secret becomes.
  fileprivate func scalars(of text: String) -> [UInt32] {
    withNormalized(text.utf8Span) { SystemTests.scalars(String(copying: $0)) }
  }

  /// Compares texts that are no secrets.
  fileprivate func areEqual(_ text: String, _ other: String) -> Bool {
    withNormalized(text.utf8Span, other.utf8Span) { TextMatch($0, with: $1) == .equal }
  }
}

extension String {
  /// The text with U+0020 for every space.
  fileprivate var withPlainSpaces: String {
    var text = ""
    for scalar in unicodeScalars {
      text.unicodeScalars.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
    }
    return text
  }
}

extension SeededGenerator {
  /// Random code points, from scripts whose characters combine more often than most, all in Unicode 15.0 like the
  /// library.
  fileprivate mutating func text(of counts: ClosedRange<Int>) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xA0...0x24F, 0x300...0x36F, 0x370...0x3FF, 0x900...0xDFF, 0x1100...0x11FF,
      0x1E00...0x206F,
      0x3000...0x30FF, 0xAC00...0xD7A3, 0x11000...0x114FF, 0x1D150...0x1D1FF, 0x80...0x10FFFF,
    ]
    var text = ""
    let count = Int.random(in: counts, using: &self)
    while text.unicodeScalars.count < count {
      guard let range = ranges.randomElement(using: &self),
        let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self)),
        let age = scalar.properties.age, age.major <= 15
      else { continue }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
