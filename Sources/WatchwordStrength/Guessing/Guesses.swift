internal import CWatchwordZxcvbn
internal import Glibc

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
    if !savings.isEmpty, text.isWhole, bits <= Self.listedBits {
      isListed = true
    }
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
  /// Whether the part stands there more than once.
  fileprivate var isRepeated: Bool { unsafe Type.rawValue & MULTIPLE_MATCH.rawValue != 0 }

  /// How many code points of the part count where only those before `end` do: these, if each is guessed by itself,
  /// else all or none.
  fileprivate func count(before end: Int32) -> Int32 {
    let count = unsafe max(0, min(Length, end - Begin))
    return unsafe Type == BRUTE_MATCH || count == Length ? count : 0
  }
}
