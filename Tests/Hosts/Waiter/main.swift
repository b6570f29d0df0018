import Glibc
import Watchword

// A program that awaits forms on its main actor. Its argument says what it does.
let (ticks, end) = AsyncStream.makeStream(of: Void.self)
switch CommandLine.arguments.dropFirst().first {
case "sign-up": await signUp()
case "cancel": await cancel()
case "cancelled": await showInCancelledTask()
case "trap": await trap(CommandLine.arguments.last ?? "")
case "wish": await grantWish(CommandLine.arguments.dropFirst(2))
default: exit(64)
}

/// Writes a line to standard output, which is a pipe to the test.
func tell(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

@MainActor func result(_ body: @MainActor () async throws -> PasswordForm.Answer) async -> String {
  do {
    return "accepted \(try await body()["user"] ?? "nobody")"
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

/// Shows a form with an asynchronous validator and a verdict, while the main actor does other work.
@MainActor func signUp() async {
  let (counter, users) = (Counter(), Users())
  let work = Task { @MainActor in
    for await _ in ticks { tell("the main actor is free, \(counter.begun) begun") }
  }
  end.yield()
  tell(
    await result {
      let form = try PasswordForm(
        "Join the club",
        fields: [.text("user").validated { await users.isFree($0) ? .valid : .invalid("\($0) is taken") }])
      return try await form.run(delegate: counter) { answer in
        await users.isFree(answer["user"] ?? "") ? .accepted : .refused(["user": "taken"])
      }
    })
  end.finish()
  await work.value
  tell("\(counter.begun) begun")
}

/// Cancels the task that awaits a form when the person has left a field.
@MainActor func cancel() async {
  let delegate = Leaver()
  let task = Task { @MainActor in
    await result { try await PasswordForm.newPassword().run(delegate: delegate) }
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
    return await result { try await PasswordForm.newPassword().run() }
  }
  tell(await task.value)
}

/// A delegate that asks the form for something in the first call that it is told of, and tells of each call.
@MainActor final class Wisher: @MainActor TextFieldDelegate {
  private let call, wish: String
  private var isGranted = false

  init(_ wish: String, in call: String) { (self.call, self.wish) = (call, wish) }

  private func take(_ call: String, of field: borrowing TextField, _ form: inout RunningForm) {
    MainActor.assertIsolated()
    tell("\(field.name).\(call)")
    guard field.name == "first", call == self.call, !isGranted else { return }
    isGranted = true
    switch wish {
    case "focus": tell("focus: \(form.becomeFirstResponder("third"))")
    case "end": tell("end: \(form.endEditing())")
    case "force": tell("force: \(form.endEditing(force: true))")
    default: form.setEnabled(false, of: "first")
    }
  }

  func textFieldShouldBeginEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    tell("\(textField.name).shouldBegin")
    return true
  }
  func textFieldDidBeginEditing(_ textField: borrowing TextField, in form: inout RunningForm) {
    take("didBegin", of: textField, &form)
  }
  func textFieldShouldEndEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
    tell("\(textField.name).shouldEnd")
    return true
  }
  func textFieldDidEndEditing(_ textField: borrowing TextField, in form: inout RunningForm) {
    take("didEnd", of: textField, &form)
  }
  func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
  ) { take("\(event)", of: textField, &form) }
}

/// Shows a form whose delegate has a wish, by the words that follow: the wish, the call, and how the form is run.
@MainActor func grantWish(_ words: ArraySlice<String>) async {
  guard words.count == 4 else { exit(64) }
  let words = Array(words)
  let wisher = Wisher(words[0], in: words[1])
  tell(
    await result {
      var form = try PasswordForm(
        "Three words", fields: ["first", "second", "third"].map { .text($0).optional() })
      form.presentation.isPlain = words[2] == "lines"
      return words[3] == "awaited"
        ? try await form.run(delegate: wisher) : try form.runAndWait(delegate: wisher)
    })
}

/// A delegate with a mistake in it.
@MainActor final class Trapper: @MainActor TextFieldDelegate {
  func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: inout RunningForm) {
    fatalError("the host is wrong")
  }
}

/// Shows a form for which code of the host's traps, by `way` in a delegate or on the form's own thread.
@MainActor func trap(_ way: String) async {
  tell(
    await result {
      let validated = PasswordForm.Field.text("user").validated { _ in fatalError("the host is wrong") }
      let form = try PasswordForm("Join the club", fields: [way == "validator" ? validated : .text("user")])
      switch way {
      case "here": return try form.runAndWait(delegate: Trapper())
      case "validator": return try await form.run()
      default: return try await form.run(delegate: Trapper())
      }
    })
}
