import TestSupport
import Testing
import Watchword
import WatchwordScreen

/// Where lines end.
@Suite struct LineWrapTests {
  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]),
    ("one  two", 4, ["one ", "two"]),
    ("unbreakable", 4, ["unbr", "eaka", "ble"]),
    ("one\n\ntwo", 9, ["one", "", "two"]),
    ("パスワードを入力", 8, ["パスワー", "ドを入力"]),
    // No closing mark begins a line, and no opening mark ends one.
    ("入力します。次へ", 10, ["入力しま", "す。次へ"]),
    ("使用「甲」乙", 6, ["使用", "「甲」", "乙"]),
    ("密码 A-Z 不同", 9, ["密码 A-Z", "不同"]),
  ])
  func `I3 a line ends at a blank, or between wide characters`(_ text: String, columns: Int, lines: [String])
  {
    #expect(LineWrap.lines(text, columns: columns, width: .standard) == lines)
  }
}
