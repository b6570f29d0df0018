internal import CWatchwordZxcvbn
internal import Glibc
internal import WatchwordStrength

/// What the library says about a text. It holds nothing of the text, neither where a part stands nor how long it is.
struct Guesses {
  /// The binary logarithm of the number of guesses, never negative.
  private(set) var bits = 0.0
  /// What the parts of the text are: first that by which somebody who guesses saves most.
  var reasons: [Reason] {
    let order = Dictionary(uniqueKeysWithValues: zip(Reason.allCases, 0...))
    let found = savings.sorted { ($1.value, order[$0.key] ?? 0) < ($0.value, order[$1.key] ?? 0) }.map(\.key)
    return found.isEmpty ? [.short] : found
  }
  /// How many bits the parts of each kind have less than random characters of their length would.
  private var savings: [Reason: Double] = [:]
  /// Whether the text as a whole is one word of a dictionary, or is made of parts that take at most ``listedBits``
  /// together.
  private(set) var isListed = false

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

  /// What is said about an empty text.
  init() {}

  /// Asks the library about `text`, which is not empty, in the locale of the thread.
  init(for text: borrowing GuessableText, context: ContextWords) {
    var parts: UnsafeMutablePointer<ZxcMatch_t>?
    unsafe bits = text.match(with: context, &parts)
    let end = Int32(text.end)
    var part = unsafe parts
    while let found = unsafe part {
      let isOnlyPart = unsafe text.isWhole && found.pointee.Length == Int32(text.count)
      unsafe add(found.pointee, of: text, isOnlyPart: isOnlyPart, context)
      unsafe bits -= found.pointee.bits(behind: end)
      unsafe part = found.pointee.Next
    }
    bits = max(0, bits)
    unsafe ZxcvbnFreeInfo(parts)
    if !savings.isEmpty, text.isWhole, bits <= Self.listedBits {
      isListed = true
    }
  }

  /// Takes the text for one of `count` repetitions of `part`, where that needs fewer guesses: the library sees
  /// repetitions of a word, a walk and the like alone, not of what is made of several.
  mutating func take(_ part: Guesses, repeatedInWays count: Int) {
    let repeatedBits = part.bits + log2(Double(count))
    guard repeatedBits < bits else { return }
    note(.repetition, bits - repeatedBits)
    bits = repeatedBits
    isListed = isListed || bits <= Self.listedBits
  }

  /// Takes the text for a word of a list that the library does not have, or does not see.
  mutating func takeWord(_ reason: Reason) {
    bits = min(bits, Self.wordBits)
    savings = [reason: 0]
  }

  private mutating func note(_ reason: Reason, _ saved: Double) {
    savings[reason] = max(saved, savings[reason] ?? saved)
  }

  private mutating func add(
    _ part: ZxcMatch_t, of text: borrowing GuessableText, isOnlyPart: Bool, _ context: ContextWords
  ) {
    guard unsafe part.Length >= Self.leastPart else { return }
    let isRepeated = unsafe part.Type.rawValue & MULTIPLE_MATCH.rawValue != 0
    let kind = unsafe ZxcTypeMatch_t(part.Type.rawValue & ~MULTIPLE_MATCH.rawValue)
    let isCommon = unsafe isOnlyPart && part.Entrpy <= Self.commonBits
    // A repeated word may be a single letter, so that only the repetition is sure.
    let saved = unsafe Self.bitsOfRandomCharacter * Double(part.Length) - part.MltEnpy
    if isRepeated { note(.repetition, saved) }
    switch kind {
    case DICTIONARY_MATCH:
      if !isRepeated { note(isCommon ? .common : .word, saved) }
    case DICT_LEET_MATCH:
      if !isRepeated { note(.substitution, saved) }
    case USER_MATCH, USER_LEET_MATCH:
      let range = unsafe Int(part.Begin)..<Int(part.Begin + part.Length)
      note(text.reason(ofWordAt: range, context: context), saved)
    case REPEATS_MATCH: note(.repetition, saved)
    case SEQUENCE_MATCH: note(.sequence, saved)
    case SPATIAL_MATCH: note(.neighbours, saved)
    case DATE_MATCH, YEAR_MATCH: note(.date, saved)
    default: return
    }
    isListed = isOnlyPart && kind == DICTIONARY_MATCH && !isRepeated
  }
}

extension ZxcMatch_t {
  /// What the part adds to the bits of the text for reaching behind `end`: what its code points there do where each
  /// is guessed by itself, else all that it does.
  fileprivate func bits(behind end: Int32) -> Double {
    let behind = unsafe Begin + Length - end
    guard behind > 0 else { return 0 }
    return unsafe Type == BRUTE_MATCH ? MltEnpy * Double(min(behind, Length)) / Double(Length) : MltEnpy
  }
}
