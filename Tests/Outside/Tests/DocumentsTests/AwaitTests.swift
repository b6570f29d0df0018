import Synchronization
import Testing
import Watchword
import WatchwordTesting

/// Forms that are awaited.
struct AwaitTests {
  /// How often delegates ended in a task, and on a thread without one.
  private final class Ends: Sendable {
    let inTask = Atomic(0)
    let onThread = Atomic(0)
  }

  private final class Fleeting: TextFieldDelegate {
    private let ends: Ends

    init(_ ends: Ends) { self.ends = ends }

    deinit {
      let isInTask = unsafe withUnsafeCurrentTask { unsafe $0 != nil }
      if isInTask { ends.inTask.add(1, ordering: .relaxed) } else { ends.onThread.add(1, ordering: .relaxed) }
    }
  }

  @MainActor
  @Test func `J2 a delegate that nobody else has ends in the task that awaits, and not on the form's thread`()
    async
  {
    var form = PasswordForm.existingPassword()
    form.presentation.devicePath = "/nonexistent"
    let ends = Ends()
    for _ in 0..<500 {
      _ = try? await form.run(delegate: Fleeting(ends))
    }
    #expect(ends.inTask.load(ordering: .relaxed) == 500 && ends.onThread.load(ordering: .relaxed) == 0)
  }

  private static func ask(_ text: String) async throws -> PasswordForm.Answer {
    var terminal = ScriptedTerminal()
    terminal.type(text)
    terminal.press(.enter)
    return try await PasswordForm.existingPassword().run(on: &terminal)
  }

  @Test func `A10 a verdict refuses as often as it may, and the form ends`() async {
    var form = PasswordForm.existingPassword()
    form.maximumRefusals = 2
    var terminal = ScriptedTerminal()
    terminal.type("x")
    terminal.press(.enter, times: 2)
    await #expect(throws: WatchwordError.tooManyRefusals) {
      try await form.run(on: &terminal) { _ in .refused("No.", fields: ["password": "Nor this."]) }
    }
  }

  @Test func `A10 one refusal has messages for fields and for the form`() async {
    var terminal = ScriptedTerminal()
    terminal.type("x")
    terminal.press(.enter)
    terminal.look("refused")
    terminal.press(.escape)
    _ = try? await PasswordForm.existingPassword().run(on: &terminal) { _ in
      .refused("The server is slow today.", fields: ["password": "It is wrong."], clearing: ["password"])
    }
    let rows = terminal.looks["refused"]?.rows ?? []
    #expect(rows.contains { $0.contains("It is wrong.") }, "\(rows)")
    #expect(rows.contains { $0.contains("The server is slow today.") }, "\(rows)")
  }

  @Test func `J4 an answer comes out of tasks of every kind, and is read twice`() async throws {
    let task = Task { try await Self.ask("one") }
    async let bound = Self.ask("two")
    var answers = try await withThrowingTaskGroup(of: PasswordForm.Answer.self) { group in
      for text in ["three", "four"] { group.addTask { try await Self.ask(text) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    answers += [try await task.value, try await bound]
    for _ in 1...2 {
      let texts = answers.map { answer in answer.withPassword { String(copying: $0) } }
      #expect(Set(texts) == ["one", "two", "three", "four"])
    }
  }

  @Test(arguments: [
    (ScriptedTerminal.Key.escape, PasswordForm.Cancellation.escape), (.control("c"), .interrupt),
  ])
  func `J3 leaving a form and stopping it are told apart`(
    key: ScriptedTerminal.Key, way: PasswordForm.Cancellation
  ) async throws {
    var terminal = ScriptedTerminal()
    terminal.press(key, times: 2)
    #expect(throws: way) { try PasswordForm.existingPassword().runAndWait(on: &terminal) }
    await #expect(throws: way) { try await PasswordForm.existingPassword().run(on: &terminal) }
  }
}
