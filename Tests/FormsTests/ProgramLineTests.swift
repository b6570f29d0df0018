import TestSupport
import Testing
import WatchwordScreen

@testable import Watchword

/// Lines that the program writes while a form is shown.
@Suite struct ProgramLineTests {
  private static let form = FormDescription.custom(fields: ["user", "city"].map { .init(.text, name: $0) })

  @Test func `J3 a line of the program stands in the last row, or replaces the keys`() {
    let stage = Rehearsal(Self.form)
    stage.say("Backup done.\nAll is well.")
    #expect(stage.rows.last?.contains("Backup done. All is well.") == true)
    #expect(stage.words.contains("Enter next"))
    stage.say("Another one.")
    #expect(stage.rows.last?.contains("Another one.") == true && !stage.words.contains("Backup"))
    let small = Rehearsal(Self.form, columns: 40, rows: 8)
    #expect(small.rows.last?.contains("Enter next") == true)
    small.say("Backup done, and whatever else is to be said of it.")
    #expect(
      small.rows.last?.contains("Backup done, and whatever") == true && !small.words.contains("Enter next"))
  }

  @Test func `J3 a line of the program stays for five seconds and until the next key`() {
    let stage = Rehearsal(Self.form)
    stage.say("Backup done.")
    stage.type("ab")
    stage.wait(milliseconds: 4_000)
    stage.type("c")
    #expect(stage.words.contains("Backup done."))
    stage.wait(milliseconds: 2_000)
    #expect(stage.words.contains("Backup done.") && stage.deadline == nil)
    stage.type("d")
    #expect(!stage.words.contains("Backup done."))
  }
}
