import TestSupport
import Testing
import WatchwordStrength
import WatchwordSystem

/// Walks over the keys of keyboards that libzxcvbn does not know.
@Suite struct WalkTests {
  private let meter: GuessMeter

  init() throws {
    meter = try GuessMeter(commonWords: CommonWords { PackageFile.root + "/packaging/lists" })
  }

  private func bits(_ text: String) -> Double { meter.estimate(of: text).bits ?? -1 }

  /// The three rows of letters of each keyboard, from the top.
  private static let keyboards: [(name: String, rows: [String])] = [
    ("US", ["qwertyuiop", "asdfghjkl;", "zxcvbnm,./"]),
    ("QWERTZ", ["qwertzuiopü", "asdfghjklöä", "yxcvbnm,.-"]),
    ("AZERTY", ["azertyuiop^$", "qsdfghjklmù*", "wxcvbn,;:!"]),
    ("Spanish", ["qwertyuiop`+", "asdfghjklñ´", "zxcvbnm,.-"]),
    ("Brazilian", ["qwertyuiop´[", "asdfghjklç~", "zxcvbnm,.;/"]),
    ("Nordic", ["qwertyuiopå¨", "asdfghjklöä", "zxcvbnm,.-"]),
    ("Turkish Q", ["qwertyuıopğü", "asdfghjklşi", "zxcvbnmöç."]),
    ("Turkish F", ["fgğıodrnhpqw", "uieaütkmlyşx", "jövcçzsb.,"]),
    ("Czech", ["qwertzuiopú)", "asdfghjklů§", "yxcvbnm,.-"]),
    ("Hungarian", ["qwertzuiopőú", "asdfghjkléáű", "yxcvbnm,.-"]),
    ("Russian", ["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю."]),
    ("Ukrainian", ["йцукенгшщзхї", "фівапролджє", "ячсмитьбю."]),
    ("Bulgarian", ["уеишщксдзц;", "ьяаожгтнвмч", "юйъэфхпрлб"]),
    ("Greek", [";ςερτυθιοπ[]", "ασδφγηξκλ΄'", "ζχψωβνμ,./"]),
    ("Hebrew", ["/'קראטוןםפ][", "שדגכעיחלךף,", "זסבהנמצתץ."]),
    ("Arabic", ["ضصثقفغعهخحجد", "شسيبلاتنمكط", "ئءؤرلاىةوزظ"]),
    ("Korean", ["ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", "ㅁㄴㅇㄹㅎㅗㅓㅏㅣ;", "ㅋㅌㅊㅍㅠㅜㅡ,./"]),
    ("Thai", ["ๆไำพะัีรนยบล", "ฟหกดเ้่าสวง", "ผปแอิืทมใฝ"]),
    ("Kana", ["たていすかんなにらせ", "ちとしはきくまのりれ", "つさそひこみもねるめ"]),
    ("Dvorak", ["',.pyfgcrl/=", "aoeuidhtns-", ";qjkxbmwvz"]),
    ("Colemak", ["qwfpgjluy;", "arstdhneio", "zxcvbkm,./"]),
    ("Bépo", ["bépoè^vdljzw", "auie,ctsrnm", "êàyx.k'qghf"]),
    ("Neo", ["xvlcwkhgfqß", "uiaeosnrtdy", "üöäpzbm,.j"]),
    ("Bulgarian phonetic", ["явертъуиопшщ", "асдфгхйкл", "зьцжбнм"]),
  ]

  @Test(arguments: keyboards.indices)
  func `B5 rows of keys, also twice, both, in zigzag and in blocks, take few guesses on any keyboard`(
    index: Int
  ) {
    let (name, rows) = Self.keyboards[index]
    let keys = rows.map { $0.unicodeScalars.map { String($0) } }
    let zigzag = (0..<4).map { keys[0][$0] + keys[1][$0] + keys[2][$0] }.joined()
    let twoRows = (0..<6).map { keys[0][$0] + keys[1][$0] }.joined()
    let block = keys.map { $0.prefix(3).joined() }
    for text in [
      rows[0], rows[1], rows[0] + rows[0], zigzag, twoRows, block.joined(), block.reversed().joined(),
    ] {
      #expect(bits(text) <= 20, "\(name): \(text)")
    }
    #expect(bits(rows[0] + rows[1]) <= 25, "\(name): \(rows[0] + rows[1])")
    #expect(bits(keys[1].reversed().joined()) <= 20, "\(name): backwards")
  }

  @Test(
    arguments: [
      "!@#$%^&*()_+", "!\"£$%^&*()_+", "!\"§$%&/()=?", "1234567890°+", "!\"·$%&/()=?¿", "!\"£$%&/()=?",
      "!\"#$%&/()=?",
      "!@#$%¨&*()_+", "!\"#¤%&/()=?", "!'^+%&/()=?_", "§'\"+!%/=()", "!\"№;%:?*()_+",
      "!?+\"%=:/–№$€", "+๑๒๓๔ู฿๕๖๗๘๙", "!@#$%^&*(){}", "°§ℓ»«$€„“”—", "ئءؤرلاىةوزظ",
      "いろはにほへとちりぬるをわかよた", "一二三四五六七八九十百千万億兆", "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
    ])
  func `B5 the row of digits takes few guesses with Shift, too, and so do letters in their order`(row: String)
  {
    for text in [row, String(String.UnicodeScalarView(row.unicodeScalars.reversed())), row + row] {
      #expect(bits(text) <= 20, "\(text): \(bits(text))")
    }
  }

  @Test(
    arguments: [
      ("1qaz@WSX3edc$RFV", 20), ("!QAZ2wsx#EDC4rfv", 20), ("!QAZ@WSX#EDC$RFV", 20), ("!Q2w#E4r%T6y&U8i", 20),
      ("1!2@3#4$5%", 40), ("!\"§$%&/()=?qwertz", 30),
      ("йцукенгшщзхъфыва", 25), ("ЙЦУКЕН-123", 25), ("йцук", 16), ("wxcvbn,;:!wxcvbn", 20),
      ("&é\"'(-è_çà)=&é\"'(", 25),
      ("AzErTyUiOp^$", 30), ("1qaz2wsx", 15), ("aoeuidhtns-qjkxbm", 30), ("qwfpgjluy;arstdhneio2026", 35),
      ("йцукенфывапр", 25), ("azertyqwerty", 25), ("йцуфывячскенапрмит", 35),
    ] as [(String, Double)])
  func `B5 a walk is found beside other things`(text: String, most: Double) {
    #expect(bits(text) <= most, "\(text)")
  }

  @Test func `B4 a walk on another keyboard is named`() {
    #expect(meter.estimate(of: "йцукенгшщзхъ").kinds == [.neighbours])
    #expect(meter.estimate(of: "aoeuidhtns").kinds == [.neighbours])
  }
}
