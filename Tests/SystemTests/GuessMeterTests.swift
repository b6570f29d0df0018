import TestSupport
import Testing
import WatchwordStrength
import WatchwordSystem

extension GuessMeter {
  /// The estimate for a text that is no secret.
  func estimate(of text: String, context: ContextWords = ContextWords()) -> Estimate {
    estimate(of: text.utf8Span, count: text.count, context: context)
  }

  /// The level of a text that is no secret.
  func level(of text: String) -> Level { estimate(of: text).level }
}

@Suite struct `Guess meter` {
  @Test(
    arguments: [
      ("", .weak), ("a", .weak), ("password", .weak), ("Password1!", .weak), ("monkeymonkeymonkey", .weak),
      ("aaaaaaaaaaaaaaaaaaaa", .weak), ("12345678901234567890", .weak), ("qwertyuiopasdfghjkl", .weak),
      ("abcdefghijklmnopqrstuvwxyz", .weak), ("19911991", .weak), ("xk7", .weak),
      ("Tr0ub4dor", .weak), ("horsebattery7", .weak),
      ("Tr0ub4dor&3", .medium), ("correct horse battery staple", .medium), ("Tr0ub4dor&37", .medium),
      ("correct horse battery staple windmill mongoose oboe", .strong), ("jk3Hf!9dLq2x", .strong),
    ] as [(String, Level)])
  func `the level goes by the number of guesses, not by the length`(text: String, level: Level) throws {
    let estimate = try GuessMeter().estimate(of: text)
    #expect(estimate.level == level)
    #expect(estimate.level == StrengthScale.guesses.level(ofBits: estimate.bits ?? -1))
  }

  @Test(
    arguments: [
      ("password", .common), ("PassWord", .common), ("drowssap", .common), ("monkey", .common),
      ("blackberryfan", .word), ("zaq12wsx", .word), ("passw0rd", .substitution), ("p@ssword", .substitution),
      ("Tr0ub4dor", .substitution), ("xcvbhgfd", .neighbours), ("Kv7m", .short),
      ("abcdefghij", .sequence), ("87654", .sequence), ("aaaaaaaaaaaaaaaaaaaa", .repetition),
      ("7777777", .repetition), ("11111111", .repetition), ("qj!qj!qj!", .repetition), ("20061998", .date),
      ("1998", .date), ("", .short), ("a", .short), ("xk7", .short), ("ъыьэ", .sequence),
    ] as [(String, Reason.Kind)])
  func `the most useful reason comes from the parts that were found`(text: String, reason: Reason.Kind) throws
  {
    #expect(try GuessMeter().estimate(of: text).kinds.first == reason)
  }

  @Test(
    arguments: [
      ("asdfjkl", .neighbours), ("qwertz", .neighbours), ("qwertzuiop", .neighbours), ("azerty", .neighbours),
      ("Kv!asdfjkl", .neighbours), ("lkjhgf", .neighbours), ("qwerty", .common), ("were", .common),
      ("|qwertz|", .neighbours),
      ("rewired", .word), ("property", .word), ("potter", .word),
    ] as [(String, Reason.Kind)])
  func `B4 keys of a row are called so, although a list has them, and a word is not`(
    text: String, reason: Reason.Kind
  ) throws {
    #expect(try GuessMeter().estimate(of: text).kinds.first == reason)
  }

  @Test(arguments: ["correct horse battery staple windmill mongoose oboe", "jk3Hf!9dLq2xWn7"])
  func `nothing is said against a strong text`(text: String) throws {
    #expect(try GuessMeter().estimate(of: text).reasons == [])
  }

  @Test(arguments: ["correct horse", "Tr0ub4dor&3", "P@ssw0rd1", "été", "", "aaaaaaaaaaaaaaaaaaaa"])
  func `cached answers are those that the library gives`(text: String) throws {
    let (meter, other) = (try GuessMeter(), try GuessMeter())
    for context in [ContextWords(), ContextWords(["horse", "été"])] {
      meter.keepingAnswers {
        for _ in 1...2 {
          let isListed = meter.contains(text.utf8Span, knowing: context)
          let estimate = meter.estimate(of: text, context: context)
          #expect(isListed == other.contains(text.utf8Span, knowing: context))
          #expect(estimate == other.estimate(of: text, context: context))
        }
      }
    }
  }

  @Test func `B4 the reason is the part that costs least for its length`() throws {
    let meter = try GuessMeter()
    func reasons(_ text: String) -> [Reason.Kind] { meter.estimate(of: text).kinds }
    #expect(reasons("abcdefghijk1998") == [.sequence, .date])
    #expect(reasons("abc20061998") == [.sequence, .date])
    #expect(reasons("x7!monkey1998") == [.word, .date])
  }

  @Test func `a word of the place has another reason than one of the person, also with letters swapped`()
    throws
  {
    var context = ContextWords(["Ingeborg"])
    context.add("Northwind", from: .service)
    let meter = try GuessMeter()
    for (text, reason) in [
      ("ingeborg7", Reason.Kind.personal), ("iNg3borg7", .personal), ("northwind7", .local),
      ("N0rthw1nd7", .local), ("dniwhtron7", .local), ("grobegni7", .personal),
    ] { #expect(meter.estimate(of: text, context: context).kinds.first == reason, "\(text)") }
  }

  @Test func `an old password is a word that is guessed first, until it is forgotten`() throws {
    let meter = try GuessMeter()
    let before = meter.estimate(of: "xKv7#mQzx!")
    meter.learnOldPassword("KV7#mQzx".utf8Span)
    let known = meter.estimate(of: "xKv7#mQzx!")
    #expect(known.level == .weak && known.kinds.first == .old)
    #expect(meter.estimate(of: "jk3Hf!9dLq2x") == (try GuessMeter().estimate(of: "jk3Hf!9dLq2x")))
    for text in ["xzQm#7vK!", "x!xzQm#7vK", "Kv7#mQzxKv7#mQzx!"] {
      let reasons = meter.estimate(of: text).kinds
      #expect(reasons.contains(.old) && !reasons.contains(.personal), "\(text)")
    }
    meter.forgetOldPasswords()
    #expect(meter.estimate(of: "xKv7#mQzx!") == before)
  }
}
