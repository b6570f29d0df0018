import TestSupport
import Testing

/// Which module may import which: the dependencies in Package.swift, compared with the import lines and with the picture
/// of modules in docs/architecture.md.
struct ImportTests {
  /// The Swift modules of Sources, without those of languages, which `po/embed` writes.
  private func modules() throws -> Set<String> {
    let paths = try PackageFile.paths(in: "Sources", suffix: ".swift")
    return Set(paths.map { String($0.split(separator: "/")[1]) }).subtracting(["Languages"])
  }

  /// The Swift modules, each with those that Package.swift lets it import.
  private func arrows() throws -> [String: Set<String>] {
    let modules = try modules()
    var arrows: [String: Set<String>] = [:]
    let target = /arget\(\s*name: "(\w+)"(?:,\s*dependencies: \[([^\]]*)\])?/
    for match in try PackageFile.text("Package.swift").matches(of: target) {
      let (_, name, needs) = match.output
      guard modules.contains(String(name)) else { continue }
      arrows[String(name)] = Set((needs ?? "").matches(of: /\w+/).map { String($0.output) })
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

  @Test func `a module imports what Package.swift names, and Package.swift names nothing else`() throws {
    let arrows = try arrows()
    #expect(Set(arrows.keys) == (try modules()))
    for (module, named) in arrows {
      let imports = try imports(below: "Sources/\(module)")
      let system = imports.keys.filter { ["Glibc", "Synchronization", "FoundationEssentials"].contains($0) }
      #expect(Set(imports.keys).subtracting(system) == named, "\(module)")
      // Frames, keys and events know nothing of the machine.
      if module == "WatchwordScreen" { #expect(system == []) }
    }
  }

  /// The compiler waits for a module that another imports, so a clean build would take longer.
  @Test func `a module imports those in lower rows of the picture, and none beside it`() throws {
    let page = try PackageFile.text("docs/architecture.md")
    let section = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("Modules\n") })
    let picture = try #require(section.split(separator: "```").dropFirst().first)
    let rows = picture.split(separator: "\n").map { Set($0.matches(of: /\w+/).map { String($0.output) }) }
    let shown = rows.flatMap(\.self)
    #expect(Set(shown) == (try modules()) && shown.count == Set(shown).count)
    let arrows = try arrows()
    for (number, row) in rows.enumerated() {
      let lower = Set(rows[(number + 1)...].joined())
      for module in row {
        let sideways = arrows[module, default: []].intersection(shown).subtracting(lower)
        #expect(sideways == [], "\(module)")
      }
    }
  }

  /// One product has what hosts with Foundation need, and is not part of the program.
  @Test func `nobody imports Foundation, the tests neither`() throws {
    for folder in ["Sources", "Tests"] {
      for (name, path) in try imports(below: folder) {
        // The package outside belongs to somebody else.
        let isAllowed =
          path.contains("Tests/Outside/")
          || path.contains("Sources/WatchwordFoundation/") && name == "FoundationEssentials"
        #expect(!name.hasPrefix("Foundation") || isAllowed, "\(path) imports \(name)")
      }
    }
  }
}
