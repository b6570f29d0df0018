import TestSupport
import Testing

/// A test that needs a program. ``PassedOverTests`` plays it without one.
@Suite struct NeedyTests {
  @Test(.programs("zip")) func `a test that needs zip is not played without it`() {
    #expect(Needs.has("zip"))
  }
}

/// What `Tests/run` says of tests that it passes over, if no program is found.
@Suite struct PassedOverTests {
  private let folder = TemporaryFolder()

  /// Plays the test of ``NeedyTests`` with a path that has no program.
  private func play(_ variables: [String: String] = [:]) throws -> Completion {
    let environment = ["PATH": folder.path, "TESTS_FOLDER": folder.path + "/tests"]
    return try Completion.of(
      "/usr/bin/python3",
      ["\(PackageFile.root)/Tests/run", "--built", "--only", "PackageTests.NeedyTests"],
      environment: environment.merging(variables) { $1 })
  }

  @Test(.programs("python3"))
  func `a test without its program is counted, and the last line names the command`()
    throws
  {
    let end = try play()
    let said = end.output.split(separator: "\n").last ?? ""
    let count = said.split(separator: " ").prefix { $0 != "tests" }.last.flatMap { Int($0) } ?? 0
    #expect(end.status == 0 && count > 0, "\(end)")
    #expect(
      said.hasSuffix(
        " \(count) tests were passed over because programs are missing (zip): make test-programs."),
      "\(said)")
  }

  @Test(.programs("python3")) func `if all programs are required, a missing one is red`() throws {
    let end = try play(["WATCHWORD_ALL": "1"])
    #expect(end.status == 1 && end.output.contains("missing, see packaging/needs: zip"), "\(end)")
  }
}
