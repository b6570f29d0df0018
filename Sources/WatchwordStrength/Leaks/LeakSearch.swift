internal import CWatchwordSystem
internal import WatchwordBase
package import WatchwordSecrets

/// Searches a list of leaked passwords for one text at a time, on a thread of its own, so that a slow disk or network
/// holds nobody up.
///
/// After ``begin(_:)``, call ``look(after:)`` now and then until it returns true. Or call only ``find(_:)``, which
/// waits. Only the hash of the last text is kept, in locked memory. The first search starts the thread, which then
/// waits for the next search. Nobody waits for the thread's end: a program can end while pread(2) hangs.
package final class LeakSearch: LeakList {
  package static let limit = Duration.seconds(2)

  private let queue: SearchQueue
  private let limit: Duration
  private var hasher: LeakHasher
  private var hasThread = false

  package init(
    _ file: LeakedFile, limit: Duration = LeakSearch.limit, locking: SecretMemory.Locking = .required
  ) throws(SecretError) {
    self.limit = limit
    hasher = try LeakHasher(locking: locking)
    queue = try SearchQueue(file, locking: locking)
  }

  deinit { queue.close() }

  package func begin(_ text: UTF8Span) {
    guard hasher.withDigits(of: text, queue.ask) else { return }
    if hasThread { return }
    // Leaves signals to the other threads.
    let signals = ww_deadly_hold()
    defer { ww_signals_release(signals) }
    hasThread = Thread.start { [queue] in queue.answerQuestions() }
    // The next search tries to start a thread again.
    if !hasThread { queue.give(.unreadable) }
  }

  package func look(after elapsed: Duration) -> Bool {
    if elapsed >= limit { queue.give(.unreadable) }
    return !queue.isSearching
  }

  package func finding(on text: UTF8Span) -> LeakFinding { hasher.withDigits(of: text, queue.finding) }

  package func wait(atMost duration: Duration) {
    let end = Duration.nanoseconds(ww_now()) + duration
    while queue.isSearching, case let rest = end - .nanoseconds(ww_now()), rest > .zero {
      queue.answer.wait(for: rest)
    }
  }

  package func find(_ text: UTF8Span) -> LeakFinding {
    begin(text)
    wait(atMost: limit)
    _ = look(after: limit)
    return finding(on: text)
  }

  package func cancel() { queue.clear() }
}

/// Only one thread at a time may use it.
@available(*, unavailable)
extension LeakSearch: Sendable {}

/// What a search and its thread share, and the thread's memory.
private final class SearchQueue: Sendable {
  private struct State: ~Copyable {
    /// The hash of the last text asked about; empty if there was none.
    var digits: SecretBuffer
    var finding = LeakFinding.open
    /// The number of the last question, counted from 1. An answer to an earlier question is dropped.
    var number = 0
    var isNew = false
    var isClosed = false

    var isOpen: Bool { digits.count > 0 && finding == .open }
  }

  private let file: LeakedFile
  private let state: Guarded<State>
  private let question = Semaphore()
  let answer = Semaphore()
  // Only the search thread uses these two.
  nonisolated(unsafe) private var digits: SecretBuffer
  nonisolated(unsafe) private var page: SecretBuffer

  init(_ file: LeakedFile, locking: SecretMemory.Locking) throws(SecretError) {
    self.file = file
    let count = LeakHasher.digitCount
    let asked = try SecretBuffer(capacity: count, locking: locking)
    let memory = try SecretMemory(for: [count, LeakedFile.pageSize], locking: locking)
    let digits = try SecretBuffer(capacity: count, in: memory)
    unsafe page = try SecretBuffer(capacity: LeakedFile.pageSize, in: memory)
    unsafe self.digits = digits
    state = Guarded(State(digits: asked))
  }

  /// The work of the thread: answers questions until the desk is closed.
  func answerQuestions() {
    while let number = take() {
      var readCount = 0
      let finding = unsafe file.finding(onHash: digits.bytes, reading: &page, readCount: &readCount)
      unsafe digits.removeAll()
      StackScratch.scrub()
      give(finding, to: number)
    }
  }

  /// Asks about a hash. Returns false, and does nothing, if the last question was about the same hash, unless the list
  /// was unreadable then.
  func ask(_ digits: Span<UInt8>) -> Bool {
    let isNew = state.withLock { state in
      if state.digits.bytes.isEqual(to: digits), state.finding != .unreadable { return false }
      state.digits.removeAll()
      try? state.digits.append(digits)
      (state.finding, state.isNew) = (.open, true)
      state.number += 1
      return true
    }
    if isNew { question.signal() }
    return isNew
  }

  func finding(_ digits: Span<UInt8>) -> LeakFinding {
    state.withLock { $0.digits.bytes.isEqual(to: digits) ? $0.finding : .open }
  }

  var isSearching: Bool { state.withLock { $0.isOpen } }

  /// Waits for the next question, and copies its hash to `digits`. Returns the question's number; `nil` once the desk
  /// is closed.
  private func take() -> Int? {
    while true {
      let (number, isClosed): (Int?, Bool) = state.withLock { state in
        guard state.isNew else { return (nil, state.isClosed) }
        state.isNew = false
        unsafe digits.removeAll()
        try? unsafe digits.append(state.digits.bytes)
        return (state.number, state.isClosed)
      }
      if isClosed { return nil }
      if let number { return number }
      question.wait()
    }
  }

  /// Answers question `number`, by default the last. Drops the answer if that question is no longer open.
  func give(_ finding: LeakFinding, to number: Int? = nil) {
    state.withLock { state in
      guard state.isOpen, state.number == number ?? state.number else { return }
      (state.finding, state.isNew) = (finding, false)
    }
    answer.signal()
  }

  func clear() {
    state.withLock { state in
      state.digits.removeAll()
      (state.finding, state.isNew) = (.open, false)
    }
  }

  func close() {
    clear()
    state.withLock { $0.isClosed = true }
    question.signal()
  }
}
