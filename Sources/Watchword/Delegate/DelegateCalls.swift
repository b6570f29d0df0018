internal import Synchronization
internal import WatchwordCurses
internal import WatchwordSystem

/// The calls that the thread of a form makes to the task that waits for it, one at a time.
final class DelegateCalls: Sendable {
  private struct State {
    var call: DelegateCall?
    var isCalling = false
    var waiting: CheckedContinuation<Void, Never>?
    var hasEnded = false
    var isCancelled = false
  }

  private let state = Mutex(State())
  private let isDone = Semaphore()

  /// Whether the task was cancelled.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Has the form end, since its task was cancelled.
  private func cancel() {
    state.withLock { $0.isCancelled = true }
    Wake.up()
  }

  /// Has the task make a call, and waits for that. While one is made the thread waits, so that a further call comes from
  /// within it, as where a delegate moves the focus: it is made there and then.
  func make(_ body: () -> Void) {
    guard !state.withLock({ $0.isCalling }) else { return body() }
    withoutActuallyEscaping(body) { body in
      change { ($0.call, $0.isCalling) = (DelegateCall(body), true) }
      isDone.wait()
    }
  }

  /// Ends the calls with the form.
  func end() { change { $0.hasEnded = true } }

  private func change(_ body: (inout State) -> Void) {
    let waiting = state.withLock { state in
      body(&state)
      return state.waiting.take()
    }
    waiting?.resume()
  }

  /// The next call; `nil` when the form is over.
  ///
  /// The call is made outside of here: what a cancellation handler encloses is not on the actor of the task.
  func next() async -> DelegateCall? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          let isThere = state.call != nil || state.hasEnded
          if !isThere { state.waiting = continuation }
          return isThere
        }
        if isThere { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
    return state.withLock { $0.call.take() }
  }

  /// Lets the thread go on.
  func finish() {
    state.withLock { $0.isCalling = false }
    isDone.signal()
  }
}

/// A call of the delegate. The thread that made it waits until it has been made, so only one of both is at it.
final class DelegateCall: Sendable {
  nonisolated(unsafe) private var body: (() -> Void)?

  fileprivate init(_ body: @escaping () -> Void) { unsafe self.body = body }

  func make() {
    unsafe body?()
    // The thread's frame, in which it lives, is about to end.
    unsafe body = nil
  }
}
