import TestSupport
import Testing

/// What a form asks of the kernel and the terminal, which is the same on every machine. `make bench-check` checks the
/// instructions, which are not.
///
/// If a feature has to cost more, its commit records the numbers again and gives the reason.
struct CountTests {
  @Test(arguments: [
    ("a new password", ["new", "--no-animation", "--no-dictionary"]),
    ("three plain fields", ["form", "--field=text:one", "--field=text:two", "--field=text:three"]),
  ])
  func `a key has an echo and a picture, and without one nothing is done`(
    name: String, arguments: [String]
  ) throws {
    var environment = Stage().environment
    // So the form asks for the background, and gets no answer here.
    environment["COLORFGBG"] = nil
    let count = try Completion.of(
      ProgramFile.path("Count"), ["Qx7v\u{7F}", ProgramFile.path("watchword")] + arguments,
      environment: environment)
    try #require(count.status == 0, "\(count.errors)")
    expectGolden(count.output, "the counts of \(name)")
  }
}
