internal import Glibc

/// Where the keys of 24 keyboards are, each a line of four rows: from the one under the digits down, then the digits. What
/// follows is in the row of the digits, too: what its keys type with Shift, some in other countries.
enum Keyboards {
  static let count = 24
  /// How many steps are a walk: one more if the letters do not stand as on QWERTY, QWERTZ, AZERTY or ЙЦУКЕН.
  static let fewestSteps = lanes { isUsual($0) ? 3 : 4 }
  /// The same for a part that is called a row of keys, on usual keyboards alone.
  static let stepsOfRow = lanes { isUsual($0) ? 2 : 0x7F }
  private static func isUsual(_ keyboard: Int) -> Bool { keyboard < 4 || 8..<15 ~= keyboard }
  /// The place of a character that no key types, on eight keyboards.
  static let nowhere = 0x7F * everyByte
  static let everyByte: UInt64 = 0x0101_0101_0101_0101

  /// Those whose walks may be of ASCII alone: US, German, French, Turkish Q, Dvorak, Colemak, Bépo and Neo. The others:
  /// Brazilian, Nordic, Spanish, Czech, Hungarian, Russian, Ukrainian, Turkish F; Bulgarian, Greek, Hebrew, Arabic,
  /// Korean, Thai and Japanese kana, with the lowest Arabic row, in which one key types two letters of the row above; and
  /// Bulgarian phonetic, with the orders of kana, of numerals in kanji and of Korean letters.
  private static let rows = """
    qwertyuiop asdfghjkl; zxcvbnm,./ 1234567890-= !@#$%^&*()_+ !"£
    qwertzuiopü asdfghjklöä yxcvbnm,.- 1234567890ß !"§$%&/()=? !"#
    azertyuiop^$ qsdfghjklmù* wxcvbn,;:! &é"'(-è_çà)= 1234567890°+
    qwertyuıopğü asdfghjklşi zxcvbnmöç. 1234567890*- !'^+%&/()=?_
    ',.pyfgcrl/= aoeuidhtns- ;qjkxbmwvz 1234567890[] !@#$%^&*(){}
    qwfpgjluy; arstdhneio zxcvbkm,./ 1234567890-= !@#$%^&*()_+
    bépoè^vdljzw auie,ctsrnm êàyx.k'qghf "«»()@+-/*=% 1234567890°`
    xvlcwkhgfqß uiaeosnrtdy üöäpzbm,.j 1234567890- °§ℓ»«$€„“”—
    qwertyuiop´[ asdfghjklç~ zxcvbnm,.;/ 1234567890-= !@#$%¨&*()_+
    qwertyuiopå¨ asdfghjklöä zxcvbnm,.- 1234567890+ !"#¤%&/()=?
    qwertyuiop`+ asdfghjklñ´ zxcvbnm,.- 1234567890'¡ !"·$%&/()=?¿ !"£
    qwertzuiopú) asdfghjklů§ yxcvbnm,.- +ěščřžýáíé= 1234567890%
    qwertzuiopőú asdfghjkléáű yxcvbnm,.- 0123456789öüó §'"+!%/=()
    йцукенгшщзхъ фывапролджэ ячсмитьбю. 1234567890-= !"№;%:?*()_+
    йцукенгшщзхї фівапролджє ячсмитьбю. 1234567890-= !"№;%:?*()_+
    fgğıodrnhpqw uieaütkmlyşx jövcçzsb., 1234567890/- !"^$%&'()=?_
    уеишщксдзц; ьяаожгтнвмч юйъэфхпрлб 1234567890-. !?+"%=:/–№$€
    ;ςερτυθιοπ[] ασδφγηξκλ΄' ζχψωβνμ,./ 1234567890-= !@#$%^&*()_+
    /'קראטוןםפ][ שדגכעיחלךף, זסבהנמצתץ. 1234567890-= !@#$%^&*)(_+
    ضصثقفغعهخحجد شسيبلاتنمكط ئءؤرلاىةوزظ ١٢٣٤٥٦٧٨٩٠-= !@#$%^&*)(_+
    ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ ㅁㄴㅇㄹㅎㅗㅓㅏㅣ; ㅋㅌㅊㅍㅠㅜㅡ,./ 1234567890-= !@#$%^&*()_+
    ๆไำพะัีรนยบล ฟหกดเ้่าสวง ผปแอิืทมใฝ ๅ/-ภถุึคตจขช +๑๒๓๔ู฿๕๖๗๘๙
    たていすかんなにらせ ちとしはきくまのりれ つさそひこみもねるめ ぬふあうえおやゆよわほへ ئءؤرلاىةوزظ
    явертъуиопшщ асдфгхйкл зьцжбнм 1234567890-= いろはにほへとちりぬるをわかよた 一二三四五六七八九十百千万億兆 ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎㅏㅑ
    """

  /// The places of a key on the eight keyboards of `group`, each a byte: a multiple of 16 for the row, and the column.
  static func places(of key: Unicode.Scalar, in group: Int) -> UInt64 {
    key.isASCII && group == 0 ? ascii[Int(key.value)] : all[key.value << 2 | UInt32(group)] ?? nowhere
  }

  private static let all = places(on: 0..<count)
  /// The same for ASCII, which most texts are: those of the first group are found sooner.
  private static let ascii = {
    let known = places(on: 0..<8)
    return (0..<128).map { known[$0 << 2] ?? nowhere }
  }()

  private static func places(on keyboards: Range<Int>) -> [UInt32: UInt64] {
    var places: [UInt32: UInt64] = [:]
    for (keyboard, line) in rows.split(separator: "\n").enumerated() where keyboards ~= keyboard {
      for (row, keys) in line.split(separator: " ").enumerated() {
        for (column, key) in keys.unicodeScalars.enumerated() {
          let (index, lane) = (key.value << 2 | UInt32(keyboard / 8), UInt64(keyboard % 8 * 8))
          let known = places[index] ?? nowhere
          // In Arabic, two keys together are one elsewhere: the first place counts.
          if known >> lane & 0x7F < 0x7F { continue }
          places[index] = known ^ UInt64(16 * min(row, 3) + column ^ 0x7F) << lane
        }
      }
    }
    return places
  }

  /// A byte for each keyboard.
  private static func lanes(_ byte: (Int) -> UInt64) -> [UInt64] {
    (0..<3).map { group in (0..<8).reduce(0) { $0 | byte(8 * group + $1) << UInt64(8 * $1) } }
  }
}

extension GuessableText {
  /// Adds walks over the keys of a keyboard: along a row, column by column over two to four rows, or row by row through
  /// three columns.
  func findWalks(_ found: inout [Piece]) {
    forEachWalk(in: 0..<count, of: Keyboards.fewestSteps, mostRows: 4) { walk, rows, isFromEdge in
      let bits = log2(Double(Keyboards.count * (walk.count - 3))) + (isFromEdge ? 3 : log2(47.0))
      found.append(Piece(range: walk, bits: bits + Double(2 * rows - 1), kind: .found(.neighbours)))
    }
  }

  /// Whether the part at `range` is made of keys that follow each other in a row, at least three at a time.
  func isOfRows(_ range: Range<Int>) -> Bool {
    var end = range.lowerBound
    forEachWalk(in: range, of: Keyboards.stepsOfRow, mostRows: 1) { walk, _, _ in
      if walk.lowerBound <= end { end = walk.upperBound }
    }
    return end == range.upperBound
  }

  /// Calls `body` with each walk over one to `mostRows` rows: every key stands beside the one typed that many keys
  /// earlier, or above or below the one typed three keys earlier. For each end only the longest. Over several rows it has four steps at least. Each byte of a number is one of
  /// eight keyboards.
  private func forEachWalk(
    in range: Range<Int>, of fewest: [UInt64], mostRows: Int,
    _ body: (_ walk: Range<Int>, _ rows: Int, _ isFromEdge: Bool) -> Void
  ) {
    let (every, highest) = (Keyboards.everyByte, 0x80 * Keyboards.everyByte)
    for group in 0..<(tableCount > 0 ? 3 : 1) {
      var before = InlineArray<4, UInt64>(repeating: Keyboards.nowhere)
      // How many steps go on in each number of rows, to the right and to the left, and through three columns.
      var walks = InlineArray<10, UInt64>(repeating: 0)
      for index in range {
        let places = Keyboards.places(of: scalar(of: lower(at: index)), in: group)
        for way in 0..<(mostRows == 1 ? 2 : 10) {
          let (rows, next): (Int, UInt64) = way < 8 ? (way / 2 + 1, 1) : (3, 16)
          let sum = way & 1 == 0 ? 0x80 + next : 0x80 - next
          let step = (places | highest) &- before[(index - rows) & 3] ^ sum * every
          // All bits of the bytes that are zero in `step`.
          let isNext = (~((step & ~highest) &+ ~highest | step | ~highest) >> 7) &* 0xFF
          walks[way] = (walks[way] &+ every) & isNext
          let few = rows == 1 ? fewest[group] : 4 * every
          if ((walks[way] | highest) &- few) & highest == 0 { continue }
          var (longest, lane): (UInt64, UInt64) = (0, 0)
          for bit in stride(from: UInt64(0), to: 64, by: 8) where walks[way] >> bit & 0x7F > longest {
            (longest, lane) = (walks[way] >> bit & 0x7F, bit)
          }
          let start = index - Int(longest) - rows + 1
          let first = Keyboards.places(of: scalar(of: lower(at: start)), in: group) >> lane
          body(start..<index + 1, rows, first & 0x0F == 0)
        }
        before[index & 3] = places
      }
    }
  }
}
