import TestSupport
import Testing

/// Swift's support for tasks would make the program 1.1 MB larger and each start slower.
struct ConcurrencyTests {
  @Test func `asynchronous code of the library is compiled into its callers, so that no program carries it`()
    throws
  {
    for path in try PackageFile.paths(in: "Sources", suffix: ".swift")
    where !path.hasPrefix("Sources/WatchwordTesting/") {
      var (isExported, isInCaller) = (false, false)
      for line in try PackageFile.text(path).split(separator: "\n") {
        let line = line.trimmingPrefix(while: \.isWhitespace)
        if line.hasPrefix("//") { continue }
        if line == "@export(implementation)" {
          isExported = true
        } else if line.contains("func ") || line.contains("init(") {
          (isExported, isInCaller) = (false, isExported)
        }
        let isAsynchronous = ["await ", "Task {", "CheckedContinuation"].contains { line.contains($0) }
        #expect(!isAsynchronous || isInCaller, "\(path): \(line)")
      }
    }
  }
}
