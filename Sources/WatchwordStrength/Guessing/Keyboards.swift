internal import Glibc
internal import WatchwordBase

/// Where the keys of 23 keyboards are, each a line of four rows: from the one under the digits down, then the digits.
enum Keyboards {
  static let count = 23
  /// Those whose letters do not stand as on QWERTY, QWERTZ, AZERTY or ЙЦУКЕН.
  static func isRare(_ keyboard: Int) -> Bool { 9...13 ~= keyboard || keyboard > 15 }
  /// The distance between two rows in a place, which is that of a row and a column.
  static let row: UInt32 = 16
  /// The place of a character that no key types.
  static let nowhere: UInt32 = 0x7F

  /// US, German, French, Spanish, Brazilian, Nordic, Turkish Q, Czech, Hungarian; Turkish F, Dvorak, Colemak, Bépo, Neo;
  /// Russian, Ukrainian; Bulgarian, Greek, Hebrew, Arabic, Korean, Thai and Japanese kana.
  private static let rows = """
    qwertyuiop asdfghjkl; zxcvbnm,./ 1234567890-=
    qwertzuiopü asdfghjklöä yxcvbnm,.- 1234567890ß
    azertyuiop^$ qsdfghjklmù* wxcvbn,;:! &é"'(-è_çà)=
    qwertyuiop`+ asdfghjklñ´ zxcvbnm,.- 1234567890'¡
    qwertyuiop´[ asdfghjklç~ zxcvbnm,.;/ 1234567890-=
    qwertyuiopå¨ asdfghjklöä zxcvbnm,.- 1234567890+
    qwertyuıopğü asdfghjklşi zxcvbnmöç. 1234567890*-
    qwertzuiopú) asdfghjklů§ yxcvbnm,.- +ěščřžýáíé=
    qwertzuiopőú asdfghjkléáű yxcvbnm,.- 0123456789öüó
    fgğıodrnhpqw uieaütkmlyşx jövcçzsb., 1234567890/-
    ',.pyfgcrl/= aoeuidhtns- ;qjkxbmwvz 1234567890[]
    qwfpgjluy; arstdhneio zxcvbkm,./ 1234567890-=
    bépoè^vdljzw auie,ctsrnm êàyx.k'qghf "«»()@+-/*=%
    xvlcwkhgfqß uiaeosnrtdy üöäpzbm,.j 1234567890-
    йцукенгшщзхъ фывапролджэ ячсмитьбю. 1234567890-=
    йцукенгшщзхї фівапролджє ячсмитьбю. 1234567890-=
    уеишщксдзц; ьяаожгтнвмч юйъэфхпрлб 1234567890-.
    ;ςερτυθιοπ[] ασδφγηξκλ΄' ζχψωβνμ,./ 1234567890-=
    /'קראטוןםפ][ שדגכעיחלךף, זסבהנמצתץ. 1234567890-=
    ضصثقفغعهخحجد شسيبلاتنمكط ئءؤرلاىةوزظ ١٢٣٤٥٦٧٨٩٠-=
    ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ ㅁㄴㅇㄹㅎㅗㅓㅏㅣ; ㅋㅌㅊㅍㅠㅜㅡ,./ 1234567890-=
    ๆไำพะัีรนยบล ฟหกดเ้่าสวง ผปแอิืทมใฝ ๅภถุึคตจขช
    たていすかんなにらせ ちとしはきくまのりれ つさそひこみもねるめ ぬふあうえおやゆよわほへ

    """

  static func forEachKey(_ body: (_ keyboard: Int, _ place: UInt32, Unicode.Scalar) -> Void) {
    var (keyboard, row, column): (Int, UInt32, UInt32) = (0, 0, 0)
    for key in rows.unicodeScalars {
      switch key {
      case "\n": (keyboard, row, column) = (keyboard + 1, 0, 0)
      case " ": (row, column) = (row + Self.row, 0)
      default:
        body(keyboard, row + column, key)
        column += 1
      }
    }
  }

  /// For each character of ASCII its places on the first 16 keyboards, each a byte of two numbers.
  private static let ascii = {
    var places = [UInt64](repeating: UInt64(nowhere) * everyByte, count: 256)
    forEachKey { keyboard, place, key in
      guard key.isASCII, keyboard < 16 else { return }
      places[Int(key.value) * 2 + keyboard / 8] ^= UInt64(place ^ nowhere) << UInt64(keyboard % 8 * 8)
    }
    return places
  }()
  private static let everyByte: UInt64 = 0x0101_0101_0101_0101

  /// Whether two keys of ASCII stand side by side in a row, for eight keyboards: the highest bit of each byte is set.
  @inline(__always)
  static func areNeighbours(_ one: UInt8, _ other: UInt8, in group: Int) -> UInt64 {
    let distance = (ascii[Int(one) * 2 + group] | 0x80 * everyByte) &- ascii[Int(other) * 2 + group]
    let lowest7 = 0x7F * everyByte
    /// The highest bit of each byte that is zero.
    func zeros(_ bytes: UInt64) -> UInt64 { ~((bytes & lowest7) &+ lowest7 | bytes | lowest7) }
    return zeros(distance ^ 0x81 * everyByte) | zeros(distance ^ 0x7F * everyByte)
  }
}

extension GuessableText {
  /// Adds walks over the keys of a keyboard: along a row, or column by column over two to four rows. One that another
  /// walk on the same keyboard follows is also a part together with it.
  func findWalks(_ found: inout [Piece]) {
    let keyboards = keyboardsOfWalks
    if keyboards == 0 { return }
    var (last, typed) = (0, ASCIIClass())
    for index in 0..<count {
      unsafe letters[index] = Keyboards.nowhere
      if lower(at: index) < 0x80 { typed.insert(lower(at: index)) }
    }
    Keyboards.forEachKey { keyboard, place, key in
      guard keyboards & 1 << UInt32(keyboard) != 0 else { return }
      if keyboard != last {
        findWalks(on: last, &found)
        for index in 0..<count { unsafe letters[index] = Keyboards.nowhere }
        last = keyboard
      }
      guard let byte = key.isASCII ? UInt8(key.value) : byte(ofLetter: key),
        byte > 0x7F || typed.contains(byte)
      else { return }
      // In Arabic, two keys together are one elsewhere: the first place counts.
      for index in 0..<count where unsafe lower(at: index) == byte && letters[index] == Keyboards.nowhere {
        unsafe letters[index] = place
      }
    }
    findWalks(on: last, &found)
  }

  /// The keyboards on which there may be a walk, a bit for each: three characters in a row stand beside those before. For
  /// ASCII, this looks at eight keyboards at once.
  private var keyboardsOfWalks: UInt32 {
    if tableCount > 0 { return ~0 }
    var keyboards: UInt32 = 0
    for group in 0...1 {
      var found: UInt64 = 0
      for rows in 1...Self.mostRows {
        var (last, lastButOne): (UInt64, UInt64) = (0, 0)
        for index in stride(from: rows, to: count, by: 1) {
          let now = Keyboards.areNeighbours(lower(at: index), lower(at: index - rows), in: group)
          found |= now & last & lastButOne
          (last, lastButOne) = (now, last)
        }
      }
      for keyboard in 0..<8 where found >> UInt64(8 * keyboard + 7) & 1 != 0 {
        keyboards |= 1 << UInt32(8 * group + keyboard)
      }
    }
    return keyboards
  }

  /// Adds the walks over the places in ``letters``.
  private func findWalks(on keyboard: Int, _ found: inout [Piece]) {
    let least = Self.leastWalk + (Keyboards.isRare(keyboard) ? 1 : 0)
    var (start, last): (Int, Piece?) = (0, nil)
    while start + least <= count {
      guard let (end, bits) = walk(from: start, least: least) else {
        start += 1
        continue
      }
      var piece = Piece(range: start..<end, bits: bits + Self.bitsOfKeyboard, kind: .found(.neighbours))
      found.append(piece)
      if let last, last.range.upperBound == start {
        (piece.range, piece.bits) = (last.range.lowerBound..<end, last.bits + bits)
        found.append(piece)
      }
      (start, last) = (end, piece)
    }
  }

  private static let leastWalk = 4
  private static let mostRows = 4
  private static let bitsOfKeyboard = log2(Double(Keyboards.count))
  /// The bits of where a walk begins: at an end of a row, or at any key.
  private static let bitsOfEdge = 3.0
  private static let bitsOfKey = log2(47.0)

  /// The longest walk from `start` over the places in ``letters``: each key stands beside that of one to four keys
  /// before, and the first of these are in one column.
  private func walk(from start: Int, least: Int) -> (end: Int, bits: Double)? {
    let first = unsafe letters[start]
    if first == Keyboards.nowhere { return nil }
    var (best, rows) = (start, 0)
    for number in 1...Self.mostRows {
      let (second, shortest) = (start + number, number == 1 ? least : Self.leastWalk + number)
      guard start + shortest <= count else { break }
      let step = unsafe letters[second] &- first
      if step == 1 || step == ~0 {
        var end = second + 1
        while end < count, unsafe letters[end] != Keyboards.nowhere,
          unsafe letters[end] &- letters[end - number] == step
        {
          end += 1
        }
        if end - start >= shortest, end > best { (best, rows) = (end, number) }
      }
      guard unsafe letters[second] % Keyboards.row == first % Keyboards.row else { break }
    }
    guard rows > 0 else { return nil }
    let bits =
      (first % Keyboards.row == 0 ? Self.bitsOfEdge : Self.bitsOfKey) + Double(1 + rows)
      + log2(Double(best - start))
    return (best, bits)
  }
}
