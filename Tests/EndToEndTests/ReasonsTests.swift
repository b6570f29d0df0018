import TestSupport
import Testing

struct ReasonsTests {
  @Test func `B4 the reason of each of 300 passwords made by rule is about what the rule put in`() throws {
    try Needs.programs("python3")
    let script = "\(PackageFile.root)/Tests/reasons"
    let done = try Completion.of("python3", [script, ProgramFile.path("watchword")])
    #expect(done.status == 0, "\(done.output)\(done.errors)")
  }
}
