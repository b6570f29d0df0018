import TestSupport
import Testing

/// What Swift needs for tasks makes the program larger by 1.1 MB, and each of its starts slower.
struct ConcurrencyTests {
  @Test func `what is asynchronous in the library is compiled into its callers, so that no program has it`()
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
