import TestSupport
import Testing

/// Who may know whom: the arrows of docs/architecture.md, read from the import lines.
struct ImportTests {
  /// The modules of the package that each one may import; the last word says whether Glibc is among the others.
  private static let arrows: [(module: String, imports: Set<String>)] = [
    ("WatchwordText", []),
    ("WatchwordMessages", []),
    ("WatchwordScreen", ["WatchwordText"]),
    ("WatchwordStrength", ["WatchwordMessages", "WatchwordText"]),
    ("WatchwordSecrets", ["CWatchwordSystem", "Glibc", "WatchwordText"]),
    (
      "WatchwordForms",
      ["WatchwordMessages", "WatchwordScreen", "WatchwordSecrets", "WatchwordStrength", "WatchwordText"]
    ),
    (
      "WatchwordSystem",
      [
        "CWatchwordSystem", "CWatchwordUtf8proc", "CWatchwordZxcvbn", "Glibc", "WatchwordSecrets",
        "WatchwordStrength", "WatchwordText",
      ]
    ),
    (
      "WatchwordCurses",
      [
        "CWatchwordCurses", "CWatchwordSystem", "Glibc", "WatchwordScreen", "WatchwordSecrets",
        "WatchwordText",
      ]
    ),
    (
      "Watchword",
      [
        "WatchwordCurses", "WatchwordForms", "WatchwordMessages", "WatchwordScreen", "WatchwordSecrets",
        "WatchwordStrength", "WatchwordSystem",
      ]
    ),
    (
      "WatchwordCLI",
      [
        "CWatchwordStart", "CWatchwordSystem", "WatchwordCurses", "WatchwordForms", "Glibc",
        "WatchwordMessages", "WatchwordScreen", "WatchwordSecrets", "WatchwordStrength",
        "WatchwordSystem", "Watchword", "WatchwordText",
      ]
    ),
  ]

  /// The modules that the Swift files below `folder` import, each with a file that does.
  private func imports(below folder: String) throws -> [String: String] {
    var imports: [String: String] = [:]
    for path in try PackageFile.paths(in: folder, suffix: ".swift") {
      for line in try PackageFile.text(path).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
          words[..<index].allSatisfy({ $0.hasPrefix("@") || ["public", "internal", "private"].contains($0) })
        else { continue }
        imports[String(words[index + 1])] = path
      }
    }
    return imports
  }

  @Test(arguments: arrows) func `a module imports what the arrows allow`(
    module: String, allowed: Set<String>
  ) throws {
    for (name, path) in try imports(below: "Sources/\(module)") {
      #expect(allowed.contains(name), "\(path) imports \(name)")
    }
  }

  @Test func `every module of Swift has its arrows`() throws {
    let modules = try PackageFile.paths(in: "Sources", suffix: ".swift").map { $0.split(separator: "/")[1] }
    #expect(Set(modules.map(String.init)) == Set(Self.arrows.map(\.module)))
  }

  @Test func `nobody imports Foundation, the tests neither`() throws {
    for folder in ["Sources", "Tests"] {
      for (name, path) in try imports(below: folder) {
        #expect(!name.hasPrefix("Foundation"), "\(path) imports \(name)")
      }
    }
  }
}
