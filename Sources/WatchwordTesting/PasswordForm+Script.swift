public import Watchword

extension PasswordForm {
  /// Plays the script of `terminal` to the form, as `run(delegate:)` shows it to a person.
  ///
  /// Nothing of the process is touched. Bars do not move, the words of the texts are English, and the names of the
  /// person and of the machine do not count. The list of words in ``dictionary`` is read, which may differ from machine to
  /// machine; `nil` does without.
  ///
  /// - Parameters:
  ///   - terminal: The terminal. What the form has not taken of its script when it ends is left for another form.
  ///   - delegate: Who answers the questions of the fields and hears what happened.
  /// - Returns: What was typed; `nil` if the script cancelled.
  /// - Throws: `ScriptEnded` where the script ended before the form did; else what `run(delegate:)` throws.
  @discardableResult
  public func run(
    on terminal: inout ScriptedTerminal, delegate: (any TextFieldDelegate)? = nil
  ) throws -> Answer? {
    terminal.begin()
    do throws(WatchwordError) {
      return try run(on: &terminal, width: .standard, delegate: delegate)
    } catch {
      throw terminal.failure(error)
    }
  }

  /// Plays the script as the synchronous function does, while the task waits. So it is for forms with asynchronous
  /// validators, which may need the thread of the test.
  @discardableResult
  public func run(
    on terminal: inout ScriptedTerminal, delegate: (any TextFieldDelegate)? = nil
  ) async throws -> Answer? {
    terminal.begin()
    let played = Played(terminal)
    defer { terminal = unsafe played.terminal }
    do throws(WatchwordError) {
      let form = try AwaitedForm(delegate) { (delegate, agent) throws(WatchwordError) in
        try unsafe run(on: &played.terminal, width: .standard, delegate: delegate, agent: agent)
      }
      return try await form.answer(keeping: delegate)
    } catch {
      throw terminal.failure(error)
    }
  }
}

/// A terminal that only the thread of the form uses until the form is over.
private final class Played: Sendable {
  nonisolated(unsafe) var terminal: ScriptedTerminal

  init(_ terminal: ScriptedTerminal) { unsafe self.terminal = terminal }
}

extension ScriptedTerminal {
  fileprivate func failure(_ error: WatchwordError) -> any Error {
    error == .terminalGone && isOver ? ScriptEnded(screen: screen) : error
  }
}

/// The error of a form that waits for a key when its script is over.
public struct ScriptEnded: Error, CustomStringConvertible {
  /// What the screen shows.
  public let screen: [String]

  /// What happened, and the screen.
  public var description: String {
    "the script ended before the form did, and the screen showed:\n\(screen.joined(separator: "\n"))"
  }
}
