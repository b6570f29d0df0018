import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// What differs about the terminal for a pinentry.
@Suite struct PinentryTerminalTests {
  private static let cancelled = "ERR 83886179 Operation cancelled <Pinentry>"
  private static let closed = ["S BUTTON_INFO close", cancelled]
  private let folder = TemporaryFolder()

  /// A pinentry that shows a form for one passphrase, with something typed.
  private func asked(on stage: Stage = Stage(), after lines: String...) throws -> PinentryStage {
    let pinentry = try PinentryStage(on: stage)
    pinentry.nameTerminal()
    for line in lines { pinentry.ask(line, ["OK"]) }
    pinentry.send("GETPIN")
    pinentry.terminal.expect("PIN")
    pinentry.terminal.type("abc")
    pinentry.terminal.expect("•••")
    return pinentry
  }

  @Test(arguments: [
    ("RESET", "OK"), ("BYE", "OK closing connection"), ("NOP", "OK"),
    ("CANCEL", "ERR 536870981 Not implemented <User defined source 1>"),
    ("FOO", "ERR 536871187 Unknown IPC command <User defined source 1>"),
  ])
  func `G1 a line of the agent ends the form that is shown, and is answered after it`(
    line: String, answer: String
  ) throws {
    let pinentry = try PinentryStage()
    let settings = pinentry.terminal.settings
    pinentry.nameTerminal()
    pinentry.send("GETPIN")
    pinentry.terminal.expect("PIN")
    pinentry.terminal.type("abc")
    pinentry.terminal.expect("•••")
    pinentry.send(line)
    pinentry.expect(Self.cancelled)
    pinentry.expect(answer)
    pinentry.terminal.expectLeft()
    #expect(pinentry.terminal.settings == settings)
    if line == "BYE" {
      pinentry.terminal.expectExit(0)
    } else {
      pinentry.ask("GETINFO version", ["D 0.1.0", "OK"])
    }
  }

  @Test(arguments: ["GETPIN", "CONFIRM"])
  func `G1 Control-Z in a dialog stops nothing, since the agent would stop with it, and is not listed`(
    command: String
  ) throws {
    let shell = try TerminalEmulator.jobControl()
    shell.type(
      "(printf 'OPTION ttyname=%s\\nOPTION ttytype=%s\\n\(command)\\n' $(tty) $TERM; sleep 600) | $watchword pinentry\n"
    )
    shell.expect("[ Cancel ]")
    let bells = shell.bells
    shell.press(.control("z"))
    shell.wait("it beeps") { shell.bells == bells + 1 }
    #expect(shell.isAlternateScreen)
    shell.press(.function(1))
    shell.expect("this page, and back")
    #expect(!shell.shows("suspend"))
  }

  @Test func `G1 the end of the agent ends the form and the process`() throws {
    let pinentry = try asked()
    pinentry.terminal.closeInput()
    pinentry.terminal.expectExit(0)
    pinentry.terminal.expectLeft()
  }

  @Test func `G1 what was sent with the request does not end it`() throws {
    let terminal = try TerminalEmulator.open("sleep", ["600"])
    let agent = try TerminalEmulator.shell(
      "printf 'OPTION ttyname=%s\\nOPTION ttytype=xterm\\nGETPIN\\nNOP\\n' $tty | $watchword pinentry",
      on: .with {
        ($0.launching, $0.output) = (["--uncontrolled"], .pipe)
        $0.environment["tty"] = terminal.device
      })
    terminal.expect("PIN")
    terminal.type("abc")
    terminal.expect("•••")
    terminal.press(.enter)
    agent.expectExit(0)
    #expect(agent.outputText == "OK Pleased to meet you\nOK\nOK\nD abc\nOK\nOK\n")
    terminal.expectLeft()
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `G1 a signal of the agent ends the process and leaves the terminal as it was`(number: Int32) throws {
    let pinentry = try asked()
    pinentry.terminal.signal(number)
    pinentry.terminal.expect(.killed(by: number))
    pinentry.terminal.expectLeft()
    #expect(!pinentry.terminal.shows("PIN"))
  }

  @Test func `G2 a terminal that goes away cancels all, and the process goes on`() throws {
    let pinentry = try asked()
    pinentry.terminal.hangUp()
    #expect(pinentry.answer() == Self.closed)
    pinentry.send("BYE")
    pinentry.expect("OK closing connection")
    pinentry.terminal.expectExit(0)
  }

  @Test(arguments: [
    ("/dev/nowhere", "open_tty_for_read 83918929", "No such file or directory"),
    ("/dev/null", "isatty 83918950", "Inappropriate ioctl for device"),
    ("/etc/passwd", "isatty 83918950", "Inappropriate ioctl for device"),
  ])
  func `G1 a terminal that is none is the error of the agent`(
    device: String, status: String, reason: String
  ) throws {
    let pinentry = try PinentryStage()
    pinentry.nameTerminal()
    pinentry.ask("OPTION ttyname=\(device)", ["OK"])
    expectError(of: pinentry, status, reason)
    #expect(pinentry.terminal.picture == "" && pinentry.terminal.transcript.isEmpty)
    pinentry.nameTerminal()
    pinentry.send("GETPIN")
    pinentry.terminal.expect("PIN")
  }

  private func expectError(
    of pinentry: PinentryStage, _ status: String, _ reason: String, _ sentence: String = ""
  ) {
    let number = status.split(separator: " ").last ?? ""
    for request in ["GETPIN", "CONFIRM", "MESSAGE"] {
      pinentry.ask(
        request, ["S ERROR watchword.\(status) ", "ERR \(number) \(reason) <Pinentry>\(sentence)"])
    }
  }

  @Test func `G1 without a name there is no terminal`() throws {
    let pinentry = try PinentryStage()
    let reason = "there is no terminal to ask on"
    expectError(of: pinentry, "isatty 83918950", "Inappropriate ioctl for device", " - \(reason)")
  }

  @Test(.machine(.root))
  func `G1 a terminal of somebody else is the error of the agent, for root too`() throws {
    let pinentry = try PinentryStage()
    pinentry.nameTerminal()
    #expect(unsafe chown(pinentry.terminal.device, 65_534, gid_t.max) == 0)
    expectError(
      of: pinentry, "open_tty_for_read 83918849", "Permission denied",
      " - This terminal belongs to nobody. Run 'script /dev/null' first, or log in as root directly.")
    #expect(pinentry.terminal.transcript.isEmpty)
    #expect(unsafe chown(pinentry.terminal.device, 0, gid_t.max) == 0)
    pinentry.send("GETPIN")
    pinentry.terminal.expect("PIN")
  }

  @Test func `G1 the second of two requests on one terminal is an error`() throws {
    let first = try asked()
    let second = try PinentryStage()
    second.nameTerminal()
    second.ask("OPTION ttyname=\(first.terminal.device)", ["OK"])
    expectError(of: second, "lock_tty 83918867", "Device or resource busy")
    first.terminal.type("d")
    first.terminal.expect("••••")
    first.terminal.press(.enter)
    first.expect("D abcd", "OK")
    second.send("GETPIN")
    first.terminal.expect("PIN")
  }

  @Test func `G1 a UTF-8 locale that is not installed is UTF-8 all the same`() throws {
    let pinentry = try PinentryStage(on: .with { $0.environment["LC_ALL"] = "C" })
    pinentry.nameTerminal()
    pinentry.ask("OPTION lc-ctype=xx_YY.UTF-8", ["OK"])
    pinentry.send("GETPIN")
    pinentry.terminal.expect("PIN")
    pinentry.terminal.type("é漢")
    pinentry.terminal.expect("••")
    pinentry.terminal.press(.enter)
    pinentry.expect("D é漢", "OK")
  }

  @Test func `G1 with a locale that is nonsense the form works in ASCII`() throws {
    let pinentry = try PinentryStage()
    pinentry.nameTerminal()
    pinentry.ask("OPTION lc-ctype=nonsense", ["OK"])
    pinentry.send("GETPIN")
    pinentry.terminal.expect("PIN")
    pinentry.terminal.type("é")
    pinentry.terminal.expect("Not taken: only ASCII works in this locale")
    pinentry.terminal.press(.control("u"))
    pinentry.terminal.type("ab")
    pinentry.terminal.expect("**")
    pinentry.terminal.press(.enter)
    pinentry.expect("D ab", "OK")
    #expect(pinentry.terminal.transcript.allSatisfy { $0 < 0x80 })
  }

  @Test func `G1 without a locale that of the environment counts`() throws {
    for (locale, mask) in [("C.UTF-8", "•••"), ("C", "***")] {
      let pinentry = try PinentryStage(on: .with { $0.environment["LC_ALL"] = locale })
      pinentry.ask("OPTION ttyname=\(pinentry.terminal.device)", ["OK"])
      pinentry.send("GETPIN")
      pinentry.terminal.expect("PIN")
      pinentry.terminal.type("abc")
      pinentry.terminal.expect(mask)
    }
  }

  @Test(.programs("localedef"))
  func `G1 what is typed in another character set goes out in UTF-8`() throws {
    let locales = try #require(Locales.made)
    let pinentry = try PinentryStage(on: .with { $0.environment["LOCPATH"] = locales })
    pinentry.nameTerminal()
    pinentry.ask("OPTION lc-ctype=de_DE.ISO-8859-1", ["OK"])
    pinentry.send("GETPIN")
    pinentry.terminal.expect("PIN")
    pinentry.terminal.send([0xE4, 0xF6])
    pinentry.terminal.expect("**")
    pinentry.terminal.press(.enter)
    pinentry.expect("D äö", "OK")
  }

  @Test func `G1 what one request sets does not outlast it`() throws {
    let pinentry = try asked(after: "OPTION lc-messages=de_DE.UTF-8")
    let other = try TerminalEmulator.open("sleep", ["600"])
    pinentry.terminal.press(.enter)
    pinentry.expect("D abc", "OK")
    for (type, locale, device, mask) in [
      ("vt220", "C", other, "***"), ("xterm-256color", "C.UTF-8", pinentry.terminal, "•••"),
      ("screen-256color", "C.UTF-8", other, "•••"), ("xterm-256color", "xx_YY", pinentry.terminal, "***"),
    ] {
      let start = device.transcript.count
      for option in ["ttytype=\(type)", "lc-ctype=\(locale)", "ttyname=\(device.device)"] {
        pinentry.ask("OPTION \(option)", ["OK"])
      }
      pinentry.send("GETPIN")
      device.expect("PIN")
      device.type("abc")
      device.expect(mask)
      device.press(.enter)
      pinentry.expect("D abc", "OK")
      device.expectLeft()
      // A vt220 has no colours and no second screen.
      let written = String(decoding: device.transcript[start...], as: UTF8.self)
      #expect(written.contains("\u{1B}[?1049h") == (type != "vt220"), "\(type)")
      #expect(written.contains("38;5;") == (type != "vt220"), "\(type)")
    }
  }

  @Test func `G1 what the agent's environment says of its own terminal is not taken for this one`() throws {
    // The stage has COLORTERM and COLORFGBG.
    let pinentry = try asked()
    let written = String(decoding: pinentry.terminal.transcript, as: UTF8.self)
    #expect(!written.contains("38;2;") && written.contains("\u{1B}]11;?"))
  }

  @Test func `G1 a time limit ends the form, and is counted down`() throws {
    let pinentry = try asked(after: "SETTIMEOUT 2")
    pinentry.terminal.expect("Ends in 1 s")
    pinentry.expect("ERR 83886142 Timeout <Pinentry>")
    pinentry.terminal.expectLeft()
  }

  @Test func `G1 the time of the touch file is set after each dialog`() throws {
    let file = folder.write("")
    let missing = folder.path + "/missing"
    let pinentry = try PinentryStage()
    pinentry.nameTerminal()
    for path in [file, missing] {
      pinentry.ask("OPTION touch-file=\(path)", ["OK"])
      for key in [Keystroke.enter, .escape] {
        var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
        #expect(unsafe utimensat(AT_FDCWD, file, &times, 0) == 0)
        pinentry.send("GETPIN")
        pinentry.terminal.expect("PIN")
        var status = stat()
        #expect(unsafe stat(file, &status) == 0 && status.st_mtim.tv_sec == 1)
        pinentry.terminal.press(key)
        #expect(pinentry.answer().last == (key == .enter ? "OK" : Self.cancelled))
        #expect(unsafe stat(file, &status) == 0 && (status.st_mtim.tv_sec > 1) == (path == file))
      }
    }
    #expect(unsafe access(missing, F_OK) == -1)
  }

  @Test(arguments: ["none", "beep", "flash"]) func `G1 the terminal is told that a form has come`(
    alert: String
  ) throws {
    let pinentry = try asked(after: "OPTION ttyalert=\(alert)")
    let written = String(decoding: pinentry.terminal.transcript, as: UTF8.self)
    #expect(pinentry.terminal.bells == (alert == "beep" ? 1 : 0))
    #expect(written.contains("\u{1B}[?5h") == (alert == "flash"))
    #expect(written.contains("\u{1B}[?5l") == (alert == "flash"))
  }

  @Test func `G1 the arguments are those of other pinentries`() throws {
    let drawn = try TerminalEmulator.open("sleep", ["600"])
    let arguments = [
      "pinentry", "--display", ":0", "--ttyname=\(drawn.device)", "-N", "xterm-256color", "-CC.UTF-8", "-dg",
      "--lc-messages=C", "-W", "7", "--colors", "red", "-a", "beep", "-o", "20",
    ]
    let pinentry = try PinentryStage(arguments: arguments)
    let tty = pinentry.terminal
    pinentry.send("GETINFO ttyinfo")
    let information = try #require(pinentry.answer().first)
    #expect(information.hasPrefix("D \(drawn.device) xterm-256color :0 "))
    pinentry.send("GETPIN")
    drawn.expect("PIN")
    #expect(drawn.bells == 1)
    drawn.type("é")
    drawn.expect("•", "Ends in")
    drawn.press(.enter)
    pinentry.expect("D é", "OK")
    #expect(tty.transcript.isEmpty)
  }

  @Test func `G1 the process is guarded between the dialogs too`() throws {
    try Needs.machine(.openFolder)
    let pinentry = try PinentryStage(on: .with { $0.launching = ["--nobody"] })
    let limits = try #require(pinentry.terminal.process.contents("limits"))
    let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
    #expect(core.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"])
    let reader = try Completion.of(
      "cat", ["/proc/\(pinentry.terminal.pid)/environ"], launching: ["--nobody"])
    #expect(reader.status != 0 && reader.errors.contains("Permission denied"))
  }
}
