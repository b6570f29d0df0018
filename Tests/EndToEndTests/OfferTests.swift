import Glibc
import TestSupport
import Testing

/// Passwords that the form offers, on a real terminal.
@Suite struct OfferTests {
  /// A form with an offer of characters.
  private func offering(_ options: String...) throws -> TerminalEmulator {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--no-animation"] + options, on: .capturing)
    terminal.expect("New password")
    terminal.press(.control("g"))
    terminal.expect("^W words")
    terminal.settle()
    return terminal
  }

  @Test(arguments: [
    [], [Keystroke.control("g")], [.control("w")], [.control("w"), .control("g"), .control("w")],
  ])
  func `F4 the password that stands there is taken into both fields, and printed`(keys: [Keystroke]) throws {
    let terminal = try offering()
    for key in keys {
      let before = terminal.offer
      terminal.press(key)
      terminal.settle()
      #expect(!terminal.offer.isEmpty && terminal.offer != before)
    }
    let offer = terminal.offer
    terminal.press(.enter)
    terminal.expect(.new, holds: offer)
    terminal.expect(.confirm, holds: offer)
    terminal.expect("Strong password")
    #expect(terminal.focus == .new)
    terminal.press(.enter, .enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == offer + "\n")
  }

  @Test func `F4 Esc brings back what stood there, and nothing of the offer is on the screen`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.type("password1")
    terminal.settle()
    let before = terminal.picture
    terminal.press(.control("g"))
    terminal.expect("Enter take it")
    terminal.press(.control("w"))
    terminal.expect("^W characters")
    terminal.press(.escape)
    terminal.wait("all is as it was") { terminal.picture == before }
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(terminal.outputText.isEmpty)
  }

  @Test func `F4 with --reveal never control G beeps, and nothing names it`() throws {
    let terminal = try TerminalEmulator.form("--reveal", "never")
    let bells = terminal.bells
    terminal.press(.control("g"))
    terminal.wait("it beeps") { terminal.bells == bells + 1 }
    #expect(!terminal.shows("^G") && !terminal.shows("bits"))
    terminal.press(.function(1))
    terminal.expect("Keys")
    #expect(!terminal.shows("^G"))
  }

  @Test func `F4 the sign-up form and a form of fields offer in their new password`() throws {
    for arguments in [["sign-up"], ["form", "--field", "text", "--field", "new-password"]] {
      let terminal = try TerminalEmulator.open("watchword", arguments + ["--no-animation"], on: .capturing)
      terminal.expect("Esc cancel")
      terminal.press(.tab, times: arguments.count == 1 ? 2 : 1)
      terminal.expect("^G make")
      terminal.press(.control("g"))
      terminal.expect("Enter take it")
      terminal.settle()
      let offer = terminal.offer
      terminal.press(.enter)
      terminal.wait("both fields show it") { terminal.rows.count { $0.contains(offer) } == 2 }
    }
  }

  @Test func `A2 F4 an offer goes by itself after the time for which a secret stays shown`() throws {
    let terminal = try offering("--reveal-timeout", "1")
    terminal.expect(gone: " bits", "take it")
    terminal.expect("Esc cancel")
  }

  @Test func `F4 control Z takes the offer off the screen, and fg comes back without it`() throws {
    let terminal = try TerminalEmulator.jobControl()
    terminal.type("$watchword new $options\n")
    terminal.expect("New password")
    terminal.press(.control("g"))
    terminal.expect(" bits")
    terminal.wait("the offer stands there") {
      (12...13).contains(terminal.offer.count) && terminal.offer.allSatisfy(\.isASCII)
    }
    let offer = terminal.offer
    terminal.press(.control("z"))
    terminal.expect("Stopped")
    #expect(!terminal.shows(offer))
    terminal.type("fg\n")
    terminal.expect("New password", "Esc cancel")
    #expect(!terminal.shows(offer) && !terminal.shows(" bits"))
  }

  @Test func `A13 F4 a resize keeps the offer`() throws {
    let terminal = try offering()
    let offer = terminal.offer
    terminal.resize(40, 12)
    terminal.settle()
    #expect(terminal.offer == offer && terminal.shows("Enter take it  ^W words  Esc back"))
    terminal.resize(20, 4)
    terminal.wait("the offer has two rows") {
      terminal.row(2).contains(offer) && terminal.row(3).contains("bits")
    }
  }

  @Test func `F4 words come from the list that was given, and one without words is named`() throws {
    let letters = Array("abcdefghijklmnop")
    let words = (0..<65_536).map { number in String((0..<4).map { letters[number >> (4 * $0) & 15] }) + "\n" }
    let list = try TemporaryFile(words.joined())
    var terminal = try offering("--word-list", list.path)
    terminal.press(.control("w"))
    terminal.expect("87 bits")
    terminal.settle()
    #expect(terminal.offer.wholeMatch(of: #/(?i)[a-p]{4}[2-9]?(-[a-p]{4}[2-9]?){4}/#) != nil)
    let numbers = try TemporaryFile("4711\n")
    terminal = try offering("--word-list", numbers.path)
    let offer = terminal.offer
    terminal.press(.control("w"))
    terminal.expect("The word list has no plain words.")
    #expect(terminal.offer == offer)
  }

  @Test(
    .enabled(
      if: (try? Completion.of("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/usr/share/dict"]))?.status
        == 0,
      "the system's word list cannot be hidden here"))
  func `F4 where the system has no word list, how to get one is said`() throws {
    let script = #"mount -t tmpfs none /usr/share/dict && exec "$watchword" new --no-animation"#
    let terminal = try TerminalEmulator.shell("exec unshare -m sh -c '\(script)'", on: .capturing)
    terminal.expect("New password")
    terminal.press(.control("g"))
    terminal.expect("^W words")
    terminal.press(.control("w"))
    terminal.expect("No word list: install wamerican.")
    #expect(terminal.shows(" bits") && terminal.shows("^W words"))
  }

  @Test func `F4 a list that is not there is seen before the form`() throws {
    let completion = try Completion.of("watchword", ["new", "--word-list", "/none"])
    #expect(completion.status == 2)
    #expect(completion.errors == "watchword: cannot read the list '/none': No such file or directory\n")
  }

  @Test func `F4 in a locale that is not UTF-8 it is offered in the same words`() throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--no-animation"],
      on: .with {
        $0.output = .pipe
        $0.environment["LC_ALL"] = "C"
      })
    terminal.expect("New password")
    terminal.press(.control("g"))
    terminal.expect("Enter take it   ^G another   ^W words   Esc back")
    terminal.settle()
    let offer = terminal.offer
    terminal.press(.enter)
    terminal.expect(.new, holds: offer)
  }
}
