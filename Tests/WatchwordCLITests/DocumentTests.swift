import TestSupport
import Testing

@testable import WatchwordOptions
@testable import WatchwordServices

/// The parts of the documents that are made from the tables in the code. RECORD=1 writes them again, one after the
/// other.
@Suite(.serialized) struct DocumentTests {
  @Test func `the man page has the options of the table`() throws {
    try PackageFile.expect(
      "docs/man/watchword.1", between: #".\" options"#, and: #".\" end of options"#,
      toHold: Option.Group.allCases.compactMap { manual($0) }.joined(separator: "\n"))
  }

  @Test func `the man page has the statuses of the table`() throws {
    try PackageFile.expect(
      "docs/man/watchword.1", between: #".\" statuses"#, and: #".\" end of statuses"#,
      toHold: ExitStatus.table.map { manual($0) + "\n(\(roff(commands($0.commands))))" }.joined(
        separator: "\n"))
  }

  @Test func `the man page has the commands of the table`() throws {
    let rows = Command.allCases.map { ".TP\n.B \(roff($0.rawValue))\n\(roff($0.help))." }
    try PackageFile.expect(
      "docs/man/watchword.1", between: #".\" commands"#, and: #".\" end of commands"#,
      toHold: rows.joined(separator: "\n"))
  }

  @Test func `the man page names every program and every call`() throws {
    let names = ["watchword"] + Command.services.flatMap(pages)
    let calls = [".B watchword\n[COMMAND] [OPTION]...", ".B watchword help\n[COMMAND]"]
    let all =
      calls
      + Command.allCases.map { command in
        call(command, by: command.programName ?? "watchword \(command.rawValue)")
      }
    try PackageFile.expect(
      "docs/man/watchword.1", between: #".\" synopsis"#, and: #".\" end of synopsis"#,
      toHold: """
        .SH NAME
        \(names.map(roff).joined(separator: ", ")) \\- full\\-screen forms for passwords, sign\\-in and accounts
        .SH SYNOPSIS
        \(all.joined(separator: "\n.br\n"))
        """)
  }

  @Test func `the page on answers has the statuses of the table`() throws {
    let rows = ExitStatus.table.map { "| \($0.status) | \($0.meaning) | \(commands($0.commands)) |" }
    try PackageFile.expect(
      "docs/answers.md", between: "<!-- statuses -->", and: "<!-- end of statuses -->",
      toHold: (["", "| Status | Meaning | Commands |", "| --- | --- | --- |"] + rows + [""]).joined(
        separator: "\n"))
  }

  @Test func `J7 program, man pages, lists of changes and package name the same version`() throws {
    // watchword (0.1.0-1) unstable; urgency=medium
    let package = try #require(
      try PackageFile.text("packaging/debian/changelog").split(separator: " ").dropFirst().first)
    #expect(package.hasPrefix("(\(version)-") && package.hasSuffix(")"))
    let latest = try #require(
      try PackageFile.text("CHANGELOG.md").split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(latest == "## \(version)" || latest.hasPrefix("## \(version) "))
    #expect(Help.versionLine == "watchword \(version)")
    var page = try PackageFile.text("docs/man/watchword.1")
    let end = try #require(page.firstIndex(of: "\n"))
    page.replaceSubrange(..<end, with: try title(of: "watchword"))
    try PackageFile.expect("docs/man/watchword.1", toHold: page)
  }

  @Test func `J6 the package is built with the packages that the Makefile asks for`() throws {
    func names(in lines: some Sequence<Substring>, column: Int) -> Set<String> {
      Set(lines.map { String($0.split { " ,|".contains($0) }[column]) })
    }
    let needs = try PackageFile.text("packaging/needs").split(separator: "\n")
    let needed = names(in: needs.filter { $0.hasPrefix("build ") }, column: 2)
    let control = try PackageFile.text("packaging/debian/control").split(separator: "\n")
    let dependencies = control.drop { !$0.hasPrefix("Build-Depends:") }.dropFirst()
      .prefix { !$0.hasPrefix("Standards-Version:") }
    #expect(
      names(in: dependencies, column: 0) == needed.union(["debhelper-compat"]) && needed.contains("gettext"))
  }

  /// The first line of the man page `name`. Its date is that of the latest version in the package's changelog, whose
  /// lines end as in "Sun, 22 Nov 2026 12:00:00 +0000".
  private func title(of name: String) throws -> String {
    let line = try #require(
      try PackageFile.text("packaging/debian/changelog").split(separator: "\n").first { $0.hasPrefix(" -- ") }
    )
    let words = line.split(separator: " ").suffix(5).map(String.init)
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let month = try #require(months.firstIndex(of: words[1])) + 1
    let date = "\(words[2])-\(month < 10 ? "0" : "")\(month)-\(words[0])"
    return ".TH \(roff(name).uppercased()) 1 \(date) \"watchword \(version)\" \"User Commands\""
  }

  @Test func `the man pages are plain ASCII, which every roff reads alike`() throws {
    for page in try PackageFile.paths(in: "docs/man", suffix: ".1") {
      #expect(try PackageFile.text(page).split(separator: "\n").allSatisfy(\.isASCII), "\(page)")
    }
  }

  private static func documentsOfOptions() throws -> [String] {
    let pages = try PackageFile.documents().filter { !$0.hasPrefix("Tests/") }
    return try pages + PackageFile.paths(in: "docs/man", suffix: ".1")
  }

  @Test(arguments: try documentsOfOptions())
  func `an option that a document names is in the table`(document: String) throws {
    let known = Set(Option.allCases.flatMap(\.names) + PinentryOption.allCases.map(\.name))
    let ofOtherPrograms = [
      "accept-cached", "auto", "batch-mode", "encryption", "env-file", "force-confold", "foreground",
      "global", "jobs",
      "key-file", "keyname", "kill", "name", "new", "no-tty", "now", "passphrase", "passphrase-fd",
      "pinentry-mode", "repo", "reuid", "set", "symmetric", "test-passphrase", "unset",
      "use-integrated-swift-driver", "vault-password-file",
    ]
    let all = try PackageFile.text(document).replacing(#"\-"#, with: "-")
    // The list of changes names the options that are gone in a section of its own.
    let text = all.firstRange(of: "\n### What goes, on purpose\n").map { all[..<$0.lowerBound] } ?? all[...]
    for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "-" }) {
      let name = word.trimmingPrefix("--")
      guard word.hasPrefix("--"), name.first?.isLetter == true else { continue }
      #expect(known.contains(String(name)) || ofOtherPrograms.contains(String(name)), "--\(name)")
    }
  }

  /// README says this below its film; the man page leaves the signs out, which not every roff can print.
  private static let rule =
    "While you type, a requirement is met (✅) or still open (⚪); only when you leave the field is it missing (❌)."

  @Test func `README says when a sign changes in the words of the man page`() throws {
    #expect(try PackageFile.text("README.md").contains("\n\(Self.rule)\n"))
  }

  /// The names of the man page of `command`; the first is that of its file.
  private func pages(of command: Command) -> [String] {
    let name = "watchword-\(command.rawValue)"
    return command == .pinentry ? ["pinentry-watchword", name] : [name]
  }

  private func call(_ command: Command, by name: String) -> String {
    ".B \(roff(name))\n\(roff(String(command.arguments.dropFirst())))"
  }

  /// The page of a service goes on with what is written by hand.
  @Test(arguments: Command.allCases)
  func `J6 each command has a man page of its own`(command: Command) throws {
    let names = pages(of: command)
    let statuses = ExitStatus.table.filter { $0.commands.contains(command) }
    let options =
      command == .pinentry
      ? PinentryOption.allCases.map { manual($0, $0.placeholder) }
      : Option.Group.allCases.compactMap { manual($0, of: command) }
    let calls = Set([command.programName, "watchword \(command.rawValue)"]).compactMap(\.self).sorted()
    let parts = [
      try title(of: names[0]),
      ".SH NAME\n\(names.map(roff).joined(separator: ", ")) \\- "
        + roff(command.help.replacing("No form: ", with: "").replacing(/; also .*/, with: "")),
      ".SH SYNOPSIS", calls.map { call(command, by: $0) }.joined(separator: "\n.br\n"),
      ".SH DESCRIPTION\n\(roff(command.purpose))"
        + (command == .new ? "\n\(roff(Self.rule.replacing(/\ \(.\)/, with: "")))" : ""),
      "What all commands have in common, with the keys, the environment and the files, is said in\n.BR watchword (1).",
    ]
    let rest = [
      ".SH EXIT STATUS", statuses.map { manual($0) }.joined(separator: "\n"),
      ".SH EXAMPLES\n.nf", command.examples.map(roff).joined(separator: "\n"), ".fi",
    ]
    let text = (parts + (options.isEmpty ? [] : [".SH OPTIONS"] + options) + rest).joined(separator: "\n")
    let page = "docs/man/\(names[0]).1"
    if command.programName == nil {
      try PackageFile.expect(page, toHold: text + "\n.SH SEE ALSO\n.BR watchword (1)\n")
    } else {
      try PackageFile.expect(page, between: #".\" tables"#, and: #".\" end of tables"#, toHold: text)
    }
  }

  private func manual(_ row: WatchwordOptions.ExitStatus.Row) -> String {
    ".TP\n.B \(roff(row.status))\n\(roff(row.meaning))"
  }

  /// The options of `group`, only those of `command` if given; `nil` if there are none.
  private func manual(_ group: Option.Group, of command: Command? = nil) -> String? {
    let entries = Option.allCases.filter { entry in
      entry.group == group && (command.map(entry.commands.contains) ?? true)
    }
    if entries.isEmpty { return nil }
    let rows = entries.map { manual($0, of: command) }
    return ([".SS \(group.heading)"] + rows).joined(separator: "\n")
  }

  private func manual(_ entry: Option, of command: Command?) -> String {
    let note = entry.note.map { "\n\(roff($0))" } ?? ""
    let isForAll = Set(entry.commands).isSuperset(of: Command.withoutServices)
    let scope = command != nil || isForAll ? "" : "\nFor \(roff(commands(entry.commands)))."
    return manual(entry, entry.placeholder(of: command) ?? entry.optionalArgument) + scope + note
  }

  private func manual(_ row: some OptionRow, _ placeholder: String?) -> String {
    let letter = row.letter.map { #"\fB\-\#($0)\fR, "# } ?? ""
    let placeholder = placeholder ?? ""
    let argument = row.placeholder == nil ? placeholder : #" \fI\#(placeholder)\fR"#
    return """
      .TP
      \(letter)\\fB\\-\\-\(roff(row.documentedName))\\fR\(argument)
      \(roff(row.help)).
      """
  }

  /// `commands` as part of a text.
  private func commands(_ commands: [Command]) -> String {
    let isForAll = Set(commands).isSuperset(of: Command.withoutServices)
    return isForAll ? "all" : commands.map(\.rawValue).joined(separator: ", ")
  }

  /// `text`, quoted so that roff finds no requests in it.
  private func roff(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\": #"\e"#
      case "-": #"\-"#
      case "…": "..."
      default: String(character)
      }
    }.joined()
  }
}

extension Substring {
  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
