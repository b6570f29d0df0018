internal import WatchwordCurses
internal import WatchwordSecrets

/// A form on a thread of its own, and the calls of its delegate, which the task that waits for it makes, one at a time.
///
/// What is asynchronous is compiled into the code that calls it, here as in all of the module: what Swift needs for tasks
/// would be part of the program, and of each of its starts.
@usableFromInline
package final class AwaitedForm: FormAgent, Sendable {
  private struct State {
    var call: DelegateCall?
    var isCalling = false
    var waiting: (@Sendable () -> Void)?
    var hasEnded = false
    var isCancelled = false
  }

  private let state = Locked(State())
  private let isDone = Semaphore()
  // What came of the form. Its thread writes it before it ends the calls, and the task reads it after that.
  nonisolated(unsafe) private var result: Result<PasswordForm.Answer, any Error>?

  package var isGone: Bool { state.withLock { $0.isCancelled } }

  /// Begins to judge what was typed, and says once what came of it. Returns what cancels that.
  @usableFromInline
  package typealias Start =
    @Sendable (
      PasswordForm.Answer, _ end: @escaping @Sendable (Result<PasswordForm.Verdict, any Error>) -> Void
    ) -> @Sendable () -> Void

  /// Judges what was typed in a task of its own.
  @export(implementation)
  package static func inTask(
    _ verdict: @escaping @Sendable (PasswordForm.Answer) async throws -> PasswordForm.Verdict
  ) -> Start {
    { answer, end in
      let task = Task {
        do { end(.success(try await verdict(answer))) } catch { end(.failure(error)) }
      }
      return { task.cancel() }
    }
  }

  /// Shows `form` on the terminal of the process. `start` begins to judge what was typed, where somebody does.
  @usableFromInline
  convenience init(
    showing form: PasswordForm, _ delegate: (any TextFieldDelegate)?, judging start: Start?
  ) throws(WatchwordError) {
    try self.init(delegate) { (delegate, agent) in
      try form.show(delegate, agent: agent, verdict: start.map(LaterVerifier.init))
    }
  }

  /// Runs a form on a thread of its own, whose agent this is.
  package init(
    _ delegate: (any TextFieldDelegate)?,
    _ run:
      @escaping @Sendable ((any TextFieldDelegate)?, any FormAgent) throws -> PasswordForm.Answer
  ) throws(WatchwordError) {
    // The thread hands it on and calls nothing of it. It does not keep it, since it may end after this call: then the
    // delegate would be deinitialized there.
    nonisolated(unsafe) unowned(unsafe) let borrowed = delegate
    let hasStarted = Thread.start { [self] in
      unsafe result = Result { try unsafe run(borrowed, self) }
      change { $0.hasEnded = true }
    }
    guard hasStarted else { throw .noMemory }
  }

  /// What comes of the form. `delegate` is its delegate, which lives until then.
  @export(implementation)
  package func answer(
    keeping delegate: (any TextFieldDelegate)?
  ) async throws -> PasswordForm.Answer {
    repeat {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in whenCalled { continuation.resume() } }
      } onCancel: {
        cancel()
      }
      // What a cancellation handler encloses is not on the actor of the task.
    } while makeCall()
    withExtendedLifetime(delegate) {}
    return try takeAnswer()
  }

  /// Calls `resume` when the thread makes a call or has ended, once.
  @usableFromInline
  func whenCalled(_ resume: @escaping @Sendable () -> Void) {
    let isCalled = state.withLock { state in
      let isCalled = state.call != nil || state.hasEnded
      if !isCalled { state.waiting = resume }
      return isCalled
    }
    if isCalled { resume() }
  }

  /// Has the form end, since its task was cancelled.
  @usableFromInline
  func cancel() {
    state.withLock { $0.isCancelled = true }
    Wake.up()
  }

  /// Makes the call that the thread waits for, and lets it go on. Returns `false` when the form is over.
  @usableFromInline
  func makeCall() -> Bool {
    guard let call = state.withLock({ $0.call.take() }) else { return false }
    call.make()
    state.withLock { $0.isCalling = false }
    isDone.signal()
    return true
  }

  @usableFromInline
  func takeAnswer() throws -> PasswordForm.Answer {
    guard let result = unsafe result.take() else { preconditionFailure("the form is not over") }
    do {
      return try result.get()
    } catch is PasswordForm.Cancelled where isGone {
      throw WatchwordError.taskCancelled
    }
  }

  /// Has the task make a call, and waits for that. While one is made the thread waits, so that a further call comes from
  /// within it, as where a delegate moves the focus: it is made there and then.
  package func call(_ delegate: () -> Void) {
    guard !state.withLock({ $0.isCalling }) else { return delegate() }
    withoutActuallyEscaping(delegate) { body in
      change { ($0.call, $0.isCalling) = (DelegateCall(body), true) }
      isDone.wait()
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let waiting = state.withLock { state in
      body(&state)
      return state.waiting.take()
    }
    waiting?()
  }
}

/// A call of the delegate. The thread that made it waits until it has been made, so only one of both is at it.
private final class DelegateCall: Sendable {
  nonisolated(unsafe) private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) { unsafe self.body = body }

  func make() {
    unsafe body?()
    // The thread's frame, in which it lives, is about to end.
    unsafe body = nil
  }
}
