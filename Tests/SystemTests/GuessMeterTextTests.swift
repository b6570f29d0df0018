import CWatchwordZxcvbn
import Glibc
import TestSupport
import Testing
import WatchwordStrength
import WatchwordSystem

/// The library's bits for the bytes of a text.
private func bitsOfLibrary(_ text: String) -> Double { unsafe ZxcvbnMatch(text, nil, nil) }
private func bits(_ text: String) throws -> Double { try GuessMeter().estimate(of: text).bits ?? -1 }

/// Which text the meter gives to the library.
@Suite struct `Text that is guessed` {
  @Test(arguments: ["éèêëàâ", "пароль", "かなまじりの", "🙂🙃😀😁", "naïve-é"])
  func `a code point beyond ASCII counts once, not once a byte`(text: String) throws {
    let count = Double(text.unicodeScalars.count)
    // A set of a hundred characters, and those of ASCII if there are some.
    #expect(try bits(text) <= count * log2(100 + 26 + 33) + 1)
    #expect(try bits(text) < bitsOfLibrary(text) - 10)
  }

  @Test func `repetitions are seen beyond ASCII, whatever the case`() throws {
    for letter in ["é", "ж", "漢", "🙂"] {
      let many = String(repeating: letter, count: 20)
      #expect(try bits(many) < bits(String(repeating: "a", count: 20)) + 6)
      #expect(try GuessMeter().estimate(of: many).kinds.contains(.repetition))
    }
    #expect(try bits("éÉÉéÉééÉÉÉ") == bits("éééééééééé"))
  }

  @Test func `U+0000 does not end the text`() throws {
    #expect(try bits("abc\0jk3Hf!9dLq2x") > bits("jk3Hf!9dLq2x"))
    #expect(try bits("\0") > 0)
  }

  @Test func `characters beyond 128 earn nothing`() throws {
    let start = String.ofManyKinds(128)
    let long = start + String.ofManyKinds(3000)
    #expect(try bits(long) == bits(start + String(long.dropFirst(128).prefix(8))))
    #expect(try bits(long) > 150)
  }

  @Test func `a long repetition is as weak as a short one and leaves the rest`() throws {
    for part in ["a", "ab", "monkey", "susceptibility", "98"] {
      let many = String(String(repeating: part, count: 4096).prefix(4096 / part.count * part.count))
      #expect(try GuessMeter().level(of: many) == .weak, "\(part)")
      #expect(try GuessMeter().level(of: many + "jk3Hf!9dLq2x") == .strong, "\(part)")
    }
  }

  /// Texts below strong that the library gets whole, including the part that is shortened in them.
  @Test(
    arguments: [
      "989898989898989898989898", "74108520963074108520963", "989898989898gossip",
      "asasasasasasasasasasasasas", "susceptibilitysusceptibilitysusceptibilitysusceptibility",
      "abcdefghijklmnopqrstuvwxyzzyxwvutsrqponmlkjihgfedcba", "19911991199119911991199119911991",
      "passwordpasswordpasswordpassword1", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaapple",
      "internationalizationinternationalization",
      "poiuytrewqasdfghjklmnbvcxzaqwertyuiop",
    ]) func `a text that is shortened is no stronger for it`(text: String) throws
  { #expect(try bits(text) <= bitsOfLibrary(text) + 1e-6) }

  /// The library sees repetitions of a word or a keyboard walk, but not of a text made of several parts.
  @Test(
    arguments: [
      "wonderland77", "correcthorse77", "P@ssw0rd1", "jk3Hf!9d", "monkey12", "пароль", "été1998", "Ab",
    ], [2, 3, 4])
  func `a repetition takes as many guesses as the part and the number of times`(part: String, times: Int)
    throws
  {
    let whole = try GuessMeter().estimate(of: String(repeating: part, count: times))
    let limit = try bits(part) + log2(Double(times))
    #expect((whole.bits ?? 99) <= limit + 1e-6)
    #expect(whole.level == .strong || whole.kinds.contains(.repetition))
    #expect(!whole.kinds.contains(.common))
  }

  @Test(arguments: ["hello hello hello hello", "monkey-7-monkey-7-monkey", "Ab1!Ab1!A"])
  func `a repetition that is cut off is one too`(text: String) throws {
    let estimate = try GuessMeter().estimate(of: text)
    #expect(estimate.level < .strong && estimate.kinds.contains(.repetition))
  }

  @Test func `a text that nearly repeats is no repetition`() throws {
    #expect(try bits("wonderland77wonderland78") > bits("wonderland77wonderland77") + 5)
  }

  @Test(.programs("localedef")) func `an 8-bit locale changes nothing`() async {
    let folder = TemporaryFolder()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      let texts = ["éèêÉÈÊ", "ÀÉÎÕÜ", "Tr0ub4dor", "漢字"]
      let before = try texts.map(bits)
      guard CompiledLocale.use("CP1251", language: "ru_RU", in: path), isupper(0x80) != 0 else { exit(1) }
      #expect(try texts.map(bits) == before)
    }
  }
}

@Suite struct `Words of the person and the meter` {
  @Test(
    arguments: [
      ("Ingeborg", "ingeborg1987"), ("Żółćgąśka", "ŻÓŁĆGĄŚKA!"), ("ярополк", "Ярополк77"),
      ("dr.quillfeather@example.org", "Quillfeather"), ("xqzvwkjp", "pjkwvzqx"),
    ]) func `words of the context count against the text, in any case and script`(word: String, text: String)
    throws
  {
    let meter = try GuessMeter()
    let estimate = meter.estimate(of: text, context: ContextWords([word]))
    #expect(estimate.kinds.contains(.personal))
    #expect((estimate.bits ?? 99) < (meter.estimate(of: text).bits ?? 0))
  }

  @Test func `a word with other letters beyond ASCII is another word`() throws {
    let meter = try GuessMeter()
    #expect(meter.estimate(of: "łąęść", context: ContextWords(["ąłęść"])) == meter.estimate(of: "łąęść"))
  }

  @Test func `one estimate leaves nothing for the next`() throws {
    let meter = try GuessMeter()
    let first = meter.estimate(of: "Ingeborg1987")
    _ = meter.estimate(of: "éèê", context: ContextWords(["ingeborg", "ж"]))
    meter.warmUp()
    #expect(meter.estimate(of: "Ingeborg1987") == first)
  }
}

@Suite struct `Levels by guesses` {
  @Test(arguments: [
    "aaaaaaaaaaaaaaaaaaaa", "12345678901234567890", "passwordpasswordpassword", "qwertyuiopqwertyuiop",
  ]) func `B5 a text is never strong because it is long alone`(text: String) throws {
    #expect(
      LengthMeter().estimate(of: text.utf8Span, count: text.count, context: ContextWords()).level == .strong)
    let estimate = try GuessMeter().estimate(of: text)
    #expect(estimate.level == .weak)
    #expect(!estimate.reasons.isEmpty)
  }

  @Test func `B5 a random password of 19 characters is strong, one of 8 is medium`() throws {
    #expect(try GuessMeter().level(of: "jk3Hf!9dLq2xWn7;tE0") == .strong)
    #expect(try GuessMeter().level(of: "jk3Hf!9d") == .medium)
  }

  @Test func `B5 the scale is in bits, and can be another`() throws {
    let bits = Int(try bits("jk3Hf!9d"))
    #expect(try GuessMeter(scale: StrengthScale([1, bits])).level(of: "jk3Hf!9d") == .strong)
    #expect(try GuessMeter(scale: StrengthScale([1, bits + 1])).level(of: "jk3Hf!9d") == .medium)
    #expect(try GuessMeter(scale: StrengthScale([bits + 1, 99])).level(of: "jk3Hf!9d") == .weak)
  }

  @Test func `B5 words of the list and of the context count in the guesses`() throws {
    let words = FewWords(["electroencephalographer"])
    let meter = try GuessMeter(words: [words])
    let word = meter.estimate(of: "electroencephalographer")
    #expect(word.level == .weak)
    #expect(word.kinds == [.word])
    #expect((word.bits ?? 99) <= 20)
    #expect((try GuessMeter().estimate(of: "electroencephalographer").bits ?? 0) > 20)
    #expect(meter.estimate(of: "password").bits == (try GuessMeter().estimate(of: "password").bits))
    let context = ContextWords(["Zbigniewskaya"])
    #expect(meter.level(of: "zbigniewskaya-7") == .medium)
    #expect(meter.estimate(of: "zbigniewskaya-7", context: context).level == .weak)
    let long = "jk3Hf!9dLq2xWn7;tE0)zR5uYb8^mPc4%gVs1*hQo6&aXi2=e"
    let named = meter.estimate(of: long, context: ContextWords([long]))
    #expect(named.level == .weak)
    #expect(named.kinds == [.personal])
  }
}
