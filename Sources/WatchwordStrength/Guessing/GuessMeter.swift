internal import CWatchwordSystem
internal import CWatchwordZxcvbn
internal import Glibc
internal import WatchwordMessages
package import WatchwordSecrets

/// The level by the number of guesses that somebody needs who tries words, names, dates, walks over the keys and the
/// like first, as libzxcvbn estimates it (Wheeler, "zxcvbn", USENIX Security 2016).
///
/// What the library would count too high or think about too long is left out, see ``GuessableText``, so that an
/// estimate takes less than a millisecond. Letters beyond ASCII count as any of a set of a hundred; the library knows
/// neither words nor sequences of them.
///
/// It is a class, as the owner of the memory that the library reads. One thread at a time uses it; the library itself has
/// no state, so that several threads can each have a meter.
@safe
package final class GuessMeter: Meter {
  private var memory: SecretBuffer
  /// The starts of the old passwords, each with a NUL behind it.
  private var oldPasswords: SecretBuffer
  private let plainLocale: locale_t?
  /// What the library said about one text, as it was typed and in lower case.
  private var kept: (typed: Guesses?, folded: Guesses?)?
  /// Where the levels begin, in bits.
  private let scale: StrengthScale
  /// Words that are guessed first, beside those of the library; `nil` for none.
  private let words: (any WordList)?

  /// Makes a meter.
  ///
  /// - Throws: An error of ``SecretBuffer`` where there is no memory for the text.
  package convenience init(
    locking: SecretMemory.Locking = .required, scale: StrengthScale = .guesses, words: (any WordList)? = nil
  ) throws(SecretError) {
    let memory = try SecretMemory(for: Self.capacities(oldPasswords: 1), locking: locking)
    try self.init(in: memory, oldPasswords: 1, scale: scale, words: words)
  }

  /// The bytes of the buffers that a meter takes which may learn so many old passwords.
  package static func capacities(oldPasswords count: Int) -> [Int] {
    let size = count * (longestOldPassword * 4 + 1)
    return [GuessableText.memorySize + size, size]
  }

  /// Makes a meter in `memory`, which may learn `count` old passwords.
  package init(
    in memory: SecretMemory, oldPasswords count: Int, scale: StrengthScale = .guesses,
    words: (any WordList)? = nil
  ) throws(SecretError) {
    (self.scale, self.words) = (scale, words)
    let capacities = Self.capacities(oldPasswords: count)
    self.memory = try SecretBuffer(capacity: capacities[0], in: memory)
    oldPasswords = try SecretBuffer(capacity: capacities[1], in: memory)
    unsafe plainLocale = newlocale(1 << LC_CTYPE, "C", nil)
  }

  deinit {
    if let locale = unsafe plainLocale { unsafe freelocale(locale) }
  }

  /// Makes an estimate of no use, in which the pages of the dictionaries come into memory: up to half a millisecond
  /// that the first one does not take then.
  package func warmUp() { _ = guesses(for: "trustno1 qazwsx 1990".utf8Span, context: ContextWords()) }

  /// The level by the number of guesses, and why it is no higher. A text that as a whole is a word of the list or
  /// of `context` is found once these were tried.
  package func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    let guesses = guesses(forWhole: text, context: context)
    let level = scale.level(ofBits: guesses.bits)
    return Estimate(level: level, bits: guesses.bits, reasons: level < .strongest ? guesses.reasons : [])
  }

  /// The parts that ``estimate(of:count:context:)`` takes `text` to be made of, in their order, or nearly. They have as
  /// many bits as it says and as many code points as the text.
  package func parts(of text: UTF8Span, context: ContextWords) -> [GuessedPart] {
    let parts = guesses(forWhole: text, context: context, explains: true).parts ?? []
    let rest = text.codePointCount - parts.reduce(0) { $0 + $1.count }
    return rest > 0 ? parts + [GuessedPart(kind: .uncounted, count: rest, bits: 0)] : parts
  }

  /// What the library says about `text`, or, where that is less, the lists that it does not have.
  private func guesses(forWhole text: UTF8Span, context: ContextWords, explains: Bool = false) -> Guesses {
    var guesses = guesses(for: text, context: context, explains: explains)
    if guesses.bits > Guesses.wordBits {
      // The library sees no more than the start of a long text.
      if let origin = context.origin(of: text) {
        guesses.takeWord(Reason(origin), codePoints: text.codePointCount)
      } else if words?.contains(text) == true {
        guesses.takeWord(.word, codePoints: text.codePointCount)
      }
    }
    return guesses
  }

  package func forgetOldPasswords() { oldPasswords.removeAll() }

  /// Takes note of an old password, one of as many as the meter was made for. Its start is enough: it is a word with
  /// which a new one might begin too.
  package func learnOldPassword(_ text: UTF8Span) {
    var counting = text.makeUnicodeScalarIterator()
    guard counting.skipForward(by: ContextWords.minimumCount) == ContextWords.minimumCount else { return }
    var scalars = text.makeUnicodeScalarIterator()
    for _ in 0..<Self.longestOldPassword {
      guard let scalar = scalars.next() else { break }
      _ = oldPasswords.append(scalar)
    }
    _ = oldPasswords.append("\0")
  }

  /// The most code points of an old password that are kept: less than are judged of a text.
  private static let longestOldPassword = 30

  /// Keeps what the library says until `body` returns, which asks about one text with one context, and more than once:
  /// the library is then asked once, or twice where the text has capitals and both its own case and lower case are
  /// asked for.
  package func keepingAnswers<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    kept = (nil, nil)
    defer { kept = nil }
    return try body()
  }

  /// What the library says about `text`, with its parts where it `explains` them.
  func guesses(
    for text: UTF8Span, foldingCase: Bool = false, context: ContextWords, explains: Bool = false
  ) -> Guesses {
    if let known = foldingCase ? kept?.folded : kept?.typed, !explains { return known }
    var guesses = Guesses()
    // While it works, the library has the text backwards in a block of the heap, which a deadly signal would leave there.
    let signals = ww_deadly_hold()
    defer { ww_signals_release(signals) }
    oldPasswords.withBytes { old in
      let old = unsafe UTF8Span(unchecked: old)
      unsafe memory.withFreeCapacity { memory in
        var guessable = unsafe GuessableText(text, old: old, in: memory, foldingCase: foldingCase)
        guard guessable.count > 0 else { return 0 }
        let locale = unsafe uselocale(plainLocale)
        guesses = Guesses(for: guessable, context: context, explains: explains)
        if let ways = guessable.keepPeriod() {
          let period = Guesses(for: guessable, context: context, explains: explains)
          guesses.take(period, repeatedIn: ways, codePoints: text.codePointCount)
        }
        unsafe uselocale(locale)
        let isInLowerCase = !guessable.hasCapitals
        if foldingCase || isInLowerCase { kept?.folded = guesses }
        if !foldingCase || isInLowerCase { kept?.typed = guesses }
        return 0
      }
    }
    StackScratch.scrub()
    return guesses
  }
}

/// The dictionaries of the meter as a list of common passwords.
///
/// The library does not name a word of its dictionaries that is easier to guess in another way, such as 1234567, and
/// has no password that is a word with little more, such as P@ssw0rd1. So a text that is made of such parts and takes
/// at most 3,000 guesses counts as listed too.
extension GuessMeter: WordList {
  /// Whether `text` as a whole, but for repetitions, is a word of the dictionaries or as common. Case is ignored.
  package func contains(_ text: UTF8Span) -> Bool { contains(text, knowing: ContextWords()) }

  /// Whether `text` as a whole, but for repetitions, is a word of the dictionaries or as common, also for somebody who
  /// tries the words of `context` first. Case is ignored.
  package func contains(_ text: UTF8Span, knowing context: ContextWords) -> Bool {
    guesses(for: text, foldingCase: true, context: context).isListed
  }
}

/// One thread at a time writes to its memory.
@available(*, unavailable)
extension GuessMeter: Sendable {}
