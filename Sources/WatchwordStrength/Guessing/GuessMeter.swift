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

  /// The bytes of the buffers that a meter takes which may learn so many old passwords.
  package static func capacities(oldPasswords count: Int) -> [Int] {
    let size = count * (longestOldPassword * 4 + 1)
    return [GuessableText.memorySize + size, size]
  }

  /// Makes a meter in `memory`, which may learn `count` old passwords.
  ///
  /// - Throws: An error of ``SecretBuffer`` where there is no memory for the text.
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
    // The library sees no more than the start of a long text.
    if guesses.bits > Guesses.wordBits, let reason = context.reason(for: text, or: words) {
      guesses.takeWord(reason, codePoints: text.codePointCount)
    }
    return guesses
  }

  package func forgetOldPasswords() { oldPasswords.removeAll() }

  /// Takes note of an old password, one of as many as the meter was made for. Its start is enough: it is a word with
  /// which a new one might begin too.
  package func learnOldPassword(_ text: UTF8Span) {
    guard text.codePointCount >= ContextWords.minimumCount else { return }
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

/// What the library says about a text. It holds nothing of the text; how long its parts are, only where that is asked
/// for.
struct Guesses {
  /// The binary logarithm of the number of guesses, never negative.
  private(set) var bits = 0.0
  /// What the parts of the text are: first that by which somebody who guesses saves most.
  var reasons: [Reason] {
    let found = Reason.allCases.compactMap { reason in savings.first { $0.reason == reason } }
    return found.isEmpty ? [.short] : found.sorted { $0.bits > $1.bits }.map(\.reason)
  }
  /// How many bits the parts of each kind have less than random characters of their length would.
  private var savings: [(reason: Reason, bits: Double)] = []
  /// Whether the text as a whole is one word of a dictionary, or is made of parts that take at most ``listedBits``
  /// together.
  private(set) var isListed = false
  /// The parts in their order, of which the bits are the sum; `nil` where nobody asks for them.
  private(set) var parts: [GuessedPart]?

  /// The greatest number of bits of a word that, as the whole text, is a very common password.
  private static let commonBits = 8.0
  /// The greatest number of bits of a text that counts as listed in whatever way it is guessed: that of 3,000 guesses,
  /// the length of the list that a password has to be compared with (ASVS 5.0, 6.2.4).
  private static let listedBits = 11.55
  /// The greatest number of bits of a word of a list that the library does not have: a list of a million words is
  /// longer than those of the systems.
  static let wordBits = 20.0
  /// The least number of code points of a part that becomes a reason; random texts have shorter ones by chance.
  private static let leastPart = 3
  /// The bits of a character that is any of the 95 of ASCII that can be seen, or a space.
  private static let bitsOfRandomCharacter = 6.57

  init() {}

  /// Asks the library about `text`, which is not empty, in the locale of the thread. Where it `explains`, it keeps the
  /// parts.
  init(for text: borrowing GuessableText, context: ContextWords, explains: Bool) {
    if explains { self.parts = [] }
    var matches: UnsafeMutablePointer<ZxcMatch_t>?
    unsafe bits = text.match(with: context, &matches)
    let end = Int32(text.end)
    var next = unsafe matches
    while let match = unsafe next?.pointee {
      let isOnlyPart = unsafe text.isWhole && match.Length == Int32(text.count)
      let kind = unsafe Self.kind(of: match, isOnlyPart: isOnlyPart, text, context)
      unsafe note(match, kind, isOnlyPart: isOnlyPart)
      let count = unsafe match.count(before: end)
      let uncounted = unsafe match.MltEnpy * Double(match.Length - count) / Double(match.Length)
      bits -= uncounted
      if count > 0 {
        unsafe parts?.append(GuessedPart(kind: kind, count: Int(count), bits: match.MltEnpy - uncounted))
      }
      unsafe next = match.Next
    }
    bits = max(0, bits)
    unsafe ZxcvbnFreeInfo(matches)
    isListed = isListed || !savings.isEmpty && text.isWhole && bits <= Self.listedBits
  }

  /// Takes the text, which has `codePoints`, for one of `ways` to repeat `period`, where that needs fewer guesses: the
  /// library sees repetitions of a word, a walk and the like alone, not of what is made of several.
  mutating func take(_ period: Guesses, repeatedIn ways: Int, codePoints: Int) {
    let bitsOfWays = log2(Double(ways))
    let repeatedBits = period.bits + bitsOfWays
    guard repeatedBits < bits else { return }
    note(.repetition, bits - repeatedBits)
    bits = repeatedBits
    parts = period.parts.map { parts in
      let rest = codePoints - parts.reduce(0) { $0 + $1.count }
      return parts + [GuessedPart(kind: .found(.repetition), count: rest, bits: bitsOfWays)]
    }
    isListed = isListed || bits <= Self.listedBits
  }

  /// Takes the text, which has `codePoints`, for a word of a list that the library does not have, or does not see.
  mutating func takeWord(_ reason: Reason, codePoints: Int) {
    bits = min(bits, Self.wordBits)
    savings = [(reason, 0)]
    if parts != nil {
      parts = [GuessedPart(kind: reason == .word ? .listed : .found(reason), count: codePoints, bits: bits)]
    }
  }

  private mutating func note(_ reason: Reason, _ saved: Double) {
    if let index = savings.firstIndex(where: { $0.reason == reason }) {
      savings[index].bits = max(saved, savings[index].bits)
    } else {
      savings.append((reason, saved))
    }
  }

  /// Takes note of a part that is long enough to be a reason.
  private mutating func note(_ match: ZxcMatch_t, _ kind: GuessedPart.Kind, isOnlyPart: Bool) {
    guard unsafe match.Length >= Self.leastPart, case .found(let reason) = kind else { return }
    let saved = unsafe Self.bitsOfRandomCharacter * Double(match.Length) - match.MltEnpy
    note(reason, saved)
    if unsafe match.isRepeated { note(.repetition, saved) }
    isListed = unsafe isOnlyPart && match.Type == DICTIONARY_MATCH
  }

  /// What `match` is taken for. A repeated word may be a single letter, so that only the repetition is sure.
  private static func kind(
    of match: ZxcMatch_t, isOnlyPart: Bool, _ text: borrowing GuessableText, _ context: ContextWords
  ) -> GuessedPart.Kind {
    let isRepeated = unsafe match.isRepeated
    switch unsafe ZxcTypeMatch_t(match.Type.rawValue & ~MULTIPLE_MATCH.rawValue) {
    case DICTIONARY_MATCH where isRepeated, DICT_LEET_MATCH where isRepeated: return .found(.repetition)
    case DICTIONARY_MATCH: return .found(unsafe isOnlyPart && match.Entrpy <= commonBits ? .common : .word)
    case DICT_LEET_MATCH: return .found(.substitution)
    case USER_MATCH, USER_LEET_MATCH:
      let range = unsafe Int(match.Begin)..<Int(match.Begin + match.Length)
      return .found(text.reason(ofWordAt: range, context: context))
    case REPEATS_MATCH: return .found(.repetition)
    case SEQUENCE_MATCH: return .found(.sequence)
    case SPATIAL_MATCH: return .found(.neighbours)
    case DATE_MATCH, YEAR_MATCH: return .found(.date)
    default: return isRepeated ? .found(.repetition) : .characters
    }
  }
}

extension ZxcMatch_t {
  fileprivate var isRepeated: Bool { unsafe Type.rawValue & MULTIPLE_MATCH.rawValue != 0 }

  /// How many code points of the part count where only those before `end` do: these, if each is guessed by itself,
  /// else all or none.
  fileprivate func count(before end: Int32) -> Int32 {
    let count = unsafe max(0, min(Length, end - Begin))
    return unsafe Type == BRUTE_MATCH || count == Length ? count : 0
  }
}

/// A part of a text as the meter guesses it, for a person who tests policies. Of the text it holds nothing but how long
/// the part is.
package struct GuessedPart: Equatable, Sendable {
  package var kind: Kind
  /// The number of code points.
  package var count: Int
  /// What it adds to the bits of the text.
  package var bits: Double

  package enum Kind: Equatable, Sendable {
    /// What is easy to guess. A repetition of the whole text adds as many bits as there are numbers of times to try.
    case found(Reason)
    /// Code points of which each is guessed by itself.
    case characters
    /// All of the text, as a word of a list that libzxcvbn does not have.
    case listed
    /// What is not looked at, since it repeats what stands there, or stands far behind.
    case uncounted
  }
}
