import WatchwordScreen

extension Row {
  /// Every form of a key that is known, from xterm, rxvt, the Linux console and VT220.
  static let keys: [Row] = [
    Row([0x00], .key(.control("@"))), Row([0x01], .key(.control("a"))), Row([0x03], .key(.control("c"))),
    Row([0x08], .key(.backspace)), Row([0x09], .key(.tab)), Row([0x0A], .key(.enter)),
    Row([0x0D], .key(.enter)), Row([0x12], .key(.control("r"))), Row([0x1A], .key(.control("z"))),
    Row([0x1B], .key(.escape)), Row([0x1C], .key(.control("\\"))), Row([0x1D], .key(.control("]"))),
    Row([0x1E], .key(.control("^"))), Row([0x1F], .key(.control("_"))), Row([0x7F], .key(.backspace)),
    Row("a", .key(.scalar("a"))), Row(" ", .key(.scalar(" "))), Row("~", .key(.scalar("~"))),
    Row("é", .key(.scalar("é"))), Row("漢", .key(.scalar("漢"))), Row("🔒", .key(.scalar("🔒"))),
    Row("e\u{301}", .key(.scalar("e")), .key(.scalar("\u{301}"))), Row("\u{1B}b", .key(.alt("b"))),
    Row("\u{1B}B", .key(.alt("B"))), Row("\u{1B}é", .key(.alt("é"))), Row("\u{1B} ", .key(.alt(" "))),
    Row("\u{1B}.", .key(.alt("."))), Row("\u{1B}\u{7F}", .key(.backspace, .alt)),
    Row("\u{1B}\u{8}", .key(.backspace, .alt)), Row("\u{1B}\r", .key(.enter, .alt)),
    Row("\u{1B}\u{1}", .key(.scalar("a"), [.alt, .control])), Row("\u{1B}[A", .key(.up)),
    Row("\u{1B}[B", .key(.down)), Row("\u{1B}[C", .key(.right)), Row("\u{1B}[D", .key(.left)),
    Row("\u{1B}[H", .key(.home)), Row("\u{1B}[F", .key(.end)), Row("\u{1B}[Z", .key(.tab, .shift)),
    Row("\u{1B}[1;2Z", .key(.tab, .shift)), Row("\u{1B}[1;6Z", .key(.tab, [.shift, .control])),
    Row("\u{1B}[P", .key(.function(1))), Row("\u{1B}[1;2P", .key(.function(1), .shift)),
    Row("\u{1B}[1;5C", .key(.right, .control)), Row("\u{1B}[1;3D", .key(.left, .alt)),
    Row("\u{1B}[1;9D", .key(.left, .alt)), Row("\u{1B}[1;8A", .key(.up, [.shift, .alt, .control])),
    Row("\u{1B}[5C", .key(.right, .control)), Row("\u{1B}[;5C", .key(.right, .control)),
    Row("\u{1B}[1;1H", .key(.home)), Row("\u{1B}[1;2R", .key(.function(3), .shift)),
    Row("\u{1B}[1~", .key(.home)), Row("\u{1B}[2~", .key(.insert)), Row("\u{1B}[3~", .key(.delete)),
    Row("\u{1B}[4~", .key(.end)), Row("\u{1B}[5~", .key(.pageUp)), Row("\u{1B}[6~", .key(.pageDown)),
    Row("\u{1B}[7~", .key(.home)), Row("\u{1B}[8~", .key(.end)), Row("\u{1B}[11~", .key(.function(1))),
    Row("\u{1B}[15~", .key(.function(5))), Row("\u{1B}[17~", .key(.function(6))),
    Row("\u{1B}[21~", .key(.function(10))), Row("\u{1B}[23~", .key(.function(11))),
    Row("\u{1B}[24~", .key(.function(12))), Row("\u{1B}[26~", .key(.function(14))),
    Row("\u{1B}[28~", .key(.function(15))), Row("\u{1B}[29~", .key(.function(16))),
    Row("\u{1B}[31~", .key(.function(17))), Row("\u{1B}[34~", .key(.function(20))),
    Row("\u{1B}[3;5~", .key(.delete, .control)), Row("\u{1B}[15;2~", .key(.function(5), .shift)),
    Row("\u{1B}[3^", .key(.delete, .control)), Row("\u{1B}[3$", .key(.delete, .shift)),
    Row("\u{1B}[3@", .key(.delete, [.control, .shift])), Row("\u{1B}[7$", .key(.home, .shift)),
    Row("\u{1B}[a", .key(.up, .shift)), Row("\u{1B}[d", .key(.left, .shift)),
    Row("\u{1B}Oa", .key(.up, .control)), Row("\u{1B}Od", .key(.left, .control)),
    Row("\u{1B}\u{1B}[A", .key(.up, .alt)), Row("\u{1B}\u{1B}OA", .key(.up, .alt)),
    Row("\u{1B}\u{1B}[3~", .key(.delete, .alt)), Row("\u{1B}\u{1B}[3^", .key(.delete, [.alt, .control])),
    Row("\u{1B}[[A", .key(.function(1))), Row("\u{1B}[[E", .key(.function(5))), Row("\u{1B}[[F"),
    Row("\u{1B}OA", .key(.up)), Row("\u{1B}OH", .key(.home)), Row("\u{1B}OF", .key(.end)),
    Row("\u{1B}OP", .key(.function(1))), Row("\u{1B}OS", .key(.function(4))),
    Row("\u{1B}O5P", .key(.function(1), .control)), Row("\u{1B}O1;2Q", .key(.function(2), .shift)),
    Row("\u{1B}OM", .key(.enter)), Row("\u{1B}OI", .key(.tab)), Row("\u{1B}O ", .key(.scalar(" "))),
    Row("\u{1B}OX", .key(.scalar("="))), Row("\u{1B}Oj", .key(.scalar("*"))),
    Row("\u{1B}Ok", .key(.scalar("+"))), Row("\u{1B}Ol", .key(.scalar(","))),
    Row("\u{1B}Om", .key(.scalar("-"))), Row("\u{1B}On", .key(.scalar("."))),
    Row("\u{1B}Oo", .key(.scalar("/"))), Row("\u{1B}Op", .key(.scalar("0"))),
    Row("\u{1B}Oy", .key(.scalar("9"))), Row("\u{1B}[<0;1;1M", .press(Position(row: 0, column: 0))),
    Row("\u{1B}[<0;80;24M", .press(Position(row: 23, column: 79))),
    Row("\u{1B}[<0;1000;300M", .press(Position(row: 299, column: 999))),
  ]

  /// What is swallowed whole.
  static let swallowed: [Row] = [
    // Other reports of the mouse: release, Shift, motion, the wheel, other buttons, no such cell.
    Row("\u{1B}[<0;3;4m"), Row("\u{1B}[<4;3;4M"), Row("\u{1B}[<8;3;4M"), Row("\u{1B}[<16;3;4M"),
    Row("\u{1B}[<32;3;4M"), Row("\u{1B}[<35;3;4M"), Row("\u{1B}[<64;3;4M"), Row("\u{1B}[<65;3;4M"),
    Row("\u{1B}[<1;3;4M"), Row("\u{1B}[<2;3;4M"), Row("\u{1B}[<128;3;4M"), Row("\u{1B}[<0;0;4M"),
    Row("\u{1B}[<0;3M"), Row("\u{1B}[<0;99999;4M"), Row("\u{1B}[<0;3;4;5M"),
    // X10's, whose coordinates may be anything, and urxvt's.
    Row("\u{1B}[M !!"), Row([0x1B, 0x5B, 0x4D, 0x20, 0x1B, 0x5B]), Row([0x1B, 0x5B, 0x4D, 0x20, 0xFF, 0xC3]),
    Row([0x1B, 0x5B, 0x4D, 0x03, 0x0D, 0x18]), Row("\u{1B}[32;10;5M"),
    // Focus; device attributes, status, cursor position, mode, window size.
    Row("\u{1B}[I"), Row("\u{1B}[O"), Row("\u{1B}[?62;22c", .attributes), Row("\u{1B}[>41;354;0c"),
    Row("\u{1B}[=1c"),
    Row("\u{1B}[0n"), Row("\u{1B}[24;80R"), Row("\u{1B}[1;80;3R"), Row("\u{1B}[?24;80;1R"),
    Row("\u{1B}[?2026;2$y"), Row("\u{1B}[20;2$y"), Row("\u{1B}[8;24;80t"), Row("\u{1B}[?1u"),
    // Device strings, ended by ST or BEL.
    Row("\u{1B}P>|XTerm(379)\u{1B}\\"), Row("\u{1B}P1+r436f=323536\u{1B}\\"),
    Row("\u{1B}]11;rgb:0000/2b2b/3636\u{1B}\\", .background(0, 0x2B, 0x36)),
    Row("\u{1B}]11;rgb:ffff/f/00\u{7}", .background(255, 255, 0)), Row("\u{1B}]11;rgb:ffff\u{7}"),
    Row("\u{1B}]11;rgba:fdfd/f6f6/e3e3/ffff\u{7}", .background(0xFD, 0xF6, 0xE3)),
    Row("\u{1B}]11;rgb:xx/00/00\u{7}"), Row("\u{1B}]11;rgb:00000/00/00\u{7}"), Row("\u{1B}]11;?\u{7}"),
    Row("\u{1B}\u{1B}[?1;2c", .key(.escape), .attributes),
    Row("\u{1B}\u{1B}]11;rgb:0/0/0\u{7}", .key(.escape), .background(0, 0, 0)),
    Row("\u{1B}]lé\u{7}"),
    Row("\u{1B}_Gi=1;OK\u{1B}\\"), Row("\u{1B}^private\r\n\u{1B}\\"), Row("\u{1B}Xstart\u{1B}\\"),
    // Keys nobody knows, and a stray end of a paste.
    Row("\u{1B}[E"), Row("\u{1B}OE"), Row("\u{1B}[99~"), Row("\u{1B}[3;5;7~"), Row("\u{1B}[2;5C"),
    Row("\u{1B}Oz"),
    Row("\u{1B}[201~"), Row("\u{1B}[1;2;3A"), Row("\u{1B}[u"), Row("\u{1B}[>1;5C"), Row("\u{1B}[1 A"),
    Row("\u{1B}[1 1A"), Row("\u{1B}[1;300C"), Row("\u{1B}[1?A"),
    // Keys of protocols that nobody asks for: xterm's modifyOtherKeys and kitty's.
    Row("\u{1B}[27;5;13~"), Row("\u{1B}[27;2;65~"), Row("\u{1B}[27;1;27~"), Row("\u{1B}[97u"),
    Row("\u{1B}[97;5u"), Row("\u{1B}[97:65;2u"), Row("\u{1B}[13u"), Row("\u{1B}[57414u"),
    Row("\u{1B}[55296u"), Row("\u{1B}[99999999999999999999u"), Row("\u{1B}[27;5;1114112~"),
    Row("\u{1B}[1;5:1C"), Row("\u{1B}[1;5:3C"), Row("\u{1B}[200:1~"),
    // Cut short by CAN or SUB.
    Row("\u{1B}[12\u{18}"), Row("\u{1B}[12\u{1A}"), Row("\u{1B}O\u{18}"), Row("\u{1B}]11;\u{18}"),
    Row("\u{1B}P\u{1A}"),
    // Left unfinished.
    Row("\u{1B}["), Row("\u{1B}[1;5"), Row("\u{1B}O"), Row("\u{1B}[["), Row("\u{1B}[M !"),
    Row("\u{1B}]11;rgb"),
    Row("\u{1B}]11;rgb\u{1B}"), Row("\u{1B}\u{1B}["),
    // Too long to hold.
    Row("\u{1B}[" + String(repeating: "1;", count: 300) + "A"),
    Row("\u{1B}[" + String(repeating: " ", count: 300) + "u"),
    Row("\u{1B}O" + String(repeating: "9", count: 40) + "P"),
    Row("\u{1B}]52;c;" + String(repeating: "A", count: 5000) + "\u{7}"),
  ]

  /// Sequences broken by a byte that then counts for itself, and other mixtures.
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
    Row("\u{1B}[M !!a", .key(.scalar("a"))), Row("\u{1B}[24;80Ra", .key(.scalar("a"))),
    Row("\u{1B}[" + String(repeating: "1", count: 100) + "\ra", .key(.enter), .key(.scalar("a"))),
    Row("\u{1B}[" + String(repeating: "1", count: 100) + "\u{18}a", .key(.scalar("a"))),
    Row("\u{1B}[" + String(repeating: "1", count: 100) + "\u{1B}[A", .key(.up)), Row([0x1B, 0xFF], .notText),
    Row([0x1B, 0xC3], .notText), Row([0x1B, 0xC3, 0x1B, 0x5B, 0x41], .notText, .key(.up)),
  ]
}
