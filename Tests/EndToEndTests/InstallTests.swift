import Glibc
import TestSupport
import Testing

@testable import WatchwordOptions

/// What `make install` does with the program: who may read it, and what follows from that.
@Suite struct InstallTests {
  /// A folder that anyone can look into, with an installed program.
  private struct Installed {
    let folder = TemporaryFolder()
    var program: String { folder.path + "/usr/bin/watchword" }
    var mode: mode_t { state.st_mode & 0o7777 }
    var owner: uid_t { state.st_uid }

    init(below prefix: String = "/usr", launching: [String] = []) throws {
      _ = unsafe chmod(folder.path, launching.isEmpty ? 0o755 : 0o777)
      #expect(BuiltCatalogues.failure == "")
      try make("install", below: prefix, launching: launching)
    }

    func make(_ target: String, below prefix: String, launching: [String] = []) throws {
      let built = ProgramFile.path("watchword")
      let arguments = ["-C", PackageFile.root, "-o", "build", target]
      let made = try Completion.of(
        "make", arguments + ["program=\(built)", "DESTDIR=\(folder.path)", "PREFIX=\(prefix)"],
        launching: launching)
      #expect(made.status == 0, "\(made.errors)")
    }

    private var state: stat {
      var state = stat()
      _ = unsafe stat(program, &state)
      return state
    }

    /// Whether the user nobody can open the memory of the process `pid`.
    static func canOpenMemory(of pid: Int32) throws -> Bool {
      try Completion.of("sh", ["-c", ": </proc/\(pid)/mem"], launching: ["--nobody"]).status == 0
    }
  }

  @Test(.machine(.root))
  func `root installs a program that others may run and not read`() throws {
    let installed = try Installed()
    #expect(installed.mode == 0o711 && installed.owner == 0)
    let run = [installed.program, "--version", "--verbose"]
    let version = try Completion.of("sh", ["-c", run.joined(separator: " ")], launching: ["--nobody"])
    let guarded = "Other programs of the same user cannot read the memory of this one."
    #expect(version.output.split(separator: "\n").last == Substring(guarded))
    #expect(try Completion.of("cat", [installed.program], launching: ["--nobody"]).status != 0)
  }

  @Test(arguments: [("/usr", "vendor-completions"), ("/usr/local", "site-functions")])
  func `F9 the completions are installed where the shells look, and taken away again`(
    prefix: String, functions: String
  ) throws {
    try Needs.programs("zsh")
    let installed = try Installed(below: prefix)
    let share = installed.folder.path + prefix + "/share"
    let files = [
      ("watchword.bash", "\(share)/bash-completion/completions/watchword"),
      ("_watchword", "\(share)/zsh/\(functions)/_watchword"),
      ("watchword.fish", "\(share)/fish/vendor_completions.d/watchword.fish"),
    ]
    for (name, path) in files {
      #expect(try PackageFile.text("packaging/completions/\(name)") == readText(path))
    }
    let searched = try Completion.of("zsh", ["-c", "print $fpath"])
    #expect(
      searched.output.split(whereSeparator: \.isWhitespace).contains("\(prefix)/share/zsh/\(functions)"))
    try installed.make("uninstall", below: prefix)
    for (_, path) in files { #expect(readText(path) == nil) }
  }

  @Test(arguments: ["/usr", "/usr/local"])
  func `G4 the program is installed under its other names too, and taken away again`(prefix: String) throws {
    let installed = try Installed(below: prefix)
    let folder = installed.folder.path + prefix
    for name in Command.services.compactMap(\.programName) {
      let answer = try Completion.of("\(folder)/bin/\(name)", ["--version"])
      #expect(answer == Completion(status: 0, output: Help.versionLine + "\n"))
      #expect(try Completion.of("readlink", ["\(folder)/bin/\(name)"]).output == "watchword\n")
    }
    try installed.make("uninstall", below: prefix)
    #expect(try Completion.of("find", [installed.folder.path, "-not", "-type", "d"]).output == "")
  }

  @Test(arguments: ["/usr", "/usr/local"])
  func `I3 the catalogues are installed where the program looks, and taken away again`(prefix: String) throws
  {
    let installed = try Installed(below: prefix)
    let share = installed.folder.path + prefix + "/share/locale"
    let languages = try POFile.all().map(\.name)
    let found = try Completion.of("find", [share, "-type", "f", "-printf", "%P %m\n"]).output
    #expect(
      Set(found.split(separator: "\n").map(String.init))
        == Set(languages.map { "\($0)/LC_MESSAGES/watchword.mo 644" }))
    let links = try Completion.of("find", [share, "-type", "l", "-printf", "%P %l\n"]).output
    #expect(links == "pt/LC_MESSAGES/watchword.mo ../../pt_BR/LC_MESSAGES/watchword.mo\n")
    try installed.make("uninstall", below: prefix)
    #expect(try Completion.of("find", [installed.folder.path, "-not", "-type", "d"]).output == "")
  }

  @Test(
    .programs("localedef"),
    arguments: ["LANG", "LC_ALL", "LC_MESSAGES"])
  func `I3 the locale of Portugal gets the Portuguese of Brazil`(variable: String) throws {
    let installed = try Installed()
    var environment = Stage().environment
    environment["LC_ALL"] = nil
    environment["LANG"] = "C.UTF-8"
    environment["LOCPATH"] = Locales.made
    environment[variable] = "pt_PT.UTF-8"
    let refused = try Completion.of(installed.program, ["new", "--nothing"], environment: environment)
    #expect(refused.errors.contains("opção desconhecida '--nothing'"), "\(refused.errors)")
  }

  @Test(arguments: ["/usr", "/opt/a b"])
  func `F4 the word lists are installed, found there in the person's language, and taken away again`(
    prefix: String
  ) throws {
    let installed = try Installed(below: prefix)
    let folder = installed.folder.path + prefix
    for (language, list, remark) in [
      ("en", "en", ""), ("de", "de", ""), ("pt_BR", "pt", ""), ("pt_PT", "pt", ""),
      ("fr", "en", "English words: there is no list in your language.\n"),
    ] {
      let drawn = try Completion.of(
        "\(folder)/bin/watchword", ["generate", "--words=4", "--policy=nist"],
        environment: Stage().environment.merging(["LC_ALL": "C.UTF-8", "LANGUAGE": language]) { $1 })
      #expect(drawn.errors.contains("'\(folder)/share/watchword/words/\(list)'"), "\(drawn.errors)")
      #expect(drawn.errors.split(separator: "\n").count == (remark.isEmpty ? 1 : 2))
    }
    let modes = try Completion.of(
      "find", ["\(folder)/share/watchword/words", "-type", "f", "-printf", "%P %m\n"])
    #expect(Set(modes.output.split(separator: "\n")) == ["de 644", "en 644", "pt 644"])
    try installed.make("uninstall", below: prefix)
    #expect(try Completion.of("find", [installed.folder.path, "-not", "-type", "d"]).output == "")
  }

  @Test func `a prefix without a / at its start is refused`() throws {
    let environment = Stage().environment.merging(["PREFIX": "usr"]) { $1 }
    let end = try Completion.of("sh", [PackageFile.root + "/packaging/install"], environment: environment)
    #expect(end == Completion(status: 2, errors: "PREFIX has to begin with /, and it is 'usr'\n"))
  }

  /// Everything in a folder, and where its links lead.
  private static func paths(in folder: String) throws -> Set<String> {
    let found = try Completion.of("find", [folder, "-mindepth", "1", "-printf", "%P %y%l\n"])
    return Set(found.output.split(separator: "\n").map(String.init))
  }

  @Test(arguments: ["/usr", "/usr/local", "/opt/a b"])
  func `J6 uninstall leaves what was there before, empty folders too, and nothing else`(prefix: String) throws
  {
    let installed = try Installed(below: prefix)
    let share = installed.folder.path + prefix + "/share"
    try installed.make("uninstall", below: prefix)
    #expect(try Self.paths(in: installed.folder.path) == [])
    let foreign = ["\(share)/man/man1", "\(share)/doc/watchword", "\(share)/locale/de"]
    #expect(try Completion.of("mkdir", ["-p"] + foreign).status == 0)
    let before = try Self.paths(in: installed.folder.path)
    for _ in 0..<2 { try installed.make("install", below: prefix) }
    #expect(readText("\(share)/man/man1/watchword.1") != nil)
    try installed.make("uninstall", below: prefix)
    #expect(try Self.paths(in: installed.folder.path) == before)
  }

  @Test func `J6 uninstall leaves a file of others in a folder that install made`() throws {
    let installed = try Installed()
    let file = installed.folder.path + "/usr/share/doc/watchword/of-somebody"
    #expect(try Completion.of("touch", [file]).status == 0)
    try installed.make("uninstall", below: "/usr")
    #expect(
      try Self.paths(in: installed.folder.path) == [
        "usr d", "usr/share d", "usr/share/doc d", "usr/share/doc/watchword d",
        "usr/share/doc/watchword/of-somebody f",
      ])
  }

  @Test func `J6 pages, documents and examples are installed for each command`() throws {
    let installed = try Installed()
    let share = installed.folder.path + "/usr/share"
    for command in Command.allCases {
      let page = "watchword-\(command.rawValue).1"
      let file = command == .pinentry ? "pinentry-watchword.1" : page
      for name in Set([page, file]) {
        #expect(readText("\(share)/man/man1/\(name)") == (try PackageFile.text("docs/man/\(file)")))
      }
    }
    let documents = try PackageFile.paths(in: "docs", suffix: ".md")
    for file in documents + ["README.md", "CHANGELOG.md", "LICENSE"] {
      #expect(readText("\(share)/doc/watchword/\(file)") == (try PackageFile.text(file)))
    }
    for file in try PackageFile.paths(in: "docs/examples", suffix: ".swift") {
      let name = file.dropFirst("docs/".count)
      #expect(readText("\(share)/doc/watchword/\(name)") == (try PackageFile.text(file)))
      #expect(readText("\(share)/doc/watchword/\(file)") == (try PackageFile.text(file)))
    }
  }

  @Test(.machine(.openFolder))
  func `anyone else installs a program that can be read`() throws {
    let installed = try Installed(launching: ["--nobody"])
    #expect(installed.mode == 0o755 && installed.owner != 0)
    let version = try Completion.of(installed.program, ["--version", "--verbose"], launching: ["--nobody"])
    #expect(version.output.hasSuffix(", except in the first moment.\n"))
  }

  @Test(.machine(.root), arguments: [0o711, 0o755] as [mode_t])
  func `where it cannot be read its user cannot open its memory from the first moment on`(
    mode: mode_t
  ) throws {
    let installed = try Installed()
    _ = unsafe chmod(installed.program, mode)
    let launch = try HeldLaunch(installed.program, launching: ["--nobody"])
    #expect(try Installed.canOpenMemory(of: launch.terminal.pid) == (mode == 0o755))
    launch.goOn()
    launch.terminal.expect("New password")
    #expect(try !Installed.canOpenMemory(of: launch.terminal.pid))
  }
}
