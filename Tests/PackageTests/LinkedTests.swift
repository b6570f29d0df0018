import Glibc
import TestSupport
import Testing

/// What a program links that depends only on WatchwordStrength, as Tests/Verdicts does.
struct LinkedTests {
  private func lines(_ program: String, _ arguments: [String]) throws -> [Substring] {
    var environment = Stage().environment
    environment["PATH"] = unsafe String(cString: getenv("PATH"))
    let completion = try Completion.of(program, arguments, environment: environment)
    try #require(completion.status == 0, "\(program) \(arguments): \(completion.errors)")
    return completion.output.split(separator: "\n")
  }

  /// The names of symbols in the program `name`, without their versions.
  private func symbols(in name: String, _ options: String...) throws -> Set<String> {
    let all = try lines("nm", options + ["--format=just-symbols", name])
    return Set(all.map { String($0.prefix { $0 != "@" }) })
  }

  /// The `symbols` that ncurses or our terminal define.
  private func terminals(among symbols: Set<String>) throws -> Set<String> {
    var names: Set<String> = []
    for line in try lines("ldd", ["\(ProgramFile.folder)/watchword"]) {
      let words = line.split(separator: " ").map(String.init)
      guard words.count > 2, words[0].contains("ncurses") || words[0].contains("tinfo") else { continue }
      names.formUnion(try self.symbols(in: words[2], "--dynamic", "--defined-only"))
    }
    #expect(names.contains("wgetch") && names.contains("tputs"))
    for header in try PackageFile.paths(in: "Sources/CWatchwordTerminal/include", suffix: ".h") {
      let words = try PackageFile.text(header).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      names.formUnion(words.filter { $0.hasPrefix("ww_") }.map(String.init))
    }
    let modules = ["$s9Watchword", "$s15WatchwordCurses", "$s15WatchwordScreen"]
    return symbols.filter { symbol in names.contains(symbol) || modules.contains { symbol.hasPrefix($0) } }
  }

  @Test
  func `J9 a program that judges without a form has no symbol of ncurses, of our terminal and of libcrypt`()
    throws
  {
    #expect(try terminals(among: symbols(in: "\(ProgramFile.folder)/Verdicts")) == [])
    let judges = try symbols(in: "\(ProgramFile.folder)/Verdicts")
    #expect(
      !judges.contains {
        $0.hasPrefix("ww_hash") || $0.contains("crypt_rn") || $0.contains("WatchwordHashes")
      })
    #expect(try symbols(in: "\(ProgramFile.folder)/watchword").contains("ww_hash_load"))
    for program in ["Verdicts", "watchword"] {
      let libraries = try lines("ldd", ["\(ProgramFile.folder)/\(program)"])
      #expect(!libraries.contains { $0.contains("libcrypt") || $0.contains("Foundation") }, "\(libraries)")
    }
    let found = try terminals(among: symbols(in: "\(ProgramFile.folder)/watchword"))
    for start in ["newterm", "ww_", "$s9Watchword", "$s15WatchwordCurses", "$s15WatchwordScreen"] {
      #expect(found.contains { $0.hasPrefix(start) })
    }
  }
}
