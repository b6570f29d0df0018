import TestSupport
import Testing
import WatchwordScreen

/// F3: a form that has begun on the screen goes on in line mode.
@Suite struct GoOnInLinesTests {
  private static let kept = "You have typed 10 characters. Enter keeps them; anything else is a new entry.\n"
  private static let password = "Kv7mQzR2.p"

  private func open(_ arguments: [String], on stage: Stage = .capturing) throws -> TerminalEmulator {
    let terminal = try TerminalEmulator.open("watchword", arguments, on: stage)
    terminal.expect("Esc cancel")
    return terminal
  }

  private func go(_ terminal: TerminalEmulator, sourceLocation: SourceLocation = #_sourceLocation) -> Talk {
    terminal.settle(sourceLocation: sourceLocation)
    let talk = Talk(on: terminal)
    talk.send("")
    terminal.press(.function(3))
    terminal.wait("the screen is left", sourceLocation: sourceLocation) { !terminal.isAlternateScreen }
    return talk
  }

  @Test func `D4 what is finished is kept, and Enter keeps what was typed in the field`() throws {
    let terminal = try open(["sign-up", "--json", "--no-dictionary"])
    for text in ["Ann", "ann@example.org"] {
      terminal.type(text)
      terminal.press(.tab)
    }
    terminal.type(Self.password)
    let talk = go(terminal)
    talk.answer("Ctrl-C stops.\n\(Self.kept)\(Question.new)", "")
    talk.answer("Accepted: could be stronger, 10 characters.\n\(Question.again)", Self.password)
    terminal.expectExit(0)
    for text in ["Ann", "ann@example.org", Self.password] {
      #expect(terminal.outputText.contains("\"\(text)\""))
    }
    #expect(!talk.text.contains(Self.password) && terminal.settings.isCooked)
  }

  @Test func `D4 anything else is a new entry, and then Enter keeps nothing`() throws {
    let terminal = try open(["new", "--quiet", "--no-dictionary"])
    terminal.type(Self.password)
    let talk = go(terminal)
    talk.answer(Self.kept + Question.new, "weak")
    talk.answer("\n" + Question.new, "")
    talk.answer("Enter your password.\n" + Question.new, "Kv7mQzR2.pLxw4")
    talk.answer(Question.again, "Kv7mQzR2.pLxw4")
    terminal.expectExit(0)
    #expect(terminal.outputText == "Kv7mQzR2.pLxw4\n" && talk.text.ranges(of: Self.kept).count == 1)
  }

  @Test func `D4 a question that is no entry leaves what was typed, and Ctrl-R shows it`() throws {
    let terminal = try open(["new", "--quiet", "--no-dictionary"])
    terminal.type(Self.password)
    let talk = go(terminal)
    talk.answer(Self.kept + Question.new, "help")
    talk.answer(Self.kept + Question.new, "\u{12}")
    talk.answer("\(Self.password)\n\(Question.take)\(Question.new)", "")
    talk.answer(Question.again, Self.password)
    terminal.expectExit(0)
    #expect(terminal.outputText == Self.password + "\n")
  }

  @Test func `D4 with --mask none the number is not told`() throws {
    let terminal = try open(["ask", "--mask", "none"])
    terminal.type(Self.password)
    let talk = go(terminal)
    talk.answer("Enter keeps what you have typed; anything else is a new entry.\nPassword:", "")
    terminal.expectExit(0)
    #expect(terminal.outputText == Self.password + "\n" && !talk.text.contains("characters."))
  }

  @Test(arguments: ["\u{1B}[1;1R", "\u{1B}[1;2R", "\u{1B}[2;1R", "\u{1B}[13;5~"])
  func `D4 a report and F3 with a modifier do not leave the screen`(_ bytes: String) throws {
    let terminal = try open(["ask"])
    terminal.type(bytes + Self.password)
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == Self.password + "\n")
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains("Ctrl-C stops"))
  }

  @Test func `D4 F1 names F3, which works there too, and an empty field is asked for as ever`() throws {
    let terminal = try open(["ask"])
    terminal.press(.function(1))
    terminal.expect("go on in lines")
    let talk = go(terminal)
    talk.answer("Password required. What you type is not shown. Ctrl-C stops.\nPassword:", "pw")
    terminal.expectExit(0)
    #expect(terminal.outputText == "pw\n" && !talk.text.contains("have typed"))
  }

  @Test func `D4 each secret stays in its locked page alone, also in line mode`() throws {
    let terminal = try open(["new", "--quiet", "--no-dictionary"], on: .scanned)
    let needle = Needle.random()
    terminal.send(needle.bytes)
    let talk = go(terminal)
    talk.expect(Question.new)
    let copies = try halves(of: needle, in: terminal.process)
    #expect(copies.count == 2 && copies.allSatisfy(\.isLocked), "\(copies)")
    talk.answer(Question.new, "")
    talk.expect(Question.again)
    #expect(try halves(of: needle, in: terminal.process).allSatisfy(\.isLocked))
    terminal.press(.control("c"))
    terminal.expect(.killed(by: 2))
  }
}
