import TestSupport
import Testing

/// Which module may import which: the table in docs/architecture.md, compared with the import lines.
struct ImportTests {
  /// The Swift modules, each with those that it may import.
  private func arrows() throws -> [String: Set<String>] {
    let rows = try PackageFile.text("docs/architecture.md").split(separator: "\n").filter {
      $0.hasPrefix("| `")
    }
    let cells = rows.map { $0.split(separator: "|").map { $0.trimmingPrefix(" ") } }
    let modules = try PackageFile.paths(in: "Sources", suffix: ".swift").map { $0.split(separator: "/")[1] }
    var arrows: [String: Set<String>] = [:]
    for cells in cells {
      let name = cells[0].filter { $0 != "`" && $0 != " " }
      guard cells.count > 2, modules.contains(Substring(name)) else { continue }
      let imports = cells[2].split { $0 == "," || $0 == " " }.map(String.init)
      arrows[name] = Set(imports)
    }
    return arrows
  }

  /// The modules that the Swift files below `folder` import, each with a file that does.
  private func imports(below folder: String) throws -> [String: String] {
    var imports: [String: String] = [:]
    for path in try PackageFile.paths(in: folder, suffix: ".swift") {
      for line in try PackageFile.text(path).split(separator: "\n") {
        let words = line.split(separator: " ")
        guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
          words[..<index].allSatisfy({
            $0.hasPrefix("@") || ["public", "package", "internal", "private"].contains($0)
          })
        else { continue }
        imports[String(words[index + 1])] = path
      }
    }
    return imports
  }

  @Test func `a module imports what the table of modules allows`() throws {
    for (module, allowed) in try arrows() {
      for (name, path) in try imports(below: "Sources/\(module)") {
        #expect(allowed.contains("all") || allowed.contains(name), "\(path) imports \(name)")
      }
    }
  }

  @Test func `every module of Swift has its row in the table`() throws {
    let modules = try PackageFile.paths(in: "Sources", suffix: ".swift").map { $0.split(separator: "/")[1] }
    #expect(Set(modules.map(String.init)).subtracting(["Languages"]) == Set(try arrows().keys))
  }

  /// The compiler waits for a module that another imports, so a clean build would take longer.
  @Test func `modules that could be built side by side do not import each other`() throws {
    let arrows = try arrows()
    for (one, other) in [
      ("WatchwordCommands", "WatchwordServices"), ("WatchwordSystem", "WatchwordStrength"),
    ] {
      let (first, second) = (try #require(arrows[one]), try #require(arrows[other]))
      #expect(!first.contains(other) && !second.contains(one), "\(one) and \(other)")
    }
  }

  @Test func `nobody imports Foundation, the tests neither`() throws {
    for folder in ["Sources", "Tests"] {
      for (name, path) in try imports(below: folder) {
        // The package outside belongs to somebody else.
        #expect(!name.hasPrefix("Foundation") || path.contains("Tests/Outside/"), "\(path) imports \(name)")
      }
    }
  }
}
