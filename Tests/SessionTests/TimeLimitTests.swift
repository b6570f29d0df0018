import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength
import WatchwordSystem

/// A session that its time limit ends (F7).
@Suite struct TimeLimitTests {
  private let form: FormState = {
    var description = FormDescription.newPassword()
    description.policy = .classic(minimumLevel: .weak)
    description.timeLimit = .seconds(60)
    return description.makeForm()
  }()

  private let filled: [Step] = .filling("Kv7mQzR2", "Kv7mQzR2")

  @Test func `F7 nothing that was typed is handed out, and the delegate hears that editing was cancelled`()
    throws
  {
    let delegate = RecordingDelegate()
    let played = try perform(filled + [.wait(milliseconds: 60_000), .enter], on: form, delegate: delegate)
    #expect(played.ending == .timedOut && !played.terminal.isOver)
    #expect(played.lastCalls.suffix(2) == ["1.editingDidEnd", "1.didEndEditing(cancelled)"])
  }

  @Test func `F7 secrets that are shown are masked in the last picture`() throws {
    let played = try perform(
      .typing("Kv7mQzR2") + [.wait(milliseconds: 50_000), .control("r"), .wait(milliseconds: 60_000)],
      on: form)
    #expect(played.ending == .timedOut)
    #expect(played.terminal.shownTexts.contains([0: "Kv7mQzR2"]))
    #expect(played.terminal.shownTexts.last == [:])
  }

  @Test(arguments: [59, 60, 10_000]) func `F7 the time goes on while the process is stopped`(seconds: Int)
    throws
  {
    let played = try perform(filled + [.event(.stop), .enter], on: form, suspensionTime: .seconds(seconds))
    #expect(played.ending == (seconds < 60 ? .accepted("Kv7mQzR2", .weak) : .timedOut))
  }
}
