import TestSupport
import Testing

/// Swift imports a C pointer in one of two ways: as OpaquePointer if the header hides the struct, otherwise as a pointer
/// to a struct with a name. ncurses hides WINDOW in Debian 13 and Ubuntu 24.04, but not in Debian 12, and Swift code that
/// names either way builds only on some systems.
struct CTypeTests {
  /// Structs that a system's header may hide, by all their names.
  private static let hidden: Set<String> = [
    "DIR", "FILE", "SCREEN", "TERMINAL", "VTerm", "VTermScreen", "VTermState", "WINDOW", "_IO_FILE",
    "_win_st", "assuan_context_s", "pwquality_settings", "pwquality_settings_t",
  ]
  /// Structs that no header may hide: callers allocate them, or read their members, as documented.
  private static let visible: Set<String> = [
    "VTermScreenCallbacks", "ZxcMatch_t", "passwd", "pthread_mutex_t", "regex_t", "sem_t", "sockaddr", "tm",
  ]
  /// Structs of our own headers.
  private static let own: Set<String> = ["cn_file", "cn_screen", "cn_window"]
  private static let ofSwift: Set<String> = ["CChar", "Form", "Int", "Int32", "UInt32", "UInt8"]

  /// Only lines with one of these words are examined, which saves most of the time.
  private static let signs = hidden.union(["OpaquePointer", "UnsafePointer", "UnsafeMutablePointer"])

  /// The lines of a Swift file that may break the rule, without comments and string literals.
  private func lines(_ path: String) throws -> [String] {
    var lines: [String] = []
    var isInText = false
    for line in try PackageFile.text(path).split(separator: "\n") {
      let marks = line.ranges(of: "\"\"\"").count
      if marks % 2 == 1 { isInText.toggle() }
      let line = String(line)
      if isInText || marks > 0 || Self.signs.isDisjoint(with: words(line)) { continue }
      lines.append(line.replacing(/"(?:\\.|[^"\\])*"/, with: "").replacing(/\/\/.*/, with: ""))
    }
    return lines
  }

  private func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }

  @Test(arguments: ["Sources", "Tests", "docs"])
  func `no Swift source depends on whether a system's header hides a struct`(folder: String) throws {
    let known = Self.visible.union(Self.own).union(Self.ofSwift)
    for path in try PackageFile.paths(in: folder, suffix: ".swift") {
      for line in try lines(path) {
        let named = Self.hidden.union(["OpaquePointer"]).intersection(words(line))
        let pointees = line.matches(of: /Unsafe(?:Mutable)?Pointer<(\w+)/).map { String($0.1) }
        #expect(named.isEmpty && known.isSuperset(of: pointees), "\(path): \(line)")
      }
    }
  }

  @Test func `in C only the header for ncurses names the type of its windows`() throws {
    for path in try [".c", ".h"].flatMap({ try PackageFile.paths(in: "Sources", suffix: $0) })
    where path != "Sources/CWatchwordCurses/shim.h" {
      #expect(try !words(PackageFile.text(path)).contains("WINDOW"), "\(path)")
    }
  }
}
