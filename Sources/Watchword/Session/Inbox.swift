import WatchwordBase

/// Statements made on any thread, until their receiver takes them.
final class Inbox<Statement: Sendable>: Sendable {
  private let statements = Guarded<[Statement]>([])
  private let hasMore = Semaphore()

  func put(_ statement: Statement) {
    statements.withLock { $0.append(statement) }
    hasMore.signal()
  }

  func wait(atMost duration: Duration) -> Bool {
    // A first signal may be left over from a statement that was already taken.
    for _ in 0..<2 where statements.withLock(\.isEmpty) { hasMore.wait(for: duration) }
    return !statements.withLock(\.isEmpty)
  }

  func take() -> [Statement] {
    statements.withLock { statements in
      defer { statements = [] }
      return statements
    }
  }
}
