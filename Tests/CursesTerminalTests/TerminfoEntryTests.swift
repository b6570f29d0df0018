import Testing

@testable import CursesTerminal

@Suite struct TerminfoEntryTests {
  private static let types = ["xterm-256color", "xterm", "linux", "tmux-256color", "screen", "vt100", "rxvt"]

  @Test(arguments: types)
  func `an entry of the database is taken apart and put together without loss`(type: String) throws {
    let entry = try #require(TerminfoEntry.find(type) { _ in nil })
    let compiled = try #require(entry.compiled)
    #expect(TerminfoEntry(compiled) == entry)
    #expect(entry.names.starts(with: type.utf8))
  }

  @Test(arguments: types.filter { $0 != "vt100" })
  func `an entry with 24-bit colour keeps all else`(type: String) throws {
    let original = try #require(TerminfoEntry.find(type) { _ in nil })
    #expect(original.hasColors)
    #expect(!original.hasExtendedBoolean("RGB"))
    var entry = original
    entry.addDirectColor()
    let read = try #require(entry.compiled.flatMap { TerminfoEntry($0) })
    #expect(read.hasExtendedBoolean("RGB"))
    #expect(read.standard.numbers[13] == 0x1000000)
    let shares = "2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d"
    #expect(string(359, of: read) == "\u{1B}[38;%?%p1%{7763574}%=%t5;243%e\(shares)%;m")
    #expect(string(360, of: read) == "\u{1B}[48;%?%p1%{7763574}%=%t5;243%e\(shares)%;m")
    #expect(read.standard.booleans == original.standard.booleans)
    for place in original.standard.strings.indices where ![39, 359, 360].contains(place) {
      #expect(string(place, of: read) == string(place, of: original))
    }
    for flag in ["AX", "XT", "G0"] {
      #expect(read.hasExtendedBoolean(flag) == original.hasExtendedBoolean(flag))
    }
  }

  @Test func `a terminal without colours is told from one that has them`() throws {
    #expect(try #require(TerminfoEntry.find("vt100") { _ in nil }).hasColors == false)
  }

  @Test(arguments: ["", ".", "../passwd", "a/b", "no-such-terminal"])
  func `a name that is none of a terminal finds nothing`(type: String) {
    #expect(TerminfoEntry.find(type) { _ in nil } == nil)
  }

  @Test func `no file, however it is cut short, is read past its end`() throws {
    let compiled = try #require(TerminfoEntry.find("xterm-256color") { _ in nil }?.compiled)
    for length in 0..<compiled.count { _ = TerminfoEntry(Array(compiled.prefix(length))) }
    #expect(TerminfoEntry([]) == nil)
    #expect(TerminfoEntry([0x1A, 0x01, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0]) == nil)
  }

  private func string(_ place: Int, of entry: TerminfoEntry) -> String {
    let start = entry.standard.strings[place]
    guard start >= 0 else { return "" }
    return String(decoding: entry.standard.table[Int(start)...].prefix { $0 != 0 }, as: UTF8.self)
  }
}
