internal import WatchwordCurses
internal import WatchwordForms
package import WatchwordScreen
internal import WatchwordSession
internal import WatchwordStrength
internal import WatchwordSystem

extension PasswordForm {
  /// Shows the form as the synchronous function does, while the task waits and its actor does other work.
  ///
  /// The form is on a thread of its own. The delegate is only ever called on the actor that waits, so that it can be the main
  /// actor's. While that is busy the form goes on, but for what it has to ask or tell the delegate.
  ///
  /// - Parameter delegate: Who answers the questions of the fields and hears what happened.
  /// - Returns: What was typed; `nil` if the person cancelled.
  /// - Throws: Why the form could not be shown or brought to its end; ``WatchwordError/taskCancelled`` where the task was
  ///   cancelled before the form was accepted.
  public func run(delegate: (any TextFieldDelegate)? = nil) async throws(WatchwordError) -> Answer? {
    try await onThread(calling: delegate) { (delegate, agent) throws(WatchwordError) in
      try show(with: delegate, agent: agent)
    }
  }

  /// Plays the form on another terminal than that of the process as the synchronous function does, while the task waits.
  package func run<Player: Terminal & SendableMetatype>(
    on terminal: inout Player, width: CharacterWidth, delegate: (any TextFieldDelegate)? = nil
  ) async throws(WatchwordError) -> Answer? {
    let played = Played(terminal)
    defer { terminal = unsafe played.terminal }
    return try await onThread(calling: delegate) { (delegate, _) throws(WatchwordError) in
      try unsafe play(on: &played.terminal, width: width, with: delegate)
    }
  }

  /// Runs `body` on a thread of its own, while the task that waits makes the calls of the delegate.
  private func onThread(
    calling delegate: (any TextFieldDelegate)?,
    _ body:
      @escaping @Sendable (
        any WatchwordForms.TextFieldDelegate, any FormAgent
      ) throws(WatchwordError) -> Answer?
  ) async throws(WatchwordError) -> Answer? {
    let calls = DelegateCalls()
    let ending = Ending()
    // The thread hands it on and calls nothing of it. It does not keep it, since it may end after this call: then the
    // delegate would be deinitialized there.
    nonisolated(unsafe) unowned(unsafe) let borrowed = delegate
    let hasStarted = Thread.start {
      do throws(WatchwordError) {
        let adapter = unsafe adapter(of: borrowed) { calls.make($0) }
        unsafe ending.answer = try body(adapter, Canceller(calls))
      } catch {
        unsafe ending.failure = error
      }
      calls.end()
    }
    guard hasStarted else { throw .noMemory }
    while let call = await calls.next() {
      call.make()
      calls.finish()
    }
    withExtendedLifetime(delegate) {}
    if let failure = unsafe ending.failure { throw failure }
    guard let answer = unsafe ending.answer.take() else {
      if calls.isCancelled { throw .taskCancelled }
      return nil
    }
    return answer
  }
}

/// A terminal that only the thread of the form uses until the form is over.
private final class Played<Player: Terminal>: Sendable {
  nonisolated(unsafe) var terminal: Player

  init(_ terminal: Player) { unsafe self.terminal = terminal }
}

/// What came of the form on its thread, which writes it before it ends the calls. The task reads it after that.
private final class Ending: Sendable {
  nonisolated(unsafe) var answer: PasswordForm.Answer?
  nonisolated(unsafe) var failure: WatchwordError?
}

/// Ends the form when its task is cancelled.
private final class Canceller: FormAgent {
  private let calls: DelegateCalls

  init(_ calls: DelegateCalls) { self.calls = calls }

  var isGone: Bool { calls.isCancelled }
  var checksPasswords: Bool { false }
  var makesPasswords: Bool { false }

  // Neither is asked for.
  func check(_ password: UTF8Span) -> VerifierOutcome { .accepted }
  func makePassword(_ judge: (UTF8Span) -> Level?) -> DrawnOffer { .failed("") }
}
