internal import WatchwordBase

/// The signs that stand between the parts of a text. Each takes its choice once, however often it comes again, so that a
/// second look at the text without the signs tells what the rest is worth (dropbox/zxcvbn#21).
struct Separators {
  /// The indices of the signs in the text.
  private(set) var indices: [Int] = []
  /// The bits of each sign: its choice where it comes first, later nothing.
  private(set) var bitsOfSigns: [Double] = []
  /// For each place of the text without signs, how many stand there, and how many of them were not seen before.
  private var signs: [(all: Int, new: Int)] = []
  /// Whether all stand at equal distances, or between all characters.
  private(set) var areRegular = true
  /// Whether all are one sign, one of those that most people take.
  private(set) var isOneCommonSign = false
  /// How many different signs there are.
  private(set) var kinds = 0
  /// Whether there are only digits besides, as in a phone number.
  private(set) var leaveDigits = true
  private var isUUID = false

  /// The bits of the choice of a sign, and of the places where it stands. The usual signs take one bit less.
  static let bitsOfSign = 5.0
  private static let bitsOfPattern = 1.0

  /// `nil` if no sign stands between two parts, or none comes again, and the text has neither copies nor only digits
  /// besides.
  init?(in text: borrowing GuessableText, besides addresses: [Range<Int>], hasCopies: Bool) {
    guard hasCopies || text.mayHaveSeparators else { return nil }
    // A set in which the signs are not laid out one after the other.
    var seen = ASCIIClass()
    var (distances, last, stripped, isRepeated) = ([Int](), 0, 0, false)
    signs = [(0, 0)]
    func isSign(_ index: Int) -> Bool {
      text.kind(at: index) == .sign && !addresses.contains { $0.contains(index) }
    }
    // A sign that looks like a letter stands for one where others separate.
    let hasOthers = (0..<text.count).contains { isSign($0) && !text.mayBeLetter(at: $0) }
    for index in 0..<text.count {
      let byte = text.opening(at: index)
      guard isSign(index), !(hasOthers && text.mayBeLetter(at: index))
      else {
        stripped += 1
        signs.append((0, 0))
        leaveDigits = leaveDigits && text.kind(at: index) == .digit
        continue
      }
      indices.append(index)
      let isNew = !seen.contains(byte)
      let isCommon = " -._".utf8.contains(byte)
      bitsOfSigns.append(isNew ? Self.bitsOfSign - (isCommon ? 1 : 0) + Self.bitsOfPattern : 0)
      isRepeated = isRepeated || !isNew
      if isNew {
        seen.insert(byte)
        kinds += 1
      }
      isOneCommonSign = kinds == 1 && isCommon
      if signs[stripped].all == 0, stripped > 0 {
        distances.append(stripped - last)
        last = stripped
      }
      signs[stripped].all += 1
      if isNew { signs[stripped].new += 1 }
    }
    guard isRepeated || hasCopies || leaveDigits, let first = distances.first, first < stripped else {
      return nil
    }
    let (least, most) = (distances.min() ?? first, distances.max() ?? first)
    // Behind the last sign, less may follow. Among many kinds of signs, equal distances are chance.
    areRegular =
      kinds < 3 && distances.count + (stripped > last ? 1 : 0) > 2 && most - least < 2
      && stripped - last <= most + 1
    isUUID = text.count == 36 && indices == [8, 13, 18, 23] && text.bitsOfCharacter(besides: []) == 4
    if isUUID { bitsOfSigns = bitsOfSigns.map { _ in 0 } }
  }

  /// Whether the signs seem to be chosen to separate, and not by chance.
  var areChosen: Bool { kinds < 3 || leaveDigits }

  func isAt(_ place: Int) -> Bool { signs[place].all > 0 }

  /// The bits of the signs inside a part, and not between the words of a phrase.
  func bits(inside piece: Piece) -> Double {
    if areRegular || isUUID || piece.isPhrase { return 0 }
    return Double(signs[piece.range.lowerBound + 1..<piece.range.upperBound].count { $0.all > 0 })
  }

  /// The bits of the signs at `place` besides their choice: `common` for each that does not stand between two parts, or
  /// stands beside another.
  func bits(at place: Int, amongCharacters: Bool, _ common: Double) -> Double {
    if areRegular || isUUID { return 0 }
    let (all, new) = signs[place]
    return common * Double(max(0, amongCharacters ? all - new : all - new - 1))
  }
}

extension GuessableText {
  /// Whether a sign comes again, or there is no letter. Otherwise no text without copies has separators.
  fileprivate var mayHaveSeparators: Bool {
    var (seen, hasLetters) = (ASCIIClass(), false)
    for index in 0..<count {
      switch kind(at: index) {
      case .letter: hasLetters = true
      case .digit: break
      case .sign where seen.contains(opening(at: index)): return true
      case .sign: seen.insert(opening(at: index))
      }
    }
    return !hasLetters
  }

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
    index > 0 && index + 1 < count && kind(at: index - 1) == .letter && kind(at: index + 1) == .letter
      && "@$!(|+%<[{".utf8.contains(unsafe bytes[index])
  }
}
