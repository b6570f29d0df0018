import TestSupport
import Testing

struct ReasonsTests {
  @Test func `B4 the reason of each of 300 passwords made by rule is about what the rule put in`() throws {
    guard try Completion.of("python3", ["-c", ""]).status == 0 else { try Test.cancel("it needs python3") }
    let script = "\(PackageFile.root)/Tests/reasons"
    let done = try Completion.of("python3", [script, ProgramFile.path("watchword")])
    #expect(done.status == 0, "\(done.output)\(done.errors)")
  }
}
