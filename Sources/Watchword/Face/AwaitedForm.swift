internal import WatchwordBase
internal import WatchwordCurses

/// A form on a thread of its own. The task that awaits it makes the calls of its delegate, one at a time.
///
/// Asynchronous code in this module is compiled into its callers. Otherwise Swift's runtime for tasks would be part of
/// every program, and slow down every start.
@usableFromInline
package final class AwaitedForm: Sendable {
  private struct State {
    var call: DelegateCall?
    var isCalling = false
    var waiting: (@Sendable () -> Void)?
    var hasEnded = false
    var isCancelled = false
  }

  private let state = Guarded(State())
  private let isDone = Semaphore()
  // The result. The form's thread writes it before it ends the calls, and the task reads it afterwards.
  nonisolated(unsafe) private var result: Result<PasswordForm.Answer, any Error>?

  @usableFromInline
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Starts judging a subject, and calls `end` once with the result, on any thread. Returns a closure that cancels the
  /// judging.
  @usableFromInline
  package typealias Start<Subject, Judgement> =
    @Sendable (Subject, _ end: @escaping @Sendable (Result<Judgement, any Error>) -> Void)
    -> @Sendable () -> Void

  /// Judges each subject in a task of its own.
  @export(implementation)
  package static func inTask<Subject: Sendable, Judgement: Sendable>(
    _ judge: @escaping @Sendable (Subject) async throws -> Judgement
  ) -> Start<Subject, Judgement> {
    { subject, end in
      let task = Task {
        do { end(.success(try await judge(subject))) } catch { end(.failure(error)) }
      }
      return { task.cancel() }
    }
  }

  /// Shows `form` on the process's terminal. `start`, if any, starts judging the answer.
  @usableFromInline
  convenience init(
    showing form: PasswordForm, _ delegate: (any TextFieldDelegate)?, whenBusy turn: PasswordForm.Turn,
    judging start: Start<PasswordForm.Answer, PasswordForm.Verdict>?
  ) throws(WatchwordError) {
    try self.init(delegate) { (delegate, awaited) in
      try form.show(delegate, awaited: awaited, waits: turn == .waits, verdict: start.map(LaterVerifier.init))
    }
  }

  /// Calls `run`, which shows a form, with `delegate` and this object, on a thread of its own.
  package init(
    _ delegate: (any TextFieldDelegate)?,
    _ run:
      @escaping @Sendable ((any TextFieldDelegate)?, AwaitedForm) throws -> PasswordForm.Answer
  ) throws(WatchwordError) {
    // The thread only passes the delegate on, without retaining it. If the thread retained the delegate, it could be
    // the last to release it, and the delegate would be deinitialized on that thread.
    nonisolated(unsafe) unowned(unsafe) let borrowed = delegate
    let hasStarted = Thread.start { [self] in
      unsafe result = Result { try unsafe run(borrowed, self) }
      change { $0.hasEnded = true }
    }
    guard hasStarted else { throw .noMemory }
  }

  /// Waits for the answer of the form, and keeps `delegate` alive meanwhile.
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
      // Code inside a cancellation handler does not run on the task's actor.
    } while makeCall()
    withExtendedLifetime(delegate) {}
    do {
      return try takeAnswer()
    } catch is PasswordForm.Cancellation where isCancelled {
      throw CancellationError()
    } catch WatchwordError.busy where isCancelled {
      throw CancellationError()
    }
  }

  /// Calls `resume` once, when the thread makes a call or has ended.
  @usableFromInline
  func whenCalled(_ resume: @escaping @Sendable () -> Void) {
    let isCalled = state.withLock { state in
      let isCalled = state.call != nil || state.hasEnded
      if !isCalled { state.waiting = resume }
      return isCalled
    }
    if isCalled { resume() }
  }

  /// Ends the form because its task was cancelled.
  @usableFromInline
  func cancel() {
    state.withLock { $0.isCancelled = true }
    Wake.up()
    ProcessClaim.wakeWaiting()
  }

  /// Makes the call that the thread waits for, and lets it continue. Returns false if the form is over.
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
    return try result.get()
  }

  /// Makes the task call `delegate`, and waits for it. A delegate that moves the focus causes a further call from
  /// within such a call. The further call already runs in the task, so it is made directly.
  package func call(_ delegate: () -> Void) {
    guard !state.withLock({ $0.isCalling }) else { return delegate() }
    // The compiler puts the length of this file's path into the program, which has to be the same wherever it is built.
    #sourceLocation(file:"AwaitedForm.call",line:1)
    withoutActuallyEscaping(delegate) { body in
      change { ($0.call, $0.isCalling) = (DelegateCall(body), true) }
      isDone.wait()
    }
    #sourceLocation()
  }

  private func change(_ body: (inout State) -> Void) {
    let waiting = state.withLock { state in
      body(&state)
      return state.waiting.take()
    }
    waiting?()
  }
}

/// A call of the delegate. The form's thread waits while the task makes the call, so only one of the two uses this
/// object at a time.
private final class DelegateCall: Sendable {
  nonisolated(unsafe) private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) { unsafe self.body = body }

  func make() {
    unsafe body?()
    // The closure lives in a stack frame of the form's thread, which ends soon after the call.
    unsafe body = nil
  }
}
