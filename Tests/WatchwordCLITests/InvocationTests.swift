import Testing
import Watchword
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

  @Test func `without arguments the command is new with its defaults`() throws {
    let options = try #require(try options([]))
    #expect(options == Options())
    #expect(
      options.hasConfirmation && options.presentation.usesMouse && options.form.isAnimated
        && options.answer.hasNewline)
    #expect(options.meter == .guesses)
    #expect(options.scale == nil)
    #expect(options.minimumLevel == nil && options.policy.minimumLevel == .medium)
    #expect(options.dictionaries.isEmpty && options.hasUsualLists)
    #expect(options.form.reveal == .allowed)
    #expect(options.presentation.mask == nil)
  }

  @Test(arguments: [["new"], []]) func `the command new may be left out`(arguments: [String])
    throws
  {
    #expect(try read(arguments) == .run(Options()))
  }

  @Test(
    arguments: [
      (["--title", "Hi"], \Options.form.title), (["--title=Hi"], \.form.title),
      (["--leaked", "Hi"], \.leakedPath), (["--output", "Hi"], \.outputPath),
    ] as [([String], any KeyPath<Options, String?> & Sendable)])
  func `a text is taken as it is`(arguments: [String], path: any KeyPath<Options, String?> & Sendable)
    throws
  {
    #expect(try options(arguments)?[keyPath: path] == "Hi")
  }

  @Test func `a combining mark behind an equals sign belongs to the argument`() throws {
    #expect(try options(["--title=\u{301}Hi"])?.form.title == "\u{301}Hi")
    let form = try options(["sign-in", "--value", "email=\u{301}a"])?.makeForm()
    #expect(
      form?.configuration.fields[0].text.unicodeScalars.elementsEqual("\u{301}a".unicodeScalars) == true)
  }

  @Test(
    arguments: [
      ("--no-confirm", \.hasConfirmation, false), ("--peek", \.isPeeking, true),
      ("--clears-on-insertion", \.clearsOnInsertion, true),
      ("--no-mouse", \.presentation.usesMouse, false),
      ("--no-animation", \.form.isAnimated, false),
      ("--no-newline", \.answer.hasNewline, false), ("--quiet", \.isQuiet, true), ("-q", \.isQuiet, true),
      ("--allow-unlocked-memory", \.presentation.protection.allowsUnlockedMemory, true),
    ] as [(String, any KeyPath<Options, Bool> & Sendable, Bool)])
  func `a switch changes its own value alone`(
    argument: String, path: any KeyPath<Options, Bool> & Sendable, value: Bool
  ) throws {
    var expected = Options()
    expected[keyPath: try #require(path as? WritableKeyPath<Options, Bool>)] = value
    #expect(expected != Options())
    #expect(try options([argument]) == expected)
  }

  @Test func `a choice takes each of its words`() throws {
    for reveal in FormDescription.Reveal.allCases {
      #expect(try options(["--reveal", reveal.rawValue])?.form.reveal == reveal)
    }
    for glyphs in Presentation.Glyphs.allCases {
      #expect(try options(["--glyphs", glyphs.rawValue])?.presentation.glyphs == glyphs)
    }
    for color in ColorChoice.allCases {
      #expect(try options(["--color", color.rawValue])?.presentation.color == color)
    }
    for level in Level.allCases {
      #expect(try options(["--min-strength", level.name])?.minimumLevel == level)
    }
  }

  @Test func `B5 the scale can be given, in the unit of the meter`() throws {
    #expect(try options(["--strength-scale", "8,16"])?.scale == StrengthScale([8, 16]))
  }

  @Test func `B5 word lists are added to the usual ones, unless all before are taken away`() throws {
    for (words, named, hasUsual) in [
      ("--dictionary /words", ["/words"], true), ("--dictionary=a --dictionary=b", ["a", "b"], true),
      ("--no-dictionary", [], false), ("--dictionary=a --no-dictionary", [], false),
      ("--dictionary=a --no-dictionary --dictionary=b", ["b"], false),
    ] {
      let options = try options(words.split(separator: " ").map(String.init))
      #expect(options?.dictionaries == named && options?.hasUsualLists == hasUsual, "\(words)")
    }
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

  @Test func `a long option can be abbreviated as far as it stays unique`() throws {
    #expect(try options(["--tit", "Hi"])?.form.title == "Hi")
    #expect(try read("--he") == .help(nil, isFull: false))
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
      (["--help", "--", "new"], nil, false),
    ] as [([String], Command?, Bool)])
  func `F9 help counts at once, and is about the command that is named`(
    arguments: [String], command: Command?, isFull: Bool
  ) throws {
    #expect(try read(arguments) == .help(command, isFull: isFull))
  }

  @Test(arguments: [["--version"], ["-V"], ["--version", "--help"]])
  func `version counts at once`(arguments: [String]) throws {
    #expect(try read(arguments) == .version(isVerbose: false))
  }

  @Test(arguments: [
    ["--version", "--verbose"], ["--verbose", "-V"], ["new", "--verbose", "--version", "--bogus"],
  ])
  func `the version is verbose wherever that is asked for`(arguments: [String]) throws {
    #expect(try read(arguments) == .version(isVerbose: true))
  }

  @Test func `help counts at once where --verbose stands before it`() throws {
    #expect(try read(["--verbose", "--help"]) == .help(nil, isFull: false))
  }

  @Test func `F1 all that stands behind two dashes is the command, whatever it looks like`() throws {
    let words = ["new", "--help", "--", "-q", ""]
    #expect(try options(["--json", "--"] + words)?.receiver == words)
    #expect(try options(["sign-in", "--"] + words)?.receiver == words)
    #expect(try options(["new", "--json"])?.receiver == nil)
    #expect(try read(["--help", "--", "cat"]) == .help(nil, isFull: false))
  }

  @Test func `F1 the status of a cancelled form can be another one`() throws {
    #expect(try options([])?.cancelStatus == .cancelled)
    #expect(try options(["--cancel-status", "99"])?.cancelStatus == ExitStatus(rawValue: 99))
  }

  @Test func `an empty list of arguments is no command`() throws {
    #expect(try Invocation([], width: .ascii) == .run(Options()))
  }
}
