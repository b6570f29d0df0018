import Glibc
import Watchword

// A program that awaits forms on its main actor. Its argument says what it does.
let (ticks, end) = AsyncStream.makeStream(of: Void.self)
switch CommandLine.arguments.dropFirst().first {
case "sign-up": await signUp()
case "cancel": await cancel()
case "cancelled": await showInCancelledTask()
case "trap": await trap(CommandLine.arguments.last ?? "")
case "say": try await speak(CommandLine.arguments.last ?? "")
case "tool": await beTool(CommandLine.arguments.dropFirst(2))
case "look": await showLook()
case "turns": await takeTurns()
case "end": await endBeside(CommandLine.arguments.last ?? "")
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
    form["user"].text != "stay"
  }
}

/// Says whether a name is free, after a moment.
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
        await users.isFree(answer["user"] ?? "") ? .accepted : .refused(fields: ["user": "taken"])
      }
    })
  end.finish()
  await work.value
  tell("\(counter.begun) begun")
}

/// Cancels the task that awaits a form when the user has left a field.
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

/// A delegate that prints a line when its form begins.
final class Greeter: TextFieldDelegate {
  func formWillBegin(_ form: inout RunningForm) { PasswordForm.print("Welcome.") }
}

/// Writes lines when a form begins in lines, while it is shown, and after it.
@MainActor func speak(_ place: String) async throws {
  var form = try PasswordForm("Join the club", fields: [.text("user")])
  form.presentation.isPlain = place == "lines"
  let work = Task {
    try await Task.sleep(for: .milliseconds(300))
    for number in 1...3 { PasswordForm.print("Backup \(number) of 3 is done.") }
    tell("speaks")
  }
  tell(await result { try await form.run(delegate: place == "lines" ? Greeter() : nil) })
  try await work.value
  PasswordForm.print("No form is there.")
}

/// A delegate that prints so many lines at each key.
@MainActor final class Talker: @MainActor TextFieldDelegate {
  private let count: Int
  private var last = 0

  init(_ count: Int) { self.count = count }

  func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
  ) {
    guard event == .editingChanged else { return }
    for _ in 0..<count {
      last += 1
      PasswordForm.print("line \(last)\u{1B}[2J")
    }
  }
}

/// Asks where a line has no end yet, and prints so many lines at each key. The words say where, and how many.
@MainActor func beTool(_ words: ArraySlice<String>) async {
  print("Unlocking… ", terminator: "")
  var form = PasswordForm.existingPassword("Passphrase")
  form.presentation.isInline = words.first == "inline"
  form.presentation.isPlain = words.first == "lines"
  form.presentation.leavesLine = true
  do {
    let answer = try await form.run(delegate: Talker(words.last.flatMap { Int($0) } ?? 0))
    print("read \(answer.withPassword { $0.count }) bytes")
  } catch {
    print("\(error)")
  }
}

/// Shows a form in the host's own colours.
@MainActor func showLook() async {
  var form = PasswordForm.existingPassword("Passphrase")
  form.presentation.colors = .onDark
  form.presentation.look = [.border: .rgb(0xC792EA)]
  tell(await result { try await form.run() })
}

/// Runs forms at the same time: three that wait for their turn, one of them cancelled meanwhile, and one that does not
/// wait.
@MainActor func takeTurns() async {
  func ask(_ name: String) -> Task<Void, Never> {
    Task { @MainActor in
      let form = try? PasswordForm(
        "\(name.prefix(1).uppercased())\(name.dropFirst()) form", fields: [.text("user")])
      let said = await result {
        guard let form else { exit(64) }
        return try await form.run(whenBusy: .waits)
      }
      tell("\(name): \(said)")
    }
  }
  var tasks: [Task<Void, Never>] = []
  for name in ["first", "second", "third"] {
    tasks.append(ask(name))
    // Each is in line before the next one asks.
    try? await Task.sleep(for: .milliseconds(200))
  }
  let late = ask("late")
  try? await Task.sleep(for: .milliseconds(200))
  late.cancel()
  await late.value
  tell("busy: \(await result { try await PasswordForm.newPassword().run() })")
  for task in tasks { await task.value }
}

/// Shows a form in a task that is already cancelled.
@MainActor func showInCancelledTask() async {
  let task = Task { @MainActor in
    withUnsafeCurrentTask { $0?.cancel() }
    return await result { try await PasswordForm.newPassword().run() }
  }
  tell(await task.value)
}

/// A delegate that asks the form for something in the first call that tells it anything, and prints each call.
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
    case "focus": tell("focus: \(form["third"].becomeFirstResponder())")
    case "end": tell("end: \(form.endEditing())")
    case "force": tell("force: \(form.endEditing(force: true))")
    default: form["first"].isEnabled = false
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

/// Shows a form on this thread, which asynchronous code cannot do itself.
@MainActor func block(_ form: PasswordForm, _ delegate: any TextFieldDelegate) throws -> PasswordForm.Answer {
  try form.runAndWait(delegate: delegate)
}

/// Shows a form whose delegate has a wish, given by the next words: the wish, the call, and how the form is run.
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
        ? try await form.run(delegate: wisher) : try block(form, wisher)
    })
}

/// A delegate with a bug.
@MainActor final class Trapper: @MainActor TextFieldDelegate {
  func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: inout RunningForm) {
    fatalError("the host is wrong")
  }
}

/// Shows a form during which host code traps, by `way` in a delegate or on the form's own thread.
@MainActor func trap(_ way: String) async {
  tell(
    await result {
      let validated = PasswordForm.Field.text("user").validated { _ in fatalError("the host is wrong") }
      let form = try PasswordForm("Join the club", fields: [way == "validator" ? validated : .text("user")])
      switch way {
      case "here": return try block(form, Trapper())
      case "validator": return try await form.run()
      default: return try await form.run(delegate: Trapper())
      }
    })
}

/// Ends the process in one of many ways, at any time while a form is shown.
@MainActor func endBeside(_ way: String) async {
  let ender = Ender(way)
  setHandlers(for: way)
  tell(
    await result {
      var form = try PasswordForm("Nobody is here", fields: [.text("user")])
      form.presentation.isPlain = environment("WATCHWORD_LINES") != nil
      return try await form.run(delegate: ender) { _ in
        if way == "verdict" { exit(7) }
        return .accepted
      }
    })
}

/// A handler runs on any thread, and so belongs to no actor.
func setHandlers(for way: String) {
  signal(SIGUSR1) { _ in PasswordForm.restoreTerminal() }
  signal(SIGUSR2) { _ in PasswordForm.resumeTerminal() }
  switch way {
  case "handler":
    signal(SIGTERM) { _ in
      PasswordForm.restoreTerminal()
      sleep(2)
      _exit(7)
    }
  case "survivor":
    // Before a fault's handler runs, the terminal is restored. Other handlers do that themselves.
    signal(SIGTRAP) { _ in workAndGoOn() }
    signal(SIGTERM) { _ in
      PasswordForm.restoreTerminal()
      workAndGoOn()
    }
  default: break
  }
}

/// Works for two seconds, and gives the terminal back to the form. Async-signal-safe.
func workAndGoOn() {
  write(STDOUT_FILENO, "at work\n", 8)
  sleep(2)
  write(STDOUT_FILENO, "done\n", 5)
  PasswordForm.resumeTerminal()
}

func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

@MainActor final class Ender: @MainActor TextFieldDelegate {
  private let way: String

  init(_ way: String) { self.way = way }

  func textFieldDidBeginEditing(_ textField: borrowing TextField, in form: inout RunningForm) {
    let pause = UInt32.random(in: 0..<300_000)
    if way == "task" {
      Task.detached {
        usleep(pause)
        fatalError("the end of a task")
      }
      return
    }
    let end: @Sendable () -> Void =
      switch way {
      case "trap": { fatalError("the end of a thread") }
      case "index": { print([Int.random(in: 0..<9)][pause.leadingZeroBitCount + 1]) }
      case "pointer": { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }
      case "signal", "handler": { kill(getpid(), SIGTERM) }
      case "thread":
        {
          var only = sigset_t()
          sigemptyset(&only)
          sigaddset(&only, SIGALRM)
          pthread_sigmask(SIG_UNBLOCK, &only, nil)
          raise(SIGALRM)
        }
      case "abort": { abort() }
      case "exit": { exit(7) }
      default: {}
      }
    start {
      usleep(pause)
      end()
      sleep(60)
    }
  }

  func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
  ) { if way == "delegate", event == .editingChanged { exit(7) } }
}

/// Runs `body` in a thread of its own.
func start(_ body: @escaping @Sendable () -> Void) {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { box in
      if let box { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body() }
      return nil
    }, Unmanaged.passRetained(Box(body)).toOpaque())
}
