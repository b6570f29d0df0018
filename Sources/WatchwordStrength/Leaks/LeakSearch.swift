internal import CWatchwordMd
internal import CWatchwordSystem
package import WatchwordSecrets

/// A list of passwords that have leaked, which takes time to search. It is searched for one text at a time.
package protocol LeakList {
  /// What is known of `text` now, without waiting.
  func finding(on text: UTF8Span) -> LeakFinding
  /// Begins to search for `text`, in the place of what was searched for. Where its answer is known or under way nothing
  /// changes, but a list that could not be read is tried again.
  func begin(_ text: UTF8Span)
  func wait(atMost duration: Duration)
  /// Looks for the answer, without waiting.
  ///
  /// - Parameter elapsed: The time since ``begin(_:)``. Where it is too long, the list counts as unreadable.
  /// - Returns: Whether the search is over, or there is none.
  func look(after elapsed: Duration) -> Bool
  /// Searches for `text`, and waits for the answer as long as one may take.
  func find(_ text: UTF8Span) -> LeakFinding
  /// Ends the search, and forgets the text and what was found.
  func cancel()
}

package enum LeakFinding: Equatable, Sendable {
  /// It has not been searched yet for this text.
  case open
  case clear
  /// The text is in it, and was counted so many times, once at least.
  case leaked(count: Int)
  case unreadable
}

/// The search for one text at a time in a list of leaked passwords, in a thread of its own, so that a disk or a network
/// that is slow holds up nobody.
///
/// Who has begun a search calls ``look(after:)`` now and then, until there is an answer, or ``find(_:)`` in place of
/// both. Of a text nothing is kept but the hash of the last one, in locked memory.
///
/// The thread starts with the first search, and then waits for the next. Nobody waits for its end: a program that ends
/// while pread(2) hangs ends at once.
package final class LeakSearch: LeakList {
  package static let limit = Duration.seconds(2)

  private let desk: SearchDesk
  private let limit: Duration
  private var hasher: LeakHasher
  private var hasThread = false

  /// - Throws: As ``SecretBuffer/init(capacity:locking:)`` does.
  package init(
    _ file: LeakedFile, limit: Duration = LeakSearch.limit, locking: SecretMemory.Locking = .required
  ) throws(SecretError) {
    self.limit = limit
    hasher = try LeakHasher(file.hash, locking: locking)
    desk = try SearchDesk(file, locking: locking)
  }

  deinit { desk.close() }

  package func begin(_ text: UTF8Span) {
    guard hasher.withDigits(of: text, desk.ask) else { return }
    if hasThread { return }
    // Signals are the business of the other threads.
    let signals = ww_deadly_hold()
    defer { ww_signals_release(signals) }
    hasThread = Thread.start { [desk] in desk.answerQuestions() }
    // Where there is no room for another thread, there may be at the next search.
    if !hasThread { desk.give(.unreadable) }
  }

  package func look(after elapsed: Duration) -> Bool {
    if elapsed >= limit { desk.give(.unreadable) }
    return !desk.isSearching
  }

  /// What is known of `text` now: ``LeakFinding/open`` unless it is the text of the last search, which is over.
  package func finding(on text: UTF8Span) -> LeakFinding { hasher.withDigits(of: text, desk.finding) }

  package func wait(atMost duration: Duration) {
    let end = Duration.nanoseconds(ww_now()) + duration
    while desk.isSearching, case let rest = end - .nanoseconds(ww_now()), rest > .zero {
      desk.answer.wait(for: rest)
    }
  }

  package func find(_ text: UTF8Span) -> LeakFinding {
    begin(text)
    wait(atMost: limit)
    _ = look(after: limit)
    return finding(on: text)
  }

  package func cancel() { desk.clear() }
}

/// One thread at a time asks.
@available(*, unavailable)
extension LeakSearch: Sendable {}

/// What a search and its thread have in common, and the memory of the thread.
private final class SearchDesk: Sendable {
  private struct State: ~Copyable {
    /// The hash of the text that was asked about last; empty where none was.
    var digits: SecretBuffer
    var finding = LeakFinding.open
    /// The number of questions so far, by which the answer to an older one is known.
    var number = 0
    var isNew = false
    var isClosed = false

    /// Whether there is a question without an answer.
    var isOpen: Bool { digits.count > 0 && finding == .open }
  }

  private let file: LeakedFile
  private let state: Locked<State>
  private let question = Semaphore()
  let answer = Semaphore()
  // Only the thread of the search works with these two.
  nonisolated(unsafe) private var digits: SecretBuffer
  nonisolated(unsafe) private var page: SecretBuffer

  init(_ file: LeakedFile, locking: SecretMemory.Locking) throws(SecretError) {
    self.file = file
    let count = file.hash.digitCount
    let asked = try SecretBuffer(capacity: count, locking: locking)
    let memory = try SecretMemory(for: [count, LeakedFile.pageSize], locking: locking)
    let digits = try SecretBuffer(capacity: count, in: memory)
    unsafe page = try SecretBuffer(capacity: LeakedFile.pageSize, in: memory)
    unsafe self.digits = digits
    state = Locked(State(digits: asked))
  }

  /// Searches for what is asked, until no more questions come: the work of the thread.
  func answerQuestions() {
    while let number = take() {
      var readCount = 0
      let finding = unsafe file.finding(onHash: digits.bytes, reading: &page, readCount: &readCount)
      unsafe digits.removeAll()
      StackScratch.scrub()
      give(finding, to: number)
    }
  }

  /// Puts the question about a hash, and answers whether it is one.
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

  /// Takes the next question, for which it waits, and copies its hash to `digits`.
  ///
  /// - Returns: The number of the question; `nil` where no more come.
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

  /// Answers question `number`, or without one the last; an answer that nobody waits for is dropped.
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

/// How the passwords of a list of leaked ones are hashed. Neither hash has a salt.
package enum LeakHash: CaseIterable, Sendable {
  /// SHA-1 of the text in UTF-8.
  case sha1
  /// The hash of Windows: MD4 of the text in UTF-16, the lower byte of a unit first.
  case ntlm

  /// The hexadecimal digits of a hash.
  package var digitCount: Int { self == .sha1 ? 40 : 32 }
}

/// Makes hashes, in memory for secrets that is wiped each time.
package struct LeakHasher: ~Copyable {
  private let hash: LeakHash
  /// What the library works in, and behind it the hash.
  private var work: SecretBuffer
  private var digits: SecretBuffer

  /// - Throws: As ``SecretBuffer/init(capacity:locking:)`` does.
  package init(_ hash: LeakHash, locking: SecretMemory.Locking = .required) throws(SecretError) {
    let capacities = [Self.contextSize + Int(SHA1_DIGEST_LENGTH), hash.digitCount]
    let memory = try SecretMemory(for: capacities, locking: locking)
    let work = try SecretBuffer(capacity: capacities[0], in: memory)
    digits = try SecretBuffer(capacity: capacities[1], in: memory)
    self.work = work
    self.hash = hash
  }

  private static var contextSize: Int { max(MemoryLayout<SHA1_CTX>.stride, MemoryLayout<MD4_CTX>.stride) }

  /// Calls `body` with the digits of the hash of `text`, in capitals.
  package mutating func withDigits<R>(of text: UTF8Span, _ body: (Span<UInt8>) -> R) -> R {
    // The library keeps parts of the text on the stack while it works.
    SecretWork.run {
      defer { digits.removeAll() }
      let hash = hash
      unsafe work.withFreeCapacity { work in
        let digest = unsafe UnsafeMutableBufferPointer(
          rebasing: work.bindMemory(to: UInt8.self)[Self.contextSize...])
        switch hash {
        case .sha1:
          let context = unsafe work.baseAddress?.bindMemory(to: SHA1_CTX.self, capacity: 1)
          unsafe SHA1Init(context)
          unsafe text.span.withUnsafeBufferPointer { unsafe SHA1Update(context, $0.baseAddress, $0.count) }
          unsafe SHA1Final(digest.baseAddress, context)
        case .ntlm:
          let context = unsafe work.baseAddress?.bindMemory(to: MD4_CTX.self, capacity: 1)
          unsafe MD4Init(context)
          var scalars = text.makeUnicodeScalarIterator()
          while let scalar = scalars.next() {
            UTF16.encode(scalar) { unit in
              var bytes = unit.littleEndian
              unsafe withUnsafeBytes(of: &bytes) {
                unsafe MD4Update(context, $0.bindMemory(to: UInt8.self).baseAddress, $0.count)
              }
            }
          }
          unsafe MD4Final(digest.baseAddress, context)
        }
        unsafe digits.withFreeCapacity { digits in
          for offset in 0..<hash.digitCount {
            let byte = unsafe digest[offset / 2]
            let digit = offset.isMultiple(of: 2) ? byte >> 4 : byte & 15
            unsafe digits[offset] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
          }
          return hash.digitCount
        }
        return 0
      }
      return body(digits.bytes)
    }
  }
}
