import WatchwordScreen

extension Row {
  /// Every known form of a key, from xterm, rxvt, the Linux console and VT220.
  static let keys: [Row] =
    keysBehindEscape.map { Row("\u{1B}\($0)", .key($1, $2)) } + [
      Row([0x00], .key(.control("@"))), Row([0x01], .key(.control("a"))), Row([0x03], .key(.control("c"))),
      Row([0x08], .key(.backspace)), Row([0x09], .key(.tab)), Row([0x0A], .key(.enter)),
      Row([0x0D], .key(.enter)), Row([0x12], .key(.control("r"))), Row([0x1A], .key(.control("z"))),
      Row([0x1B], .key(.escape)), Row([0x1C], .key(.control("\\"))), Row([0x1D], .key(.control("]"))),
      Row([0x1E], .key(.control("^"))), Row([0x1F], .key(.control("_"))), Row([0x7F], .key(.backspace)),
      Row("a", .key(.scalar("a"))), Row(" ", .key(.scalar(" "))), Row("~", .key(.scalar("~"))),
      Row("é", .key(.scalar("é"))), Row("漢", .key(.scalar("漢"))), Row("🔒", .key(.scalar("🔒"))),
      Row("e\u{301}", .key(.scalar("e")), .key(.scalar("\u{301}"))), Row("\u{1B}b", .key(.alt("b"))),
      Row("\u{1B}B", .key(.alt("B"))), Row("\u{1B}é", .key(.alt("é"))), Row("\u{1B} ", .key(.alt(" "))),
      Row("\u{1B}.", .key(.alt("."))), Row("\u{1B}[[F"),
      Row("\u{1B}[<0;1;1M", .press(Position(row: 0, column: 0))),
      Row("\u{1B}[<0;80;24M", .press(Position(row: 23, column: 79))),
      Row("\u{1B}[<0;1000;300M", .press(Position(row: 299, column: 999))),
      Row("\u{1B}[<0;3;4m", .release(Position(row: 3, column: 2))),
      Row("\u{1B}[<3;3;4m", .release(Position(row: 3, column: 2))),
      Row("\u{1B}[<16;3;4m", .release(Position(row: 3, column: 2))),
      Row("\u{1B}[24;80R", .cursor(Position(row: 23, column: 79))),
      Row("\u{1B}[2;2R", .cursor(Position(row: 1, column: 1))),
      Row("\u{1B}[1;1R", .cursor(Position(row: 0, column: 0))),
      Row("\u{1B}[?1;2R", .place(Position(row: 0, column: 1))),
      Row("\u{1B}[?24;80;1R", .place(Position(row: 23, column: 79))),
    ] + encoded

  private static let keysBehindEscape: [(String, Key.Code, Key.Modifiers)] =
    plainKeysBehindEscape.map { ($0, $1, []) } + [
      ("\u{7F}", .backspace, .alt), ("\u{8}", .backspace, .alt), ("\r", .enter, .alt),
      ("\u{1}", .scalar("a"), [.alt, .control]), ("[Z", .tab, .shift), ("[1;2Z", .tab, .shift),
      ("[1;6Z", .tab, [.shift, .control]), ("[1;2P", .function(1), .shift), ("[1;5C", .right, .control),
      ("[1;3D", .left, .alt), ("[1;9D", .left, .alt), ("[1;8A", .up, [.shift, .alt, .control]),
      ("[5C", .right, .control), ("[;5C", .right, .control), ("[1;2R", .function(3), .shift),
      ("[3;5~", .delete, .control), ("[15;2~", .function(5), .shift), ("[3^", .delete, .control),
      ("[3$", .delete, .shift), ("[3@", .delete, [.control, .shift]), ("[7$", .home, .shift),
      ("[a", .up, .shift), ("[d", .left, .shift), ("Oa", .up, .control), ("Od", .left, .control),
      ("\u{1B}[A", .up, .alt), ("\u{1B}OA", .up, .alt), ("\u{1B}[3~", .delete, .alt),
      ("\u{1B}[3^", .delete, [.alt, .control]), ("O5P", .function(1), .control),
      ("O1;2Q", .function(2), .shift),
    ]

  private static let plainKeysBehindEscape: [(String, Key.Code)] = [
    ("[A", .up), ("[B", .down), ("[C", .right), ("[D", .left), ("[H", .home), ("[F", .end),
    ("[P", .function(1)), ("[1;1H", .home), ("[1~", .home), ("[2~", .insert), ("[3~", .delete), ("[4~", .end),
    ("[5~", .pageUp), ("[6~", .pageDown), ("[7~", .home), ("[8~", .end), ("[11~", .function(1)),
    ("[15~", .function(5)), ("[17~", .function(6)), ("[21~", .function(10)), ("[23~", .function(11)),
    ("[24~", .function(12)), ("[26~", .function(14)), ("[28~", .function(15)), ("[29~", .function(16)),
    ("[31~", .function(17)), ("[34~", .function(20)), ("[[A", .function(1)), ("[[E", .function(5)),
    ("OA", .up), ("OH", .home), ("OF", .end), ("OP", .function(1)), ("OS", .function(4)), ("OM", .enter),
    ("OI", .tab), ("O ", .scalar(" ")), ("OX", .scalar("=")), ("Oj", .scalar("*")), ("Ok", .scalar("+")),
    ("Ol", .scalar(",")), ("Om", .scalar("-")), ("On", .scalar(".")), ("Oo", .scalar("/")),
    ("Op", .scalar("0")), ("Oy", .scalar("9")),
  ]

  /// Keys in the encodings that an earlier program may have asked for.
  private static let encoded: [Row] =
    encodedKeys.map { Row("\u{1B}[\($0)", .key($1, $2)) }
    + encodedTexts.map { Row("\u{1B}[\($0)", Heard.text($1)) }
    // A key that types a text without telling it.
    + [
      "49;2u", "228;2u", "233;2u", "233;65u", "49;65u", "97;66u", "223;2u", "57409u", "57416;129u", "101;u",
      "101;0u", "55296u", "99999999999999999999u", "1114112;1u", "97;;55296u", "97;999u", "27;2;55296~",
      "27;300;97~", "90;9;55357;1;0;1_", "0;0;55357;1;0;1_",
    ].map { Row("\u{1B}[\($0)", .notText) } + [
      // AltGr is held until it is released, or until a key is pressed that types nothing.
      Row("\u{1B}[57453u\u{1B}[113u", .notText), Row("\u{1B}[57453u\u{1B}[113;;64u", .key(.scalar("@"))),
      Row("\u{1B}[57453u\u{1B}[57453;1:3u\u{1B}[113u", .key(.scalar("q"))),
      Row("\u{1B}[57453u\u{1B}[113;2u\u{1B}[127u\u{1B}[113u", .notText, .key(.backspace), .key(.scalar("q"))),
      Row("\u{1B}[65;30;97;1;0;2_b", Heard.text("aab")), Row("\u{1B}[65;30;97;1;0;0_", Heard.text("a")),
      Row("\u{1B}[37;75;0;1;256;3_", .key(.left), .key(.left), .key(.left)),
      Row("\u{1B}[65;30;97;0;0;2_"), Row("\u{1B}[0;0;55357;1;0;1_\u{1B}[0;0;56832;1;0;1_", .notText),
      Row("\u{1B}[27;2;66~\u{1B}[27;2;67~", .key(.scalar("B")), .key(.scalar("C"))),
      // Too long to hold.
      Row("\u{1B}[0;;" + String(repeating: "12354:", count: 9) + "12354u", .notText),
      Row("\u{1B}[0;;" + String(repeating: "12354:", count: 9) + "\u{3}", .key(.control("c"))),
    ]

  /// `text` as Windows Terminal sends what no key types.
  private static func wrapped(_ text: String) -> String {
    text.unicodeScalars.map { "\u{1B}[0;0;\($0.value);1;0;1_" }.joined()
  }

  /// `text` as Windows Terminal sends what keys type.
  private static func pressed(_ text: String) -> String {
    text.utf16.map { "\u{1B}[65;30;\($0);1;0;1_\u{1B}[65;30;\($0);0;0;1_" }.joined()
  }

  /// Text and replies in key events of Windows Terminal, which an earlier program has asked for.
  static let wrapped: [Row] =
    ["te", "", "a\tb\r", "ü漢", "\u{3}"].map {
      Row(
        wrapped("\u{1B}[200~") + pressed($0) + wrapped("\u{1B}[201~") + "x", .paste(Array($0.utf8)),
        .key(.scalar("x")))
    } + [
      Row(wrapped("\u{1B}[200~te\u{1B}[201~") + pressed("x"), .paste(Array("te".utf8)), .key(.scalar("x"))),
      Row(
        wrapped("\u{1B}[200~") + "\u{1B}[16;42;0;1;16;1_" + pressed("t🔒") + wrapped("\u{1B}[201~"),
        .paste(Array("t\u{FFFD}".utf8))),
      Row(wrapped("\u{1B}[200~") + pressed("t") + "x", .abandoned([0x74]), .key(.scalar("x"))),
      Row(wrapped("\u{1B}[200~") + "\u{1B}[A", .abandoned([]), .key(.up)),
      Row(wrapped("\u{1B}[200~") + pressed("t") + "\u{1B}[65;3", .abandoned([0x74])),
      Row(wrapped("\u{1B}[?64;1;2;6;9;15;16;17;18;21;22;28c") + "a", .attributes, .key(.scalar("a"))),
      Row(wrapped("\u{1B}]11;rgb:0000/2b2b/3636\u{1B}\\"), .background(0, 0x2B, 0x36)),
      Row(wrapped("\u{1B}"), .key(.escape)), Row("a" + wrapped("b") + "c", Heard.text("abc")),
    ]

  private static let encodedTexts: [(String, String)] = [
    ("27;2;66~", "B"), ("27;2;98~", "b"), ("27;1;64~", "@"), ("27;2;228~", "ä"), ("27;2;32~", " "),
    ("27;2;128274~", "🔒"), ("66;2u", "B"), ("98;2u", "B"), ("98u", "b"), ("98;;98u", "b"),
    ("98:66;2:1u", "B"),
    ("98:66;2:2u", "B"), ("228u", "ä"), ("228;u", "ä"), ("233:50;2u", "2"), ("49:33;2u", "!"), ("32;2u", " "),
    ("32;66u", " "), ("98;65u", "B"), ("1073;2u", "Б"), ("1073;65u", "Б"), ("196;2u", "Ä"), ("98;129u", "b"),
    ("97;65;97u", "a"), ("97;4;229u", "å"), ("0;;229u", "å"), ("101;;101:769u", "e\u{301}"),
    ("0;;97:98:99u", "abc"), ("57399;129u", "0"), ("57408u", "9"), ("57409;;44u", ","), ("57410u", "/"),
    ("57411u", "*"), ("57412u", "-"), ("57413u", "+"), ("57415u", "="), ("66;48;66;1;16;1_", "B"),
    ("81;16;64;1;9;1_", "@"), ("231;0;228;1;0;1_", "ä"), ("66;48;66;1;16_", "B"), ("18;56;228;0;0;1_", "ä"),
    ("0;0;97;1_", "a"), ("81;16;64;1;10;1_", "@"),
  ]

  private static let encodedKeys: [(String, Key.Code, Key.Modifiers)] = [
    ("99;5u", .scalar("c"), .control), ("27;5;99~", .scalar("c"), .control),
    ("27;6;67~", .scalar("c"), .control),
    ("99;69u", .scalar("c"), .control), ("1089::99;5u", .scalar("c"), .control),
    ("67;46;3;1;8;1_", .scalar("c"), .control), ("120;3u", .scalar("x"), .alt),
    ("27;3;120~", .scalar("x"), .alt),
    ("27;4;88~", .scalar("X"), .alt), ("120:88;4u", .scalar("X"), .alt), ("120;4u", .scalar("X"), .alt),
    ("27;9;120~", .scalar("x"), .alt), ("120;33u", .scalar("x"), .alt),
    ("99;7u", .scalar("c"), [.control, .alt]),
    ("88;45;120;1;2;1_", .scalar("x"), .alt), ("32;5u", .scalar("@"), .control), ("27u", .escape, []),
    ("91;5u", .escape, []), ("27;1;27~", .escape, []), ("27;1;27;1;0;1_", .escape, []),
    ("13u", .enter, []), ("13;2u", .enter, []), ("27;5;13~", .enter, []), ("57414;129u", .enter, []),
    ("109;5u", .enter, []), ("13;28;13;1;0;1_", .enter, []), ("0;0;13;1_", .enter, []),
    ("13;3u", .enter, .alt),
    ("9u", .tab, []), ("9;2u", .tab, .shift), ("27;2;9~", .tab, .shift), ("9;15;9;1;16;1_", .tab, .shift),
    ("27;5;9~", .tab, []), ("127u", .backspace, []), ("127;2u", .backspace, []),
    ("27;2;127~", .backspace, []),
    ("27;5;8~", .backspace, []), ("8;14;8;1;0;1_", .backspace, []), ("127;3u", .backspace, .alt),
    ("49;5u", .scalar("1"), .control), ("1;5:1C", .right, .control), ("1;129:2D", .left, []),
    ("3;1:1~", .delete, []), ("1;65P", .function(1), []), ("57417u", .left, []), ("57424;2u", .end, .shift),
    ("57426u", .delete, []), ("57376u", .function(13), []), ("57398u", .function(35), []),
    ("37;75;0;1;256;1_", .left, []), ("36;71;0;1;264;1_", .home, .control), ("46;83;0;1;256;1_", .delete, []),
    ("112;59;0;1;0;1_", .function(1), []),
  ]

  /// The longest replies to DA1 that real terminals send, and longer ones: WezTerm, xterm 379, Windows Terminal, 255 to
  /// 257 bytes, 5,000.
  static let longReplies = [
    "?65;4;6;18;22;52", "?64;1;2;6;9;15;16;17;18;21;22;28", "?61;4;6;7;14;21;22;23;24;28;32;42;52",
    "?" + String(repeating: "1;", count: 125) + "1", "?" + String(repeating: "1;", count: 125) + "21",
    "?" + String(repeating: "1;", count: 125) + "321", "?" + String(repeating: "52;", count: 1665) + "1",
  ]

  /// What is swallowed whole.
  static let swallowed: [Row] =
    sequences.map { Row("\u{1B}\($0)") }
    + longReplies.flatMap { reply in
      [
        Row("\u{1B}[\(reply)c", .attributes), Row("\u{1B}\u{1B}[\(reply)c", .key(.escape), .attributes),
        Row("\u{1B}[\(reply)ca", .attributes, .key(.scalar("a"))),
        Row("\u{1B}[\(reply)\u{3}", .key(.control("c"))),
      ]
    } + [
      // X10's, whose coordinates may be anything, and urxvt's.
      Row([0x1B, 0x5B, 0x4D, 0x20, 0x1B, 0x5B]), Row([0x1B, 0x5B, 0x4D, 0x20, 0xFF, 0xC3]),
      Row([0x1B, 0x5B, 0x4D, 0x03, 0x0D, 0x18]),
      // The same in UTF-8 (mode 1005): beyond column 95, row 95, and for another button.
      Row("\u{1B}[M \u{100}!"), Row("\u{1B}[M !\u{100}"), Row("\u{1B}[M\u{A1}\u{7FF}\u{80}"),
      // Focus; device attributes, status, cursor position, mode, window size.
      Row("\u{1B}[?62;22c", .attributes),
      // Device strings, ended by ST or BEL.
      Row("\u{1B}]11;rgb:0000/2b2b/3636\u{1B}\\", .background(0, 0x2B, 0x36)),
      Row("\u{1B}]11;rgb:ffff/f/00\u{7}", .background(255, 255, 0)),
      Row("\u{1B}]11;rgba:fdfd/f6f6/e3e3/ffff\u{7}", .background(0xFD, 0xF6, 0xE3)),
      Row("\u{1B}\u{1B}[?1;2c", .key(.escape), .attributes),
      // Modes: set and reset, for good too.
      Row("\u{1B}[?2026;2$y", .mode(2026, false)), Row("\u{1B}[?1049;1$y", .mode(1049, true)),
      Row("\u{1B}[?1;4$y\u{1B}[?2004;3$y", .mode(1, false), .mode(2004, true)),
      Row("\u{1B}\u{1B}[?1;1$y", .key(.escape), .mode(1, true)),
      Row("\u{1B}\u{1B}]11;rgb:0/0/0\u{7}", .key(.escape), .background(0, 0, 0)),
    ]

  private static let sequences: [String] = [
    // Other reports of the mouse: release, Shift, motion, the wheel, other buttons, no such cell.
    "[<1;3;4m", "[<2;3;4m", "[<32;3;4m", "[<4;3;4M", "[<8;3;4M", "[<16;3;4M", "[<32;3;4M", "[<35;3;4M",
    "[<64;3;4M", "[<65;3;4M",
    "[<1;3;4M", "[<2;3;4M", "[<128;3;4M", "[<0;0;4M", "[<0;3M", "[<0;99999;4M", "[<0;3;4;5M",
    // X10's, whose coordinates may be anything, and urxvt's.
    "[M !!", "[32;10;5M",
    // Focus; device attributes, status, cursor position, mode, window size.
    "[I", "[O", "[>41;354;0c", "[=1c", "[0n", "[1;80;3R", "[2;0R", "[20;2$y", "[?1015;0$y",
    "[?1015;5$y", "[?1015$y", "[?1;2;1$y", "[?1;1y", "[?1;1#y",
    "[8;24;80t", "[?1u",
    // Device strings, ended by ST or BEL.
    "P>|XTerm(379)\u{1B}\\", "P1+r436f=323536\u{1B}\\", "]11;rgb:ffff\u{7}", "]11;rgb:xx/00/00\u{7}",
    "]11;rgb:00000/00/00\u{7}", "]11;?\u{7}", "]lé\u{7}", "_Gi=1;OK\u{1B}\\", "^private\r\n\u{1B}\\",
    "Xstart\u{1B}\\",
    // Unknown keys, and a stray end of a paste.
    "[E", "OE", "[99~", "[3;5;7~", "[2;5C", "Oz", "[201~", "[1;2;3A", "[u", "[>1;5C", "[1 A", "[1 1A",
    "[1;300C", "[1?A",
    // Encoded keys that type nothing (releases, modifiers and locks, media, unknown keys), and what is no key.
    "[97;1:3u", "[97:65;2:3;65u", "[1;5:3C", "[3;1:3~", "[13;1:3u", "[57441;2u", "[57358;65u", "[57360u",
    "[57428u", "[57450u", "[57344u", "[63743u", "[57427u", "[97;9u", "[97;17u", "[0u", "[200:1~", "[>97u",
    "[?97;2u", "[97 u", "[16;42;0;1;16;1_", "[65;30;97;0;0;1_", "[222;40;0;1;0;1_", "[20;58;0;1;128;1_", "[_",
    "[65_", "[90;9;56832;1;0;1_",
    // Cut short by CAN or SUB.
    "[12\u{18}", "[12\u{1A}", "O\u{18}", "]11;\u{18}", "P\u{1A}",
    // Left unfinished.
    "[", "[1;5", "O", "[[", "[M !", "]11;rgb", "]11;rgb\u{1B}", "\u{1B}[",
    // Too long to hold.
    "[" + String(repeating: "1;", count: 300) + "A", "[" + String(repeating: " ", count: 300) + "u",
    "[" + String(repeating: "1;", count: 300) + " u", "[" + String(repeating: "1;", count: 300) + "?u",
    "[?" + String(repeating: "1;", count: 300) + "u", "[?" + String(repeating: "1;", count: 300) + "$y",
    "[?" + String(repeating: "1;", count: 300) + ":c", "[?1:" + String(repeating: "1;", count: 300) + "c",
    "[?" + String(repeating: "1;", count: 300) + " c", "[>" + String(repeating: "1;", count: 300) + "c",
    "[" + String(repeating: "1;", count: 300) + "c", "O?" + String(repeating: "1;", count: 300) + "c",
    "O" + String(repeating: "9", count: 40) + "P", "]52;c;" + String(repeating: "A", count: 5000) + "\u{7}",
  ]

  /// Sequences broken by a byte that then counts alone, and other mixtures.
  static let mixtures: [Row] = [
    Row("\u{1B}[12\r", .key(.enter)), Row("\u{1B}[\u{3}", .key(.control("c"))),
    Row("\u{1B}O\u{7F}", .key(.backspace)), Row("\u{1B}[1;é", .key(.scalar("é"))),
    Row("\u{1B}[1\u{1B}[A", .key(.up)), Row("\u{1B}[[\u{3}", .key(.control("c"))),
    Row("\u{1B}]11;\u{1B}[A", .key(.up)), Row("\u{1B}]11;\u{3}", .key(.control("c"))),
    Row("\u{1B}P\u{1B}\u{1B}", .key(.escape), .key(.escape)),
    Row("\u{1B}\u{1B}", .key(.escape), .key(.escape)), Row("\u{1B}\u{1B}a", .key(.escape), .key(.alt("a"))),
    Row("\u{1B}\u{1B}\u{1B}[A", .key(.escape), .key(.up, .alt)),
    Row("\u{1B}[A\u{1B}[A", .key(.up), .key(.up)),
    Row("a\u{1B}[Cb", .key(.scalar("a")), .key(.right), .key(.scalar("b"))),
    Row("\u{1B}[M !!a", .key(.scalar("a"))), Row("a\u{1B}[M \u{100}!b", Heard.text("ab")),
    Row([0x1B, 0x5B, 0x4D, 0x20, 0xC4, 0x21, 0x62], .key(.scalar("b"))),
    Row([0x1B, 0x5B, 0x4D, 0x20, 0x21, 0xC4, 0x62], .key(.scalar("b"))),
    Row("\u{1B}[1;80;3Ra", .key(.scalar("a"))),
    Row("\u{1B}[" + String(repeating: "1", count: 100) + "\ra", .key(.enter), .key(.scalar("a"))),
    Row("\u{1B}[" + String(repeating: "1", count: 100) + "\u{18}a", .key(.scalar("a"))),
    Row("\u{1B}[" + String(repeating: "1", count: 100) + "\u{1B}[A", .key(.up)), Row([0x1B, 0xFF], .notText),
    Row([0x1B, 0xC3], .notText), Row([0x1B, 0xC3, 0x1B, 0x5B, 0x41], .notText, .key(.up)),
  ]
}
