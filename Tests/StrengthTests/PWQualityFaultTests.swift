import Testing

@testable import WatchwordStrength

/// Which of several settings is named that ask for too much together.
struct PWQualityFaultTests {
  @Test(arguments: [
    (["ucredit", "dcredit", "lcredit"], "dcredit"), (["ocredit", "lcredit", "ucredit"], "ucredit"),
    (["ocredit", "lcredit"], "lcredit"), (["ocredit", "ucredit", "lcredit", "dcredit"], "dcredit"),
  ])
  func `H3 of settings that ask for as much the same one is named each time`(
    settings: [String], named: String
  ) {
    let text = settings.map { "\($0) = -3000" }.joined(separator: "\n")
    #expect(throws: PWQualitySettings.Remark.self) {
      var settings = PWQualitySettings()
      try settings.read(Array(text.utf8), from: "p.conf")
      do throws(PWQualitySettings.Remark) { try settings.checkThatItCanBeMet() } catch {
        #expect(error.reason.hasPrefix("'\(named)' "))
        throw error
      }
    }
  }
}
