internal import WatchwordBase

/// The signs that stand between the parts of a text. Each takes its choice once, however often it comes again, so that a
/// second look at the text without the signs tells what the rest is worth (dropbox/zxcvbn#21).
struct Separators {
  /// The indices of the signs in the text.
  let indices: [Int]
  /// The bits of each sign: its choice where it comes first, later nothing.
  private(set) var bitsOfSigns: [Double] = []
  /// For each place of the text without signs, how many stand there, and how many of them were not seen before.
  private var signs: [(all: Int, new: Int)] = []
  /// Whether all stand at equal distances, or between all characters.
  let areRegular: Bool
  /// Whether all are one sign, one of those that most people take.
  private(set) var isOneCommonSign = false
  /// How many different signs there are.
  private var kinds = 0
  /// Whether there are only digits besides, as in a phone number.
  private let leaveDigits: Bool

  /// The bits of the choice of a sign, and of the places where it stands. The usual signs take one bit less.
  static let bitsOfSign = 5.0
  private static let bitsOfPattern = 1.0

  /// `nil` if no sign stands between two parts, or none comes again, and the text has neither copies nor only digits
  /// besides.
  init?(in text: borrowing GuessableText, besides addresses: [Range<Int>], hasCopies: Bool) {
    let all = (0..<text.count).filter { index in
      text.kind(at: index) == .sign && !addresses.contains { $0.contains(index) }
    }
    if all.isEmpty { return nil }
    // A sign that looks like a letter stands for one where others separate.
    let others = all.filter { !text.mayBeLetter(at: $0) }
    let indices = others.isEmpty ? all : others
    let left = text.count - indices.count
    // A set in which the signs are not laid out one after the other.
    var seen = ASCIIClass()
    // In a text with spaces, an apostrophe between letters is how words are written.
    if (0..<text.count).contains(where: { unsafe text.bytes[$0] == 0x20 }),
      (0..<text.count).allSatisfy({ unsafe text.bytes[$0] != 0x27 || text.isAmongLetters(at: $0) })
    {
      seen.insert(0x27)
    }
    var (distances, last) = ([Int](), 0)
    signs = Array(repeating: (0, 0), count: left + 1)
    for (number, index) in indices.enumerated() {
      let (byte, place) = (text.opening(at: index), index - number)
      let isNew = !seen.contains(byte)
      let isCommon = " -._".utf8.contains(byte)
      bitsOfSigns.append(isNew ? Self.bitsOfSign - (isCommon ? 1 : 0) + Self.bitsOfPattern : 0)
      seen.insert(byte)
      kinds += isNew ? 1 : 0
      isOneCommonSign = kinds == 1 && isCommon
      if place > last {
        distances.append(place - last)
        last = place
      }
      signs[place].all += 1
      signs[place].new += isNew ? 1 : 0
    }
    leaveDigits = (0..<text.count).allSatisfy { text.kind(at: $0) == .digit || indices.contains($0) }
    guard indices.count > kinds || hasCopies || leaveDigits, let first = distances.first, first < left else {
      return nil
    }
    let (least, most) = (distances.min() ?? first, distances.max() ?? first)
    let isUUID = text.count == 36 && indices == [8, 13, 18, 23] && text.bitsOfCharacter(besides: []) == 4
    if isUUID { bitsOfSigns = bitsOfSigns.map { _ in 0 } }
    // Behind the last sign, less may follow. Among many kinds of signs, equal distances are chance.
    areRegular =
      isUUID
      || kinds < 3 && distances.count + (left > last ? 1 : 0) > 2 && most - least < 2
        && left - last <= most + 1
    self.indices = indices
  }

  /// Whether the signs seem to be chosen to separate, and not by chance.
  var areChosen: Bool { kinds < 3 || leaveDigits }

  func isAt(_ place: Int) -> Bool { signs[place].all > 0 }

  /// The bits of the signs inside a part, and not between the words of a phrase.
  func bits(inside piece: Piece) -> Double {
    if areRegular || piece.isPhrase { return 0 }
    return Double(signs[piece.range.lowerBound + 1..<piece.range.upperBound].count { $0.all > 0 })
  }

  /// The bits of the signs at `place` besides their choice: `common` for each that does not stand between two parts, or
  /// stands beside another.
  func bits(at place: Int, amongCharacters: Bool, _ common: Double) -> Double {
    if areRegular { return 0 }
    let (all, new) = signs[place]
    return common * Double(max(0, amongCharacters ? all - new : all - new - 1))
  }
}

extension GuessableText {
  /// The sign at `index`; of a closing bracket, the opening one that comes with it.
  fileprivate func opening(at index: Int) -> UInt8 {
    let byte = unsafe bytes[index]
    return switch byte {
    case 0x29: 0x28
    case 0x5D, 0x7D: byte - 2
    default: byte
    }
  }

  /// Whether the sign at `index` stands between letters, and looks like a letter.
  fileprivate func mayBeLetter(at index: Int) -> Bool {
    isAmongLetters(at: index) && scalar(of: unsafe bytes[index]).swappedLetters != nil
  }

  fileprivate func isAmongLetters(at index: Int) -> Bool {
    index > 0 && index + 1 < count && kind(at: index - 1) == .letter && kind(at: index + 1) == .letter
  }
}
