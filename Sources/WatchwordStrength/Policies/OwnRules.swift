package import WatchwordMessages
internal import WatchwordSecrets

/// Rules of the place: they are added to a policy, or put in the place of its own.
package struct OwnRules: Equatable, Sendable {
  /// The least and the greatest number of characters, 1 or more; `nil` leaves that of the policy.
  package var minimumLength, maximumLength: Int?
  /// The classes of characters that take the place of the policy's; `nil` leaves these.
  package var required: RequiredClasses?
  /// The characters that are allowed, besides what the policy says; `nil` for all.
  package var allowed: AllowedCharacters?
  /// How many times in a row a character may stand, 1 or more; `nil` for any number.
  package var maximumRepeat: Int?
  /// How many characters in a row may follow one another, as in abc or 321, 1 or more; `nil` for any number.
  package var maximumSequence: Int?

  package init() {}
}

/// Classes of characters of which so many have to be there.
package struct RequiredClasses: Equatable, Sendable {
  /// The classes, each once.
  package let classes: [CharacterClass]
  package let count: Int

  /// Makes the requirement of `count` of `classes`, all where it is `nil`. It is `nil` where a class is there twice, or
  /// there are not so many.
  package init?(_ classes: [CharacterClass], count: Int? = nil) {
    let count = count ?? classes.count
    guard Set(classes).count == classes.count, 1...max(1, classes.count) ~= count, !classes.isEmpty else {
      return nil
    }
    (self.classes, self.count) = (classes, count)
  }
}

extension Policy {
  /// The policy with `rules`. Numbers of a length and classes take the place of the policy's; whether white space may
  /// stand there stays as it was. All else is added above the level. A length of which the least number is above the
  /// greatest has the least alone; see ``contradiction``, which is asked before.
  package func applying(_ rules: OwnRules, _ texts: Texts = .english) -> Policy {
    var policy = self
    if rules.minimumLength != nil || rules.maximumLength != nil { policy.replaceLength(rules, texts) }
    if let required = rules.required { policy.replaceClasses(required, texts) }
    if let allowed = rules.allowed {
      if !allowed.contains(" ") { policy.forgetWelcome() }
      policy = policy.asking(for: .only(allowed), texts)
    }
    if let most = rules.maximumRepeat { policy = policy.asking(for: .repeats(atMost: most), texts) }
    if let most = rules.maximumSequence { policy = policy.asking(for: .sequence(atMost: most), texts) }
    return policy
  }

  /// Says no more that spaces are welcome.
  private mutating func forgetWelcome() {
    for number in groups.indices where groups[number].criteria.contains(where: \.row.welcomesSpaces) {
      groups[number].criteria.removeAll(where: \.row.welcomesSpaces)
      groups[number].required = groups[number].criteria.count
    }
  }

  private mutating func replaceLength(_ rules: OwnRules, _ texts: Texts) {
    // So many characters are at least as many bytes.
    groups.removeAll { ($0.criteria[0].row.leastBytes ?? .max) <= rules.minimumLength ?? 0 }
    let number = groups.firstIndex { $0.lengths != nil }
    let old = number.map { groups[$0].criteria[0].condition }
    guard case .length(let range, let unit) = old ?? .length(1...Int.max) else { return }
    let least = rules.minimumLength ?? range.lowerBound
    let most = max(least, rules.maximumLength ?? range.upperBound)
    let length = Criterion(.length(least...most, of: unit), texts)
    if let number {
      groups[number] = Group([length] + groups[number].criteria.dropFirst())
    } else {
      groups.insert(Group(length), at: 0)
    }
  }

  private mutating func replaceClasses(_ required: RequiredClasses, _ texts: Texts) {
    let criteria = required.classes.map { Criterion(.contains($0), texts) }
    let numbers: KeyValuePairs = ["least": "\(required.count)", "all": "\(criteria.count)"]
    let group =
      required.count == criteria.count
      ? Group(criteria)
      : Group(
        criteria, required: required.count,
        heading: .init(
          texts("Use at least *{least} of these {all}* criteria when setting your password:", numbers)),
        shortHeading: .init(
          texts("At least {least} of these {all}:", numbers), short: texts("{least} of {all}:", numbers)))
    let number = groups.firstIndex(where: \.asksForClasses)
    groups.removeAll(where: \.asksForClasses)
    if let number { groups.insert(group, at: number) } else { self = asking(for: group) }
  }
}

extension Policy.Group {
  /// How many characters its first criterion allows, where the group says nothing else but an aside.
  var lengths: ClosedRange<Int>? {
    criteria.dropFirst().allSatisfy(\.row.isAside) ? criteria[0].row.lengths : nil
  }

  /// Whether all its criteria ask for characters of classes. What libpwquality asks of bytes stays beside others.
  fileprivate var asksForClasses: Bool {
    criteria.allSatisfy {
      if case .pwquality = $0.condition { return false }
      return $0.row.characters != nil
    }
  }
}

/// The characters that a text may be made of, code point by code point: never a control character, nor one that cannot be
/// seen.
package struct AllowedCharacters: Equatable, Sendable {
  package let ascii: ASCIIClass
  /// The others, each as a range of code points.
  private var others: [ClosedRange<UInt32>] = []
  /// The characters as they were asked for one by one, in order; empty for a set with a name.
  private(set) var listed = ""

  package static let ascii = AllowedCharacters(ascii: .printable)
  /// The printable characters of ISO 8859-1, but for the no-break space, which looks like another one, and the soft
  /// hyphen, which cannot be seen.
  package static let latin1 = AllowedCharacters(ascii: .printable, others: [0xA1...0xAC, 0xAE...0xFF])
  package static let digits = AllowedCharacters(ascii: .digits)

  package func contains(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? ascii.contains(UInt8(scalar.value)) : others.contains { $0.contains(scalar.value) }
  }

  package var hasOnlyASCII: Bool { others.isEmpty }

  /// Whether a letter is among them; beyond ASCII any character counts as one.
  var hasLetters: Bool {
    !hasOnlyASCII || !ascii.isDisjoint(with: .upper) || !ascii.isDisjoint(with: .lower)
  }

  func has(_ kind: CharacterKind) -> Bool {
    if !ascii.isDisjoint(with: kind.ascii) { return true }
    return switch kind.others {
    case .none: false
    case .specials: others.contains { $0.contains { Unicode.Scalar($0)?.isPunctuationOrSymbol == true } }
    case .all: !hasOnlyASCII
    }
  }

  package func intersection(_ other: AllowedCharacters) -> AllowedCharacters {
    let shared = others.flatMap { range in
      other.others.filter(range.overlaps).map { range.clamped(to: $0) }
    }
    return AllowedCharacters(ascii: ascii.intersection(other.ascii), others: shared)
  }

  package var isEmpty: Bool { ascii.isDisjoint(with: .printable) && others.isEmpty }

  /// The listed characters for a label, with a dash for what stands between the first and the last of four digits or
  /// letters in a row or more: `0-9a-f`.
  package var abridged: String {
    let scalars = Array(listed.unicodeScalars)
    var text = ""
    var start = 0
    while start < scalars.count {
      var end = start
      while end + 1 < scalars.count, scalars[end + 1].value == scalars[end].value + 1,
        scalars[end].isPlain, scalars[end + 1].isPlain
      {
        end += 1
      }
      if end - start < 3 { end = start }
      text.unicodeScalars.append(scalars[start])
      if end > start { text += "-\(scalars[end])" }
      start = end + 1
    }
    return text
  }
}

extension AllowedCharacters {
  /// The characters of `text`; `nil` where there are none, or one of them cannot be seen or stands on another: a control
  /// character, a mark.
  package init?(_ text: String) {
    let scalars = Set(text.unicodeScalars).sorted()
    guard !scalars.isEmpty, scalars.allSatisfy(\.canBeAllowed) else { return nil }
    var ascii = ASCIIClass()
    for scalar in scalars where scalar.isASCII { ascii.insert(UInt8(scalar.value)) }
    let others = scalars.filter { !$0.isASCII }.map { $0.value...$0.value }
    self.init(ascii: ascii, others: others, listed: String(String.UnicodeScalarView(scalars)))
  }
}

extension Unicode.Scalar {
  fileprivate var isPlain: Bool { isASCII && isLetterOrNumber }

  fileprivate var canBeAllowed: Bool {
    !isControlOrSeparator && !isInvisible && (self == " " || !isWhiteSpace) && !isMark
  }
}

extension UTF8Span {
  /// The number of the first grapheme cluster with a character that is none of `allowed`; `nil` where there is none.
  func firstCluster(outside allowed: AllowedCharacters) -> Int? {
    var scalars = makeUnicodeScalarIterator()
    while true {
      let offset = scalars.currentCodeUnitOffset
      guard let scalar = scalars.next() else { return nil }
      guard !allowed.contains(scalar) else { continue }
      var clusters = makeCharacterIterator()
      var number = 0
      while clusters.skipForward() == 1, clusters.currentCodeUnitOffset <= offset { number += 1 }
      return number
    }
  }
}

/// The longest runs of a text, taken in one pass without a copy. A character is a grapheme cluster.
package struct Runs {
  /// How many times in a row one character stands.
  package private(set) var longestRepeat = 0
  /// How many characters in a row have codes that follow one another, up or down, as in abc or 321.
  package private(set) var longestSequence = 0

  private var (same, up, down) = (0, 0, 0)
  private var lastCode: UInt32?

  package init() {}

  init(of text: UTF8Span) {
    var last = 0..<0
    var clusters = text.makeCharacterIterator()
    while clusters.skipForward() == 1 {
      let range = last.upperBound..<clusters.currentCodeUnitOffset
      take(text.code(in: range), isLast: text.span.extracting(range).isEqual(to: text.span.extracting(last)))
      last = range
    }
  }

  /// - Parameters:
  ///   - code: Its code; `nil` where it is more than one code point.
  ///   - isLast: Whether it is the one before it; without an answer, as its code says.
  package mutating func take(_ code: UInt32?, isLast: Bool? = nil) {
    same = isLast ?? (code == lastCode) ? same + 1 : 1
    (up, down) = (follows(code, lastCode) ? up + 1 : 1, follows(lastCode, code) ? down + 1 : 1)
    longestRepeat = max(longestRepeat, same)
    longestSequence = max(longestSequence, up, down)
    lastCode = code
  }

  private func follows(_ code: UInt32?, _ other: UInt32?) -> Bool {
    guard let code, let other else { return false }
    return code == other + 1
  }
}

extension UTF8Span {
  fileprivate func code(in range: Range<Int>) -> UInt32? {
    guard range.count > 1 else { return UInt32(span[range.lowerBound]) }
    // A code point takes four bytes at most, and goes on where a byte does not begin another one.
    guard range.count <= 4, !range.dropFirst().contains(where: { span[$0] & 0xC0 != 0x80 }) else {
      return nil
    }
    return scalar(at: range.lowerBound)?.value
  }
}
