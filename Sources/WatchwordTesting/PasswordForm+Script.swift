public import Watchword
package import WatchwordScreen

extension PasswordForm {
  /// Plays the script of `terminal` to the form, as `run(delegate:verdict:)` shows it to a person, while the task waits.
  ///
  /// Nothing of the process is touched. Bars do not move, and the names of the person and of the machine do not count. The
  /// list of words in ``dictionary`` is read, which may differ from machine to machine; `nil` does without. The key behind
  /// one that submits the form is pressed once the verdict is there.
  ///
  /// - Parameters:
  ///   - terminal: The terminal. What the form has not taken of its script when it ends is left for another form.
  ///   - delegate: Who answers the questions of the fields and hears what happened.
  ///   - verdict: Says what becomes of the form.
  /// - Returns: What was typed.
  /// - Throws: `ScriptEnded` where the script ended before the form did; else what `run(delegate:verdict:)` throws.
  @discardableResult
  public func run(
    on terminal: inout ScriptedTerminal, delegate: (any TextFieldDelegate)? = nil,
    verdict: (@Sendable (Answer) async throws -> Verdict)? = nil
  ) async throws -> Answer {
    terminal.begin()
    let played = Played(terminal)
    defer { terminal = unsafe played.terminal }
    do {
      let form = try AwaitedForm(delegate) { (delegate, agent) in
        try unsafe show(
          on: &played.terminal, width: .standard, delegate: delegate, agent: agent,
          verdict: verdict.map { LaterVerifier(AwaitedForm.inTask($0)) })
      }
      return try await form.answer(keeping: delegate)
    } catch WatchwordError.terminalGone where unsafe played.terminal.isOver {
      throw ScriptEnded(screen: unsafe played.terminal.screen)
    }
  }

  /// Plays the script as ``run(on:delegate:verdict:)`` does, and blocks the thread, as `runAndWait(delegate:verdict:)` does. A
  /// validator that needs the thread of the test cannot answer meanwhile.
  @discardableResult
  public func runAndWait(
    on terminal: inout ScriptedTerminal, delegate: (any TextFieldDelegate)? = nil,
    verdict: ((Answer) throws -> Verdict)? = nil
  ) throws -> Answer {
    terminal.begin()
    do {
      return try show(
        on: &terminal, width: .standard, delegate: delegate, verdict: verdict.map(PromptVerifier.init))
    } catch WatchwordError.terminalGone where terminal.isOver {
      throw ScriptEnded(screen: terminal.screen)
    }
  }
}

/// A terminal that only the thread of the form uses until the form is over.
private final class Played: Sendable {
  nonisolated(unsafe) var terminal: ScriptedTerminal

  init(_ terminal: ScriptedTerminal) { unsafe self.terminal = terminal }
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

extension CharacterWidth {
  /// A measure for tests: the same on every machine and in every locale. It answers as wcwidth(3) does in a UTF-8
  /// locale for the characters that the tests and the signs of a form are made of.
  package static let standard = CharacterWidth { scalar in
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .unassigned: -1
    case .nonspacingMark, .enclosingMark, .format: 0
    default: wideScalars.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }

  private static let wideScalars: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x26AA...0x26AB, 0x2705...0x2705, 0x274C...0x274C, 0x2E80...0xA4CF, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
