internal import Glibc
internal import WatchwordBase
package import WatchwordSecrets

/// Rates a text by the guesses of an attacker who tries words, names, dates, keyboard walks and the like first, as
/// libzxcvbn estimates them (Wheeler, "zxcvbn", USENIX Security 2016).
///
/// ``GuessableText`` leaves out what the library would overrate or take too long for, so an estimate takes a few
/// milliseconds at most. A letter beyond ASCII counts as one of its alphabet, an ideograph as one of 20,992.
///
/// A class, because it owns the memory that the library reads. One thread at a time uses it. The library has no state,
/// so several threads can each have a meter.
@safe
package final class GuessMeter: Meter {
  private var memory: SecretBuffer
  /// The starts of the old passwords, each followed by a NUL.
  private var oldPasswords: SecretBuffer
  private let plainLocale: locale_t?
  /// What the library said about one text, as it was typed and in lower case.
  private var kept: (typed: Guesses?, folded: Guesses?)?
  /// Where the levels begin, in bits.
  package let scale: StrengthScale
  /// Words that are guessed first, besides those of the library.
  private let words: [any WordList]
  private let commonWords: CommonWords?

  /// The bytes of the buffers of a meter with room for `count` old passwords.
  package static func capacities(oldPasswords count: Int) -> [Int] {
    let size = count * (longestOldPassword * 4 + 1)
    return [GuessableText.memorySize + size, size]
  }

  /// Makes a meter in `memory`, with room for `count` old passwords.
  ///
  /// - Throws: An error of ``SecretBuffer`` if there is no memory for the text.
  package init(
    in memory: SecretMemory, oldPasswords count: Int, scale: StrengthScale = .guesses,
    words: [any WordList] = [], commonWords: CommonWords? = nil
  ) throws(SecretError) {
    (self.scale, self.words, self.commonWords) = (scale, words, commonWords)
    let capacities = Self.capacities(oldPasswords: count)
    self.memory = try SecretBuffer(capacity: capacities[0], in: memory)
    oldPasswords = try SecretBuffer(capacity: capacities[1], in: memory)
    unsafe plainLocale = newlocale(1 << LC_CTYPE, "C", nil)
  }

  deinit {
    if let locale = unsafe plainLocale { unsafe freelocale(locale) }
  }

  /// Makes a useless estimate, to bring the pages of the dictionaries into memory. The first real estimate is then up
  /// to half a millisecond faster.
  package func warmUp() {
    _ = guesses(for: "trustno1 qazwsx1990".utf8Span, context: ContextWords())
  }

  /// The level by the number of guesses, and why it is no higher. A word of a list or of `context` takes at most 2^20
  /// guesses, as in a list of a million words.
  package func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    let guesses = guesses(forWhole: text, count: count, context: context)
    let level = scale.level(ofBits: guesses.bits)
    return Estimate(
      level: level, bits: guesses.bits, reasons: level < .strongest ? guesses.reasons : [], scale: scale)
  }

  /// The parts into which ``estimate(of:count:context:)`` divides `text`, in order. Their bits and grapheme clusters
  /// add up to those of the text.
  package func parts(of text: UTF8Span, count: Int, context: ContextWords) -> [GuessedPart] {
    guesses(forWhole: text, count: count, context: context).parts
  }

  /// How `text` is guessed. If the whole text is a word of `context` or of a list that the library lacks,
  /// it needs no more guesses than such a word.
  private func guesses(forWhole text: UTF8Span, count: Int, context: ContextWords) -> Guesses {
    var guesses = guesses(for: text, context: context)
    // The library sees only the start of a long text.
    if guesses.bits > Guesses.wordBits, let reason = context.reason(for: text, or: words) {
      guesses.takeWord(reason, count: count)
    } else if text.count != count {
      guesses.countClusters(of: text)
    }
    return guesses
  }

  package func forgetOldPasswords() { oldPasswords.removeAll() }

  /// Notes an old password, at most as many as the meter was made for. Only the start is kept, since only the start of
  /// a new password is scored.
  package func learnOldPassword(_ text: UTF8Span) {
    guard text.codePointCount >= ContextWords.minimumCount else { return }
    var scalars = text.makeUnicodeScalarIterator()
    for _ in 0..<Self.longestOldPassword {
      guard let scalar = scalars.next() else { break }
      _ = oldPasswords.append(scalar)
    }
    _ = oldPasswords.append("\0")
  }

  /// The most code points that are kept of an old password. They are fewer than are scored of a new one.
  private static let longestOldPassword = 30

  /// Runs `body`, and remembers meanwhile what the library says, so that asking again costs nothing. The text as typed
  /// and in lower case are remembered apart.
  ///
  /// - Precondition: `body` asks about one text only, with one context.
  package func keepingAnswers<R>(_ body: () -> R) -> R {
    if kept != nil { return body() }
    kept = (nil, nil)
    defer { kept = nil }
    return body()
  }

  /// What the library says about `text`.
  func guesses(for text: UTF8Span, foldingCase: Bool = false, context: ContextWords) -> Guesses {
    if let known = foldingCase ? kept?.folded : kept?.typed { return known }
    var guesses = Guesses()
    let context = context.finding(in: text)
    let innerLists = InnerLists(commonWords, words)
    // The library keeps the text reversed on the heap while it works, where a deadly signal would leave it.
    SecretWork.run {
      oldPasswords.withBytes { old in
        let old = unsafe UTF8Span(unchecked: old)
        unsafe memory.withFreeCapacity { memory in
          let locale = unsafe uselocale(plainLocale)
          let codePoints = text.composedCount
          var isInLowerCase = false
          for asItLooks in text.isPlain ? [false] : [false, true] {
            var guessable = unsafe GuessableText(text, old: old, in: memory, foldingCase: foldingCase)
            guard guessable.count > 0, !asItLooks || guessable.readAsItLooks() else { break }
            isInLowerCase = !guessable.hasCapitals
            var new = Guesses(for: &guessable, context: context, innerLists)
            new.appendRest(.uncounted, of: codePoints, bits: 0)
            if let ways = guessable.keepPeriod() {
              let period = Guesses(for: &guessable, context: context, innerLists)
              new.take(period, repeatedIn: ways, codePoints: codePoints)
            }
            if asItLooks { guesses.take(asItLooks: new) } else { guesses = new }
          }
          unsafe uselocale(locale)
          if foldingCase || isInLowerCase { kept?.folded = guesses }
          if !foldingCase || isInLowerCase { kept?.typed = guesses }
          return 0
        }
      }
    }
    return guesses
  }
}

/// The dictionaries of the meter as a list of common passwords.
///
/// The library does not name a dictionary word that is easier to guess in another way, such as 1234567, nor a password
/// that is a word with little more, such as P@ssw0rd1. So a text of such parts that takes at most 3,000 guesses counts
/// as listed too.
extension GuessMeter: WordList {
  /// Whether `text`, apart from repetitions, is a word of the dictionaries or as common. Ignores case.
  package func contains(_ text: UTF8Span) -> Bool { contains(text, knowing: ContextWords()) }

  /// Whether `text`, apart from repetitions, is a word of the dictionaries or as common, also for somebody who tries
  /// the words of `context` first. Ignores case.
  package func contains(_ text: UTF8Span, knowing context: ContextWords) -> Bool {
    guesses(for: text, foldingCase: true, context: context).isListed
  }
}

/// Only one thread at a time may use it, since each estimate writes to its memory.
@available(*, unavailable)
extension GuessMeter: Sendable {}

/// What the library says about a text. Of the text it holds only the places of the parts.
struct Guesses {
  /// The binary logarithm of the number of guesses, never negative.
  private(set) var bits = 0.0
  /// The parts in order. Their bits add up to ``bits``.
  private(set) var parts: [GuessedPart] = []
  /// Whether the whole text is a word of a dictionary, or made of parts of at most ``listedBits`` in all.
  private(set) var isListed = false

  /// A text of at most this many bits counts as listed, however it is guessed. That is 3,000 guesses: ASVS 5.0, 6.2.4
  /// has passwords compared with a list of as many.
  private static let listedBits = 11.55
  /// The most bits of a word in a list that the library lacks. They are those of a list of a million words, which is
  /// longer than the lists of operating systems.
  static let wordBits = 20.0
  /// Digits are named only if they have at most this many bits each, which is less than a random digit has.
  private static let bitsOfNamedDigit = 3.0

  init() {}

  /// Guesses `text`, which is not empty, in the locale of the thread, with the library and `lists`.
  init(for text: inout GuessableText, context: ContextWords, _ lists: InnerLists) {
    let best = Tiling.cheapest(of: &text, context: context, lists)
    bits = best.bits
    parts.reserveCapacity(best.parts.count)
    var hasFound = false
    for var piece in best.parts {
      let range = piece.range
      if piece.kind != .characters && range.count >= Piece.leastTelling {
        hasFound = true
        isListed = text.isAll(range) && piece.isWord && !piece.isPhrase
      }
      let count = text.count(of: piece)
      let uncounted = piece.bits * Double(range.count - count) / Double(range.count)
      bits -= uncounted
      guard count > 0 else { continue }
      piece.bits -= uncounted
      piece.range = range.lowerBound..<range.lowerBound + count
      let place = text.place(of: piece.range)
      // What is left of a shortened repetition may be in the middle of another part. The place of that part is then
      // unknown.
      let isKnown = place.count == count || piece.kind == .found(.repetition)
      // A part that does not tell is as good as characters chosen one by one.
      let isNamed =
        piece.isTelling
        && (piece.bits <= Self.bitsOfNamedDigit * Double(count) || !text.hasOnlyDigits(at: piece.range))
      append(
        GuessedPart(
          kind: isNamed ? piece.kind : .characters, count: place.count, bits: piece.bits,
          range: isKnown ? place : nil))
    }
    bits = max(0, bits)
    let isCommon = lists.common?.bits(of: text.hash(of: 0..<text.count), as: .password) != nil
    isListed = isListed || text.isWhole && (hasFound && bits <= Self.listedBits || isCommon)
  }

  /// Why the text is no stronger, each kind once. The part with the fewest bits for its length comes first; of two such
  /// parts, the longer. If no part is named, the reason is that the text is too short.
  var reasons: [Reason] {
    var reasons: [Reason] = []
    for part in parts.filter({ $0.reason != nil }).sorted(by: { $0.isEasier(than: $1) }) {
      if let kind = part.reason, !reasons.contains(where: { $0.kind == kind }) {
        reasons.append(Reason(kind, at: part.range))
      }
    }
    return reasons.isEmpty ? [Reason(.short)] : reasons
  }

  /// Counts the text as `period` repeated, if that needs fewer guesses. The text is one of `ways` to repeat `period`,
  /// and has `codePoints` code points. The library sees repetitions of one word or one walk, but not of several
  /// together.
  mutating func take(_ period: Guesses, repeatedIn ways: Int, codePoints: Int) {
    let bitsOfWays = log2(Double(ways))
    let repeatedBits = period.bits + bitsOfWays
    guard repeatedBits < bits else { return }
    (bits, parts) = (repeatedBits, period.parts)
    appendRest(.found(.repetition), of: codePoints, bits: bitsOfWays)
    isListed = isListed || bits <= Self.listedBits
  }

  /// Counts the text as what it looks like, if that needs fewer guesses: one bit more, for the way of writing.
  mutating func take(asItLooks plain: Guesses) {
    guard plain.bits + 1 < bits, !plain.parts.isEmpty else { return }
    self = plain
    bits += 1
    parts[0].bits += 1
  }

  /// Counts the text, of `count` grapheme clusters, as one word of the context, or of a list that the library lacks.
  mutating func takeWord(_ reason: Reason.Kind, count: Int) {
    bits = min(bits, Self.wordBits)
    let kind = reason == .word ? GuessedPart.Kind.listed : .found(reason)
    parts = [GuessedPart(kind: kind, count: count, bits: bits, range: 0..<count)]
  }

  /// Makes the parts count the grapheme clusters of `text` instead of its code points. A part that begins or ends
  /// inside a cluster loses its place.
  mutating func countClusters(of text: UTF8Span) {
    if text.isPlain { return }
    var ends: [Int] = []
    text.forEachCluster(in: 0...) { ends.append((ends.last ?? 0) + $1.composedCount) }
    if ends.last == ends.count { return }
    var (start, codePoint, wasExact) = (0, 0, true)
    let old = parts
    parts = []
    for var part in old {
      codePoint += part.count
      let end = ends[start...].firstIndex { $0 >= codePoint }.map { $0 + 1 } ?? ends.count
      let isExact = end == 0 || ends[end - 1] == codePoint
      part.count = end - start
      part.range = part.range != nil && wasExact && isExact ? start..<end : nil
      if part.count > 0 { parts.append(part) } else { parts[parts.count - 1].bits += part.bits }
      (start, wasExact) = (end, isExact)
    }
  }

  /// Appends a part. Merges it with the part before if the characters of both are guessed one by one.
  private mutating func append(_ part: GuessedPart) {
    guard part.kind == .characters, let last = parts.last, last.kind == .characters else {
      return parts.append(part)
    }
    parts[parts.count - 1].count += part.count
    parts[parts.count - 1].bits += part.bits
    parts[parts.count - 1].range = last.range.map { $0.lowerBound..<$0.upperBound + part.count }
  }

  /// Appends what the parts lack of a text with `codePoints` as a part of its own.
  mutating func appendRest(_ kind: GuessedPart.Kind, of codePoints: Int, bits: Double) {
    let start = parts.reduce(0) { $0 + $1.count }
    guard start < codePoints else { return }
    let hasRanges = parts.allSatisfy { $0.range != nil }
    parts.append(
      GuessedPart(
        kind: kind, count: codePoints - start, bits: bits, range: hasRanges ? start..<codePoints : nil))
  }
}

extension GuessableText {
  /// How many code points of `piece` count: only those before ``end``. If `piece` is not guessed character by
  /// character, it counts only as a whole.
  fileprivate func count(of piece: Piece) -> Int {
    let count = max(0, min(piece.range.upperBound, end) - piece.range.lowerBound)
    return piece.kind == .characters || count == piece.range.count ? count : 0
  }
}

/// A part of a text as the meter guesses it. Of the text it holds only the range.
package struct GuessedPart: Equatable, Sendable {
  package var kind: Kind
  /// The number of grapheme clusters.
  package var count: Int
  /// The bits that it adds to the text.
  package var bits: Double
  /// The grapheme clusters, from 0; `nil` if they are not certain.
  package var range: Range<Int>?

  package init(kind: Kind, count: Int, bits: Double, range: Range<Int>? = nil) {
    (self.kind, self.count, self.bits, self.range) = (kind, count, bits, range)
  }

  package enum Kind: Equatable, Sendable {
    /// Something easy to guess. If the whole text repeats itself, this adds the bits for the number of repetitions.
    case found(Reason.Kind)
    /// Code points that are each guessed on their own.
    case characters
    /// A word of a list that libzxcvbn lacks, or the whole text as such a word.
    case listed
    /// The end of a long text, which is not scored.
    case uncounted
  }

  /// Why a text with this part is no stronger; `nil` if the part is not to blame.
  var reason: Reason.Kind? {
    switch kind {
    case .found(let kind): kind
    case .listed: .word
    case .characters, .uncounted: nil
    }
  }

  /// Whether the part has fewer bits for its length than `other`, or as many, and is longer.
  fileprivate func isEasier(than other: GuessedPart) -> Bool {
    let (mine, its) = (bits * Double(other.count), other.bits * Double(count))
    return mine == its ? count > other.count : mine < its
  }
}
