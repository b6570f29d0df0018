import Glibc
import Watchword

// A program that awaits forms on its main actor. Its argument says what it does.
let (ticks, end) = AsyncStream.makeStream(of: Void.self)
switch CommandLine.arguments.dropFirst().first {
case "sign-up": await signUp()
case "cancel": await cancel()
case "cancelled": await showInCancelledTask()
default: exit(64)
}

/// Writes a line to standard output, which is a pipe to the test.
func tell(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

@MainActor func result(_ body: @MainActor () async throws(WatchwordError) -> PasswordForm.Answer?) async
  -> String
{
  do throws(WatchwordError) {
    guard let answer = try await body() else { return "cancelled by the person" }
    return "accepted \(answer["user"] ?? "nobody")"
  } catch {
    return "\(error)"
  }
}

/// A delegate that lives on the main actor, and counts there.
@MainActor final class Counter: @MainActor TextFieldDelegate {
  var begun = 0

  func textFieldDidBeginEditing(_ textField: borrowing TextField, in form: inout RunningForm) {
    MainActor.assertIsolated()
    begun += 1
  }

  func textFieldShouldEndEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    form.text(of: "user") != "stay"
  }
}

/// Asks who of a name is free, which takes a moment.
actor Users {
  func isFree(_ name: String) async -> Bool {
    await Task.yield()
    return name != "alice"
  }
}

/// Shows a form with an asynchronous validator, while the main actor does other work.
@MainActor func signUp() async {
  let (counter, users) = (Counter(), Users())
  let work = Task { @MainActor in
    for await _ in ticks { tell("the main actor is free, \(counter.begun) begun") }
  }
  end.yield()
  tell(
    await result { () async throws(WatchwordError) in
      let form = try PasswordForm(
        "Join the club",
        fields: [
          .text("user").validated { await users.isFree($0) ? .valid : .invalid("\($0) is taken") }
        ])
      return try await form.run(delegate: counter)
    })
  end.finish()
  await work.value
  tell("\(counter.begun) begun")
}

/// Cancels the task that awaits a form when the person has left a field.
@MainActor func cancel() async {
  let delegate = Leaver()
  let task = Task { @MainActor in
    await result { () async throws(WatchwordError) in
      try await PasswordForm.newPassword().run(delegate: delegate)
    }
  }
  delegate.task = task
  tell(await task.value)
}

@MainActor final class Leaver: @MainActor TextFieldDelegate {
  var task: Task<String, Never>?

  func textFieldDidEndEditing(_ textField: borrowing TextField, in form: inout RunningForm) { task?.cancel() }
}

/// Shows a form in a task that was cancelled before.
@MainActor func showInCancelledTask() async {
  let task = Task { @MainActor in
    withUnsafeCurrentTask { $0?.cancel() }
    return await result { () async throws(WatchwordError) in try await PasswordForm.newPassword().run() }
  }
  tell(await task.value)
}
