import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordSecrets

@testable import WatchwordCurses

/// The terminal on a pseudo-terminal. ncurses and the environment belong to the process, so one test runs at a time.
@Suite(.serialized) struct CursesTerminalTests {
  private static let size = Size(columns: 40, rows: 6)
  private let pseudo: PseudoTerminal

  init() throws { pseudo = try PseudoTerminal(columns: 40, rows: 6) }

  @Test func `nothing is written before the first frame, nor at the end where there was none`() throws {
    let before = pseudo.modes
    do {
      let terminal = try start()
      #expect(terminal.size == Self.size)
      #expect(pseudo.taken() == "")
      #expect(pseudo.modes != before)
      terminal.close()
    }
    #expect(pseudo.taken() == "")
    #expect(pseudo.modes == before)
  }

  @Test func `a frame is shown, and the person's screen comes back at the end`() throws {
    let before = pseudo.modes
    do {
      var terminal = try start()
      terminal.paint(frame("Choose a password")) { _, _ in }
      let shown = pseudo.taken()
      #expect(shown.contains("\u{1B}[?47$p\u{1B}8\u{1B}[?1047$p\u{1B}8\u{1B}[?1049h"))
      #expect(shown.contains("\u{1B}[?1h\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h"))
      #expect(shown.contains("Choose a password"))
      // The scroll region is the window, not the 24 lines of the terminal's description.
      #expect(shown.contains("\u{1B}[1;6r") && !shown.contains("\u{1B}[1;24r"))
      terminal.close()
    }
    let end = pseudo.taken()
    #expect(end.contains("\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?1l\u{1B}8"))
    #expect(end.contains("\u{1B}[?1049l"))
    #expect(pseudo.modes == before)
  }

  @Test func `a key costs a few bytes, and an equal frame none`() throws {
    var terminal = try start()
    terminal.paint(frame("•••")) { _, _ in }
    _ = pseudo.taken()
    terminal.paint(frame("•••")) { _, _ in }
    #expect(pseudo.taken().isEmpty)
    terminal.paint(frame("••••")) { _, _ in }
    let bytes = pseudo.taken().utf8.count
    #expect((1...20).contains(bytes))
  }

  @Test(
    arguments: [
      ("xterm-256color", "C.UTF-8", "•", 1, "•", "\u{8} \u{8}"),
      ("xterm-256color", "C.UTF-8", "•", 12, "••••••••••••", nil),
      ("xterm-256color", "C", "*", 1, "*", "\u{8} \u{8}"), ("xterm-256color", "C", "*", 12, nil, nil),
      ("linux", "C.UTF-8", "*", 1, "*", "\u{8} \u{8}"), ("vt100", "C", "*", 1, "*", "\u{8} \u{8}"),
      ("screen", "C.UTF-8", "•", 1, "•", "\u{8} \u{8}"), ("ansi", "C", "*", 1, "*", nil),
    ] as [(String, String, Unicode.Scalar, Int, String?, String?)])
  func `masks that come and go are written at once, and ncurses knows of them`(
    type: String, locale: String, mask: Unicode.Scalar, count: Int, come: String?, go: String?
  ) throws {
    var terminal = try start(type: type, locale: locale)
    func frame(_ count: Int) -> Frame {
      self.frame(String(repeating: String(mask), count: count), width: terminal.characterWidth)
    }
    terminal.paint(frame(3)) { _, _ in }
    _ = pseudo.taken()
    let columns = 7..<7 + count
    let isShown = terminal.echo(Echo(Cell(.scalar(mask)), row: 2, columns: columns))
    let masks = pseudo.taken()
    if let come { #expect(masks == come) }
    let isErased = terminal.echo(Echo(Cell(), row: 2, columns: columns, isErasing: true))
    #expect(isShown && isErased)
    let blanks = pseudo.taken()
    if let go { #expect(blanks == go) }
    // What ncurses has been told is what is there, so an equal frame costs nothing.
    terminal.paint(frame(3)) { _, _ in }
    #expect(pseudo.taken().isEmpty)
    for written in [masks, blanks] {
      #expect(!written.isEmpty && written.utf8.count < 40, "\(written.debugDescription)")
    }
  }

  @Test(arguments: [("a漢def", "a漢dXf"), ("a漢def", "abcdef"), ("abcdef", "a漢def"), ("a漢字f", "ab字ff")])
  func `wide characters come and go whole`(before: String, after: String) throws {
    var terminal = try start()
    for text in [before, after] { terminal.paint(frame(text, width: terminal.characterWidth)) { _, _ in } }
    _ = pseudo.taken()
    // When everything is drawn again, what ncurses believes to be on the screen shows.
    terminal.invalidate()
    terminal.paint(frame(after, width: terminal.characterWidth)) { _, _ in }
    #expect(pseudo.taken().contains(after))
  }

  @Test func `a character in the lower right corner does not scroll the screen`() throws {
    var terminal = try start()
    var frame = Frame(size: Self.size)
    frame.put(
      String(repeating: "x", count: 40), at: Position(row: 5, column: 0), width: terminal.characterWidth)
    terminal.paint(frame) { _, _ in }
    let glass = Glass(Self.size)
    glass.write(Array(pseudo.taken().utf8))
    #expect(
      glass.cell(Position(row: 5, column: 39)).text == "x"
        && glass.cell(Position(row: 4, column: 0)).text == "")
    // ncurses, too, which draws everything but the first picture.
    terminal.invalidate()
    terminal.paint(frame) { _, _ in }
    #expect(pseudo.taken().contains("\u{1B}[?7lx\u{1B}[?7h"))
  }

  @Test func `a secret is written over its holes, and painted over when they go`() throws {
    var terminal = try start()
    var shown = Frame(size: Self.size)
    for index in 0..<3 {
      shown.put(.secret(field: 1, index: UInt16(index)), columns: 1, row: 2, column: 4 + index)
    }
    shown.cursor = Position(row: 2, column: 7)
    terminal.paint(shown) { field, body in
      #expect(field == 1)
      let text: StaticString = "zqj"
      text.withUTF8Buffer { bytes in
        if let span = try? unsafe UTF8Span(validating: bytes.span) { body(span) }
      }
    }
    #expect(pseudo.taken().hasSuffix("\u{1B}[3;5Hzqj\u{1B}[3;8H"))
    terminal.paint(frame("")) { _, _ in Issue.record("there is no hole to fill") }
    let after = pseudo.taken()
    #expect(after.contains("\u{1B}[K") || after.contains("   ") || after.contains("\u{1B}[J"))
    #expect(!after.contains("zqj"))
  }

  @Test func `neighbouring holes are each filled from their own field, wide ones too`() throws {
    var terminal = try start()
    var shown = Frame(size: Self.size)
    shown.put(.secret(field: 0, index: 1), columns: 1, row: 2, column: 2)
    shown.put(.secret(field: 0, index: 2), columns: 2, row: 2, column: 3)
    shown.put(.secret(field: 0, index: 3), columns: 1, row: 2, column: 5)
    shown.put(.secret(field: 1, index: 0), columns: 1, row: 2, column: 6)
    shown.cursor = Position(row: 0, column: 0)
    terminal.paint(shown) { field, body in body((field == 0 ? "ab漢cd" : "xy").utf8Span) }
    #expect(pseudo.taken().hasSuffix("\u{1B}[3;3Hb漢\u{1B}[3;6Hc\u{1B}[3;7Hx\u{1B}[1;1H"))
  }

  /// The answer behind the two about the cursor's place, and whether the form must be drawn in ASCII. A key can look like an
  /// answer.
  @Test(arguments: [
    ("\u{1B}[2;2R", false), ("\u{1B}[2;3R", true), ("\u{1B}[2;4R", true), ("", false),
    ("\u{1B}[1;3R\u{1B}[2;2R", false), ("\u{1B}[?1;2c\u{1B}[2;3R", false),
  ])
  func `A13 how wide the terminal draws is asked once, in the first write, and erased in it`(
    answer: String, isWide: Bool
  ) throws {
    var terminal = try start()
    terminal.paint(frame("text")) { _, _ in }
    let question = "\u{1B}[2;1H─\u{1B}[6n\r\u{1B}[K"
    let shown = pseudo.taken()
    let asked = try #require(shown.firstRange(of: question))
    #expect(
      shown[..<asked.lowerBound].contains("1049h") && shown[asked.upperBound...].contains("\u{1B}[H\u{1B}[2J")
    )
    pseudo.type("\u{1B}[1;1R\u{1B}[1;1R" + answer + "\u{1B}[?1;2c")
    let patience: Int64 = isWide ? 5_000 : 100
    var event = terminal.nextEvent(before: terminal.now.advanced(by: .milliseconds(patience)))
    if !isWide { #expect(event == .tick) }
    #expect((event == .recolor) == isWide && terminal.isWide == isWide)
    guard isWide else { return }
    // A row drawn too wide is drawn again as a whole.
    terminal.paint(frame("text")) { _, _ in }
    let after = pseudo.taken()
    #expect(after.contains("text") && after.contains("\u{1B}[H\u{1B}[2J") && !after.contains("6n"))
    event = terminal.nextEvent(before: terminal.now)
    #expect(event == .tick)
  }

  @Test func `a keypad that was left with codes of its own is set back once, and so again at the end`() throws
  {
    var terminal = try start()
    terminal.paint(frame("text")) { _, _ in }
    #expect(!pseudo.taken().contains("\u{1B}>"))
    pseudo.type("\u{1B}[?66;1$y\u{1B}[?1;2$y\u{1B}[?1;2ca")
    let soon = terminal.now.advanced(by: .milliseconds(5_000))
    #expect(terminal.nextEvent(before: soon) == .key(Key(.scalar("a"))))
    #expect(pseudo.taken() == "\u{1B}>")
    terminal.close()
    #expect(pseudo.taken().contains("\u{1B}[?1l\u{1B}="))
  }

  @Test func `keys and pastes come as events`() throws {
    var terminal = try start()
    pseudo.type("é\u{1B}[A\u{1B}[200~two\u{1B}[201~")
    let soon = terminal.now.advanced(by: .milliseconds(5_000))
    #expect(terminal.nextEvent(before: soon) == .key(Key(.scalar("é"))))
    #expect(terminal.nextEvent(before: soon) == .key(Key(.up)))
    #expect(terminal.nextEvent(before: soon) == .paste)
    #expect(terminal.withPaste { $0.span.count } == 3)
    terminal.forgetPaste()
    #expect(terminal.withPaste { $0.span.count } == 0)
    #expect(terminal.pendingEvent() == nil)
    #expect(terminal.nextEvent(before: terminal.now) == .tick)
  }

  @Test func `a paste that is too long or no text is refused whole`() throws {
    var terminal = try start()
    pseudo.type("\u{1B}[200~")
    for _ in 0..<18 {
      pseudo.type(String(repeating: "a", count: 1_000))
      #expect(terminal.nextEvent(before: terminal.now) == .tick)
    }
    pseudo.type("\u{1B}[201~")
    #expect(terminal.nextEvent(before: terminal.now.advanced(by: .milliseconds(5_000))) == .refused(.tooLong))
    #expect(terminal.withPaste { $0.span.count } == 0)
  }

  @Test func `another size comes as an event, down to one cell and up to 500 by 200`() throws {
    var terminal = try start()
    terminal.paint(frame("text")) { _, _ in }
    for (columns, rows, size) in [
      (1, 1, Size(columns: 1, rows: 1)), (500, 200, Size(columns: 500, rows: 200)),
      (65535, 201, Size(columns: 500, rows: 200)), (40, 6, Self.size),
    ] as [(UInt16, UInt16, Size)] {
      pseudo.resize(columns: columns, rows: rows)
      // The terminal controls no process here, so nobody else sends it.
      raise(SIGWINCH)
      #expect(terminal.nextEvent(before: terminal.now.advanced(by: .milliseconds(5_000))) == .resize(size))
      #expect(terminal.size == size)
      terminal.paint(Frame(size: size)) { _, _ in }
    }
  }

  @Test(arguments: [
    ("", TerminalError.noType), ("dumb", .cannotPlaceCursor("dumb")),
    ("no-such-type", .unknownType("no-such-type")),
  ])
  func `a TERM that does not serve is named, and nothing is touched`(type: String, error: TerminalError)
    throws
  {
    let before = pseudo.modes
    #expect(throws: error) { _ = try start(type: type) }
    #expect(pseudo.modes == before)
    #expect(pseudo.taken().isEmpty)
    #expect(!"\(error)".contains("\n"))
  }

  @Test(arguments: [("/no/such/terminal", ENOENT), ("/dev/null", ENOTTY), ("/dev", ENOTTY), ("", ENOENT)])
  func `F6 a device that cannot be used is reported with the reason`(path: String, number: Int32) {
    #expect(throws: TerminalError.cannotDrawOn(path, errno: number)) {
      _ = try CursesTerminal(in: Self.memory(), path: path)
    }
  }

  @Test func `F6 a device is named in one printable line`() {
    let error = TerminalError.cannotDrawOn("/dev/a\u{1B}[31m\n\u{E9}", errno: ENOTTY)
    #expect("\(error)" == "cannot draw on '/dev/a?[31m??': it is not a terminal")
  }

  @Test func `F6 another terminal than the controlling one is asked for its size`() throws {
    var terminal = try start()
    terminal.paint(frame("small")) { _, _ in }
    pseudo.resize(columns: 60, rows: 20)
    #expect(terminal.nextEvent(before: nil) == .resize(Size(columns: 60, rows: 20)))
    #expect(terminal.nextEvent(before: terminal.now) == .tick)
  }

  @Test func `G1 a key counts in the window in which it was pressed`() throws {
    var terminal = try start()
    terminal.paint(frame("small")) { _, _ in }
    pseudo.resize(columns: 60, rows: 20)
    pseudo.type("a")
    #expect(terminal.nextEvent(before: nil) == .resize(Size(columns: 60, rows: 20)))
    #expect(terminal.nextEvent(before: nil) == .key(Key(.scalar("a"))))
  }

  @Test func `G1 a caller is heard when it says something, and when one of its ends is closed`() throws {
    for closing in [nil, 0, 1] {
      let (toForm, toCaller) = (Pipe(), Pipe())
      // What the caller wrote before the form does not count, unless it also ended.
      if closing == 1 { toForm.write("NOP\n") }
      var terminal = try CursesTerminal(
        in: Self.memory(), path: pseudo.slavePath,
        caller: Caller(input: toForm.reading, output: toCaller.writing))
      pseudo.type("a")
      #expect(terminal.nextEvent(before: nil) == .key(Key(.scalar("a"))))
      #expect(terminal.nextEvent(before: terminal.now) == .tick)
      switch closing {
      case 0: toForm.closeWriting()
      case 1: toCaller.closeReading()
      default: toForm.write("NOP\n")
      }
      #expect(terminal.nextEvent(before: nil) == .withdrawn)
      terminal.close()
    }
  }

  @Test(.machine(.root))
  func `G1 a caller's terminal has to be the user's own`() throws {
    #expect(unsafe chown(pseudo.slavePath, 65_534, gid_t.max) == 0)
    #expect(throws: TerminalError.notOwned(pseudo.slavePath, by: 65_534)) {
      _ = try CursesTerminal(in: Self.memory(), path: pseudo.slavePath, caller: Caller(input: -1, output: -1))
    }
    try start().close()
  }

  @Test func `J3 a process is one form's at a time, on all threads`() async {
    await #expect(processExitsWith: .success) {
      #expect(ProcessClaim.take())
      #expect(!ProcessClaim.take())
      #expect(await Task.detached { ProcessClaim.take() }.value == false)
      await Task.detached { ProcessClaim.giveUp() }.value
      #expect(ProcessClaim.take())
    }
  }

  @Test
  func `J3 a line that a screen has shown is still to be printed, and no more at a time than is asked for`()
    async
  {
    await #expect(processExitsWith: .success) {
      #expect(!ProcessClaim.say("nobody reads this") && ProcessClaim.take())
      for number in 1...3 { #expect(ProcessClaim.say("\(number)\u{7}")) }
      #expect(ProcessClaim.showLines() == ["1\u{7}", "2\u{7}", "3\u{7}"] && ProcessClaim.showLines() == [])
      _ = Wake.take()
      #expect(ProcessClaim.takeLines(atMost: 2) == ["1\u{FFFD}", "2\u{FFFD}"] && Wake.take())
      #expect(ProcessClaim.say("4"))
      #expect(ProcessClaim.showLines() == ["4"])
      _ = Wake.take()
      #expect(ProcessClaim.takeLines() == ["3\u{FFFD}", "4"] && !Wake.take())
      #expect(
        ProcessClaim.say("5") && ProcessClaim.say("6\u{7}") && ProcessClaim.takeLines(atMost: 1) == ["5"])
      var left: [String] = []
      for _ in 1...2 { ProcessClaim.giveUp { left.append($0) } }
      #expect(left == ["6\u{FFFD}"])
    }
  }

  @Test func `K2 J3 a line that is said while the last ones are written comes behind them`() async {
    await #expect(processExitsWith: .success) {
      #expect(ProcessClaim.take() && ProcessClaim.say("1") && ProcessClaim.say("2"))
      var written: [String] = []
      ProcessClaim.giveUp { line in
        if line == "1" { #expect(ProcessClaim.say("3") && !ProcessClaim.take()) }
        written.append(line)
      }
      #expect(written == ["1", "2", "3"] && !ProcessClaim.say("4") && ProcessClaim.take())
    }
  }

  @Test func `J3 a key that waits comes before what another thread wakes the terminal for`() throws {
    var terminal = try start()
    terminal.paint(frame("x")) { _, _ in }
    for _ in 1...3 {
      pseudo.type("a")
      Wake.up()
      #expect(terminal.nextEvent(before: nil) == .key(Key(.scalar("a"))))
      Wake.up()
      #expect(terminal.nextEvent(before: nil) == .tick)
    }
    terminal.close()
  }

  @Test func `J3 another thread wakes the terminal that waits, and a wake before it waits is not lost`()
    async throws
  {
    var terminal = try start()
    Wake.up()
    #expect(terminal.nextEvent(before: nil) == .tick)
    #expect(Wake.take())
    #expect(!Wake.take())
    let waker = Task.detached {
      while !Task.isCancelled {
        Wake.up()
        await Task.yield()
      }
    }
    #expect(terminal.nextEvent(before: nil) == .tick)
    waker.cancel()
    await waker.value
  }

  @Test func `a terminal that cannot have a form is free for the next one`() throws {
    #expect(throws: TerminalError.noType) { _ = try start(type: "") }
    var terminal = try start()
    #expect(throws: TerminalError.taken) { _ = try start() }
    terminal.paint(frame("still here")) { _, _ in }
    #expect(pseudo.taken().contains("still here"))
  }

  @Test func `a form on a terminal that another program's form has is refused, and touches nothing`() throws {
    let modes = pseudo.modes
    let device = unsafe open(pseudo.slavePath, O_RDONLY | O_NOCTTY | O_CLOEXEC)
    #expect(flock(device, LOCK_EX | LOCK_NB) == 0)
    #expect(throws: TerminalError.taken) { _ = try start() }
    #expect(pseudo.modes == modes && pseudo.taken() == "")
    close(device)
    try start().close()
  }

  @Test func `modes that another program changed are set again, and all is drawn`() throws {
    var terminal = try start()
    terminal.paint(frame("text")) { _, _ in }
    let modes = pseudo.modes
    #expect(terminal.nextEvent(before: terminal.now) == .tick)
    pseudo.switchEchoOn()
    #expect(modes != pseudo.modes)
    _ = pseudo.taken()
    // Before the first key nobody has to be told.
    #expect(terminal.nextEvent(before: terminal.now) == .resize(terminal.size))
    pseudo.type("a")
    #expect(terminal.nextEvent(before: nil) == .key(Key(.scalar("a"))))
    pseudo.switchEchoOn()
    #expect(terminal.nextEvent(before: terminal.now) == .disturbed)
    #expect(terminal.nextEvent(before: terminal.now) == .tick)
    #expect(modes == pseudo.modes)
    terminal.paint(frame("text")) { _, _ in }
    #expect(pseudo.taken().contains("text"))
  }

  @Test
  func
    `modes are sent again where the terminal may be another one: by Control-L, and a size that is no other`()
    throws
  {
    var terminal = try start()
    terminal.paint(frame("text")) { _, _ in }
    for isSignal in [false, true] {
      _ = pseudo.taken()
      if isSignal {
        raise(SIGWINCH)
        #expect(terminal.nextEvent(before: terminal.now) == .resize(Self.size))
      } else {
        terminal.invalidate()
      }
      terminal.paint(frame("text")) { _, _ in }
      let shown = pseudo.taken()
      let screen = isSignal ? "\u{1B}[?1049h" : "\u{1B}[?1047h"
      #expect([screen, "\u{1B}[?1h", "\u{1B}[?2004h", "text"].allSatisfy(shown.contains))
    }
    pseudo.resize(columns: 50, rows: 6)
    raise(SIGWINCH)
    #expect(terminal.nextEvent(before: terminal.now) == .resize(Size(columns: 50, rows: 6)))
    #expect(!pseudo.taken().contains("\u{1B}[?1049h"))
  }

  @Test(arguments: [("xterm-256color", true), ("screen", true), ("vt220", false)])
  func `while a secret is typed under sudo, each write ends in what its log knows as a prompt`(
    type: String, canHide: Bool
  ) throws {
    #expect(SudoLog.canHide(on: type) == canHide)
    let prompt = "\u{1B}]7777;password:\u{1B}\\"
    for isSudo in [false, true] {
      if isSudo { unsafe setenv("SUDO_COMMAND", "/usr/bin/watchword", 1) }
      defer { unsafe unsetenv("SUDO_COMMAND") }
      var terminal = try start(type: type)
      for (text, takesSecret) in [("name", false), ("•", true), ("••", true), ("button", false)] {
        var frame = frame(text)
        frame.takesSecret = takesSecret
        terminal.paint(frame) { _, _ in }
        #expect(pseudo.taken().hasSuffix(prompt) == (isSudo && canHide && takesSecret))
        terminal.beep()
        #expect(pseudo.taken().hasSuffix(prompt) == (isSudo && canHide && takesSecret))
      }
      terminal.close()
      #expect(!pseudo.taken().contains(prompt))
    }
  }

  @Test func `24-bit colours reach the terminal, words and backgrounds, and no number of ncurses'`() throws {
    unsafe setenv("COLORTERM", "truecolor", 1)
    defer { unsafe unsetenv("COLORTERM") }
    var terminal = try start(background: .dark)
    #expect(terminal.canvas.styles.theme.depth == .direct)
    var frame = Frame(size: Self.size)
    for (row, text, role) in [(1, "|", Style.Role.activeBorder), (2, "b", .focusedButton), (3, "g", .faint)] {
      frame.put(text, at: Position(row: row, column: 1), style: Style(role), width: terminal.characterWidth)
    }
    terminal.paint(frame) { _, _ in }
    let shown = pseudo.taken()
    #expect(shown.contains("\u{1B}[38;2;48;150;240m|"))
    #expect(shown.contains("\u{1B}[38;2;0;0;0m\u{1B}[48;2;121;184;255mb"))
    #expect(shown.contains("\u{1B}[38;5;249mg"), "a grey of the 256 has the shorter sequence")
    #expect(shown.split(separator: "8;5;").count == 2)
  }

  @Test(arguments: [
    ("a\u{1B}[39m\u{1B}(B\u{1B}[mb", "a\u{1B}(B\u{1B}[mb"), ("\u{1B}[1m\u{1B}[0;7mb", "\u{1B}[0;7mb"),
    ("\u{1B}(B\u{1B}[ma\u{1B}(B\u{1B}[mb", "\u{1B}(B\u{1B}[ma\u{1B}[mb"),
    ("\u{1B}[1m\u{1B}[H", "\u{1B}[1m\u{1B}[H"), ("\u{1B}[1ma\u{1B}[m", "\u{1B}[1ma\u{1B}[m"),
    ("\u{1B}[0H\u{1B}[m", "\u{1B}[0H\u{1B}[m"), ("\u{1B}", "\u{1B}"),
  ]) func `needless bytes are not written`(picture: String, written: String) {
    #expect(CursesTerminal.withoutIdleSequences(Array(picture.utf8)) == Array(written.utf8))
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `I2 with --quiet-typing VTE would tell of a key 5 characters, of a refusal last and whole`(
    columns: Int, rows: Int
  ) throws {
    let keys = "S u n f l o w e r Tab x y Backspace S-Tab x Backspace Tab S-Tab x Enter"
    let told = try Listener.insertions(keys, columns: columns, rows: rows)
    let refused = [10, 17, 20]
    for (number, key) in told.enumerated() where !(refused + [0, 14, 18, 21]).contains(number) {
      #expect(key.map(\.text.count).reduce(0, +) <= 5, "key \(number): \(key)")
    }
    for number in refused {
      let (tab, before) = (told[number], told[number].dropLast())
      let news = try #require(tab.last)
      let level = number == 20 ? "Could be stronger" : "Too weak"
      #expect(news.text.contains(level) && news.text.contains("✗ "), "\(tab)")
      #expect(news.text.count <= 200 && before.map(\.text.count).reduce(0, +) <= 500, "\(tab)")
      #expect(!before.isEmpty && before.allSatisfy { news.time - $0.time >= .milliseconds(100) }, "\(tab)")
    }
  }

  @Test func `J3 a key that comes once the terminal is the host's is none for the form, which waits for one`()
    throws
  {
    var terminal = try start()
    terminal.paint(frame("x")) { _, _ in }
    let pseudo = pseudo
    // Long enough for the form to begin to wait. If it has not, the test sees less.
    let isStarted = Thread.start {
      poll(nil, 0, 100)
      DeadlySignals.restoreTerminal()
      pseudo.type("\r")
    }
    #expect(isStarted && terminal.nextEvent(before: terminal.now.advanced(by: .milliseconds(500))) == .tick)
    terminal.close()
  }

  func start(
    on pseudo: PseudoTerminal? = nil, type: String = "xterm-256color", locale: String = "C.UTF-8",
    background: BackgroundChoice = .auto
  ) throws -> CursesTerminal {
    unsafe setenv("TERM", type, 1)
    unsafe setenv("LC_ALL", locale, 1)
    var coloring = Coloring()
    (coloring.when, coloring.background) = (.always, background)
    return try CursesTerminal(coloring, in: Self.memory(), path: (pseudo ?? self.pseudo).slavePath)
  }

  private static func memory() throws -> SecretMemory {
    try SecretMemory(for: CursesTerminal.capacities, locking: .ifPossible)
  }

  private func frame(_ text: String, width: CharacterWidth = CharacterWidth { _ in 1 }) -> Frame {
    var frame = Frame(size: Self.size)
    frame.put(text, at: Position(row: 2, column: 4), width: width)
    frame.cursor = Position(row: 2, column: 4 + text.count)
    return frame
  }
}
