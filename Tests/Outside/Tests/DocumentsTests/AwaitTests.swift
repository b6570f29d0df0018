import Synchronization
import Testing
import Watchword

/// Forms that are awaited.
struct AwaitTests {
  /// How often delegates ended in a task, and on a thread that has none.
  private final class Ends: Sendable {
    let inTask = Atomic(0)
    let onThread = Atomic(0)
  }

  private final class Fleeting: TextFieldDelegate {
    private let ends: Ends

    init(_ ends: Ends) { self.ends = ends }

    deinit {
      let isInTask = unsafe withUnsafeCurrentTask { unsafe $0 != nil }
      if isInTask { ends.inTask.add(1, ordering: .relaxed) } else { ends.onThread.add(1, ordering: .relaxed) }
    }
  }

  @MainActor
  @Test func `J2 a delegate that nobody else has ends in the task that awaits, and not on the form's thread`()
    async
  {
    var form = PasswordForm.password()
    form.presentation.device = "/nonexistent"
    let ends = Ends()
    for _ in 0..<500 {
      do throws(WatchwordError) { _ = try await form.run(delegate: Fleeting(ends)) } catch {}
    }
    #expect(ends.inTask.load(ordering: .relaxed) == 500 && ends.onThread.load(ordering: .relaxed) == 0)
  }
}
