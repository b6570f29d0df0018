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
  /// Words that are guessed first, beside those of the library.
  private let words: [any WordList]
  private let commonWords: CommonWords?

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

  /// Makes an estimate of no use, in which the pages of the dictionaries come into memory: up to half a millisecond
  /// that the first one does not take then.
  package func warmUp() {
    _ = guesses(for: "trustno1 qazwsx 1990".utf8Span, context: ContextWords())
  }

  /// The level by the number of guesses, and why it is no higher. A text that as a whole is a word of a list or
  /// of `context` is found once these were tried.
  package func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    let guesses = guesses(forWhole: text, count: count, context: context)
    let level = scale.level(ofBits: guesses.bits)
    return Estimate(
      level: level, bits: guesses.bits, reasons: level < .strongest ? guesses.reasons : [], scale: scale)
  }

  /// The parts that ``estimate(of:count:context:)`` takes `text` to be made of, in their order. They have as many bits
  /// as it says, and together `count` grapheme clusters.
  package func parts(of text: UTF8Span, count: Int, context: ContextWords) -> [GuessedPart] {
    guesses(forWhole: text, count: count, context: context).parts
  }

  /// What the library says about `text`, or, where that is less, the lists that it does not have.
  private func guesses(forWhole text: UTF8Span, count: Int, context: ContextWords) -> Guesses {
    var guesses = guesses(for: text, context: context)
    // The library sees no more than the start of a long text.
    if guesses.bits > Guesses.wordBits, let reason = context.reason(for: text, or: words) {
      guesses.takeWord(reason, count: count)
    } else if text.count != count {
      guesses.countClusters(of: text)
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

  /// What the library says about `text`.
  func guesses(for text: UTF8Span, foldingCase: Bool = false, context: ContextWords) -> Guesses {
    if let known = foldingCase ? kept?.folded : kept?.typed { return known }
    var guesses = Guesses()
    let innerLists = InnerLists(commonWords, words)
    // While it works, the library has the text backwards in a block of the heap, which a deadly signal would leave there.
    SecretWork.run {
      oldPasswords.withBytes { old in
        let old = unsafe UTF8Span(unchecked: old)
        unsafe memory.withFreeCapacity { memory in
          var guessable = unsafe GuessableText(text, old: old, in: memory, foldingCase: foldingCase)
          guard guessable.count > 0 else { return 0 }
          let locale = unsafe uselocale(plainLocale)
          let codePoints = text.codePointCount
          guesses = Guesses(for: guessable, codePoints: codePoints, context: context, innerLists)
          if let ways = guessable.keepPeriod() {
            let period = Guesses(for: guessable, codePoints: nil, context: context, innerLists)
            guesses.take(period, repeatedIn: ways, codePoints: codePoints)
          }
          unsafe uselocale(locale)
          let isInLowerCase = !guessable.hasCapitals
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

/// What the library says about a text. It holds nothing of the text but where its parts stand.
struct Guesses {
  /// The binary logarithm of the number of guesses, never negative.
  private(set) var bits = 0.0
  /// The parts in their order, of which the bits are the sum.
  private(set) var parts: [GuessedPart] = []
  /// Whether the text as a whole is one word of a dictionary, or is made of parts that take at most ``listedBits``
  /// together.
  private(set) var isListed = false

  /// The greatest number of bits of a text that counts as listed in whatever way it is guessed: that of 3,000 guesses,
  /// the length of the list that a password has to be compared with (ASVS 5.0, 6.2.4).
  private static let listedBits = 11.55
  /// The greatest number of bits of a word of a list that the library does not have: a list of a million words is
  /// longer than those of the systems.
  static let wordBits = 20.0
  /// The least number of code points of a part that is named; random texts have shorter ones by chance.
  private static let leastPart = 3
  /// The greatest number of bits of a code point of a part that is named: less than a random letter or digit has. What
  /// costs more is as good as chosen one by one. Of random passwords one in thirteen has a part that costs less.
  private static let namedBits = (anything: 3.5, digits: 3.0)

  init() {}

  /// Guesses `text`, which is not empty, in the locale of the thread, by what the library and `lists` have. What of
  /// `codePoints` is not there is a part of its own.
  init(
    for text: borrowing GuessableText, codePoints: Int?, context: ContextWords, _ lists: InnerLists
  ) {
    var (whole, pieces) = text.ask(about: 0..<text.count, context: context)
    if let others = text.pieces(with: lists, besides: pieces, context: context) {
      let bits = others.reduce(0) { $0 + $1.placedBits(in: text.count) }
      if bits < whole { (whole, pieces) = (bits, others) }
    }
    bits = whole
    var hasFound = false
    for piece in pieces {
      let range = piece.range
      if piece.kind != .characters && range.count >= Self.leastPart {
        hasFound = true
        isListed = text.isAll(range) && piece.isWord
      }
      let count = text.count(of: piece)
      let all = piece.placedBits(in: text.count)
      let uncounted = all * Double(range.count - count) / Double(range.count)
      bits -= uncounted
      guard count > 0 else { continue }
      let counted = range.lowerBound..<range.lowerBound + count
      let place = text.place(of: counted)
      // What is left out of a repetition may stand in the middle of something else.
      let isKnown = !text.hasGap && (place.count == count || piece.kind == .found(.repetition))
      let isNamed = Self.names(all - uncounted, at: counted, text)
      append(
        GuessedPart(
          kind: isNamed ? piece.kind : .characters, count: place.count, bits: all - uncounted,
          place: isKnown ? place : nil))
    }
    bits = max(0, bits)
    isListed = isListed || hasFound && text.isWhole && bits <= Self.listedBits
    if let codePoints { appendRest(.uncounted, of: codePoints, bits: 0) }
  }

  /// Why the text is no stronger: the part that costs least for its length first, of two the longer, and each kind once.
  /// Where no part is named, it is too short.
  var reasons: [Reason] {
    var reasons: [Reason] = []
    for part in parts.filter({ $0.reason != nil }).sorted(by: { $0.isEasier(than: $1) }) {
      if let kind = part.reason, !reasons.contains(where: { $0.kind == kind }) {
        reasons.append(Reason(kind, at: part.place))
      }
    }
    return reasons.isEmpty ? [Reason(.short)] : reasons
  }

  /// Takes the text, which has `codePoints`, for one of `ways` to repeat `period`, where that needs fewer guesses: the
  /// library sees repetitions of a word, a walk and the like alone, not of what is made of several.
  mutating func take(_ period: Guesses, repeatedIn ways: Int, codePoints: Int) {
    let bitsOfWays = log2(Double(ways))
    let repeatedBits = period.bits + bitsOfWays
    guard repeatedBits < bits else { return }
    (bits, parts) = (repeatedBits, period.parts)
    appendRest(.found(.repetition), of: codePoints, bits: bitsOfWays)
    isListed = isListed || bits <= Self.listedBits
  }

  /// Takes the text, which has `count` grapheme clusters, for a word of a list that the library does not have, or does
  /// not see.
  mutating func takeWord(_ reason: Reason.Kind, count: Int) {
    bits = min(bits, Self.wordBits)
    let kind = reason == .word ? GuessedPart.Kind.listed : .found(reason)
    parts = [GuessedPart(kind: kind, count: count, bits: bits, place: 0..<count)]
  }

  /// Makes the parts, which count the code points of `text`, count its grapheme clusters. Where a part ends inside of one,
  /// nothing can be said of its place.
  mutating func countClusters(of text: UTF8Span) {
    var ends: [Int] = []
    text.forEachCluster(in: 0...) { ends.append((ends.last ?? 0) + $1.codePointCount) }
    if ends.last == ends.count { return }
    var (start, codePoint, wasExact) = (0, 0, true)
    let old = parts
    parts = []
    for var part in old {
      codePoint += part.count
      let end = ends[start...].firstIndex { $0 >= codePoint }.map { $0 + 1 } ?? ends.count
      let isExact = end == 0 || ends[end - 1] == codePoint
      part.count = end - start
      part.place = part.place != nil && wasExact && isExact ? start..<end : nil
      if part.count > 0 { parts.append(part) } else { parts[parts.count - 1].bits += part.bits }
      (start, wasExact) = (end, isExact)
    }
  }

  /// Characters that are guessed one by one are one part, however the library has them.
  private mutating func append(_ part: GuessedPart) {
    guard part.kind == .characters, let last = parts.last, last.kind == .characters else {
      return parts.append(part)
    }
    parts[parts.count - 1].count += part.count
    parts[parts.count - 1].bits += part.bits
    parts[parts.count - 1].place = last.place.map { $0.lowerBound..<$0.upperBound + part.count }
  }

  private mutating func appendRest(_ kind: GuessedPart.Kind, of codePoints: Int, bits: Double) {
    let start = parts.reduce(0) { $0 + $1.count }
    guard start < codePoints else { return }
    let hasPlaces = parts.allSatisfy { $0.place != nil }
    parts.append(
      GuessedPart(
        kind: kind, count: codePoints - start, bits: bits, place: hasPlaces ? start..<codePoints : nil))
  }

  /// Whether a part with so many bits is worth a name.
  private static func names(_ bits: Double, at range: Range<Int>, _ text: borrowing GuessableText) -> Bool {
    let limit = text.hasOnlyDigits(at: range) ? namedBits.digits : namedBits.anything
    return range.count >= leastPart && bits <= limit * Double(range.count)
  }
}

extension GuessableText {
  /// How many code points of `piece` count where only those before ``end`` do: these, if each is guessed by itself, else all
  /// or none.
  fileprivate func count(of piece: Piece) -> Int {
    let count = max(0, min(piece.range.upperBound, end) - piece.range.lowerBound)
    return piece.kind == .characters || count == piece.range.count ? count : 0
  }
}

/// A part of a text as the meter guesses it. Of the text it holds nothing but where the part stands.
package struct GuessedPart: Equatable, Sendable {
  package var kind: Kind
  /// The number of grapheme clusters.
  package var count: Int
  /// What it adds to the bits of the text.
  package var bits: Double
  /// The grapheme clusters, from 0 on; `nil` where the place is not known to be true.
  package var place: Range<Int>?

  package init(kind: Kind, count: Int, bits: Double, place: Range<Int>? = nil) {
    (self.kind, self.count, self.bits, self.place) = (kind, count, bits, place)
  }

  package enum Kind: Equatable, Sendable {
    /// What is easy to guess. A repetition of the whole text adds as many bits as there are numbers of times to try.
    case found(Reason.Kind)
    /// Code points of which each is guessed by itself.
    case characters
    /// A word of a list that libzxcvbn does not have, or all of the text as one.
    case listed
    /// What is not looked at, since it stands far behind.
    case uncounted
  }

  /// Why a text with this part is no stronger; `nil` where the part is not to blame.
  var reason: Reason.Kind? {
    switch kind {
    case .found(let kind): kind
    case .listed: .word
    case .characters, .uncounted: nil
    }
  }

  /// Whether the part costs less for its length than `other`, or as much, and is longer.
  fileprivate func isEasier(than other: GuessedPart) -> Bool {
    let (mine, its) = (bits * Double(other.count), other.bits * Double(count))
    return mine == its ? count > other.count : mine < its
  }
}
