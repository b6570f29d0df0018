import Testing
import Watchword
import WatchwordBase
import WatchwordCurses
import WatchwordScreen
import WatchwordStrength
import WatchwordSystem

@testable import WatchwordOptions

struct InvocationTests {
  /// Greek and Latin are narrow, CJK is wide, combining marks have no width, and the rest cannot be drawn.
  private static let width = CharacterWidth { scalar in
    switch scalar.value {
    case 0x300..<0x370: 0
    case 0xA1..<0x530, 0x2000..<0x2600: 1
    case 0x4E00..<0xA000: 2
    default: -1
    }
  }

  private func read(_ arguments: String...) throws -> Invocation { try read(arguments) }

  private func read(_ arguments: [String]) throws -> Invocation {
    try Invocation(["watchword"] + arguments, width: Self.width)
  }

  private func options(_ arguments: [String]) throws -> Options? {
    guard case .run(let options) = try read(arguments) else { return nil }
    return options
  }

  @Test func `a combining mark behind an equals sign belongs to the argument`() throws {
    #expect(try options(["--title=\u{301}Hi"])?.form.title == "\u{301}Hi")
    let form = try options(["sign-in", "--value", "email=\u{301}a"])?.makeDescription()
    #expect(
      form?.fields[0].text.unicodeScalars.elementsEqual("\u{301}a".unicodeScalars) == true)
  }

  @Test(arguments: ["*", "•", "é", "e\u{301}"]) func `a sign of one column masks`(mask: String) throws {
    #expect(try options(["--mask", mask])?.presentation.mask == Character(mask))
  }

  @Test(arguments: ["", "**", " ", "\t", "\u{7F}", "\u{301}", "漢", "\u{3000}", "\u{A0}", "\u{E000}", "🔒"])
  func `any other sign is refused`(mask: String) {
    #expect(
      throws: ProgramError(
        "option '--mask' takes none, or one visible character that is one column wide, not \(mask.quoted)")
    ) {
      try read("--mask", mask)
    }
  }

  @Test(arguments: ProgramError.gone.map { ($0.key, $0.value) })
  func `S2 what is gone is in no table, and its error names a program`(option: String, program: String) {
    let words = option.split(separator: " ").map(String.init)
    let known = Option.named(String(words[0].dropFirst(2)))
    #expect(words.count == 1 ? known == nil : known?.choices.contains(words[1]) == false)
    #expect(throws: ProgramError("'\(option)' is gone; '\(program)' does it now")) {
      try read(["generate"] + words)
    }
  }

  @Test func `options may stand before and after the command, and letters together`() throws {
    #expect(try options(["--json", "new", "-q"]) == options(["new", "--json", "--quiet"]))
    #expect(try options(["-qq"])?.isQuiet == true)
  }

  @Test(
    arguments: [
      (["--help"], nil, false), (["-h"], nil, false), (["new", "--help"], .new, false), (["-qh"], nil, false),
      (["--help", "--bogus"], nil, false), (["--help", "check"], .check, false), (["--help=all"], nil, true),
      (["sign-in", "--help=all", "--bogus"], .signIn, true), (["help"], nil, false),
      (["help", "form"], .form, false), (["help", "--help=all", "form"], .form, true),
      (["--help", "--", "new"], nil, false), (["--verbose", "--help"], nil, false), (["--he"], nil, false),
    ] as [([String], Command?, Bool)])
  func `F9 help counts at once, and is about the command that is named`(
    arguments: [String], command: Command?, isFull: Bool
  ) throws {
    #expect(try read(arguments) == .help(command, isFull: isFull))
  }

  @Test(arguments: [
    (["--version"], false), (["-V"], false), (["--version", "--help"], false),
    (["--version", "--verbose"], true), (["--verbose", "-V"], true),
    (["new", "--verbose", "--version", "--bogus"], true),
  ])
  func `version counts at once, and is verbose wherever that is asked for`(
    arguments: [String], isVerbose: Bool
  ) throws { #expect(try read(arguments) == .version(isVerbose: isVerbose)) }

  @Test func `an empty list of arguments is no command`() throws {
    #expect(try Invocation([], width: .ascii) == .run(Options()))
  }
}
