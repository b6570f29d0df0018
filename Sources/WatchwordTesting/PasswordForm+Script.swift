public import Watchword
package import WatchwordScreen

extension PasswordForm {
  /// Plays the script of `terminal` to the form. As in `run(delegate:whenBusy:verdict:)`, the task waits meanwhile.
  ///
  /// Does not touch the process. Bars are not animated, and the names of the user and of the machine do not count
  /// against a password. The word list at `dictionaryPath` is read. It can differ between machines; with `nil`, no list
  /// is used. After a key that submits the form, the next key is played only once the verdict is there. If
  /// ``Presentation-swift.struct/isPlain`` is `true`, the form runs in line mode, whatever the environment says.
  ///
  /// Blocks no thread of Swift's pool, so any number of tests can run in parallel.
  ///
  /// - Parameters:
  ///   - terminal: The terminal. It keeps the unplayed rest of its script for another form.
  ///   - delegate: Answers the fields' questions and is told what happened.
  ///   - verdict: Decides whether the form is accepted.
  /// - Returns: What was typed.
  /// - Throws: `ScriptEnded` if the script ended before the form, or what `run(delegate:whenBusy:verdict:)` throws.
  @discardableResult
  public func run(
    on terminal: inout ScriptedTerminal, delegate: (any TextFieldDelegate)? = nil,
    verdict: (@Sendable (Answer) async throws -> Verdict)? = nil
  ) async throws -> Answer {
    terminal.begin(presentation.coloring)
    let played = Played(terminal)
    defer { unsafe (terminal, terminal.calls) = (played.terminal, played.calls) }
    do {
      let form = try AwaitedForm(delegate) { (delegate, awaited) in
        try unsafe show(
          on: &played.terminal, width: .standard, delegate: delegate, noteCall: played.note, awaited: awaited,
          verdict: verdict.map { LaterVerifier(AwaitedForm.inTask($0)) })
      }
      return try await form.answer(keeping: delegate)
    } catch WatchwordError.terminalGone where unsafe played.terminal.isOver {
      throw ScriptEnded(screen: unsafe played.terminal.screen)
    }
  }

  /// Plays the script as ``run(on:delegate:verdict:)`` does, but blocks the thread as `runAndWait(delegate:verdict:)`
  /// does. A validator that needs the thread of the test cannot answer meanwhile. Tests that run in parallel should use
  /// `run`.
  @discardableResult
  public func runAndWait(
    on terminal: inout ScriptedTerminal, delegate: (any TextFieldDelegate)? = nil,
    verdict: ((Answer) throws -> Verdict)? = nil
  ) throws -> Answer {
    terminal.begin(presentation.coloring)
    let played = Played(terminal)
    defer { unsafe (terminal, terminal.calls) = (played.terminal, played.calls) }
    do {
      return try unsafe show(
        on: &played.terminal, width: .standard, delegate: delegate, noteCall: played.note,
        verdict: verdict.map(ImmediateVerifier.init))
    } catch WatchwordError.terminalGone where unsafe played.terminal.isOver {
      throw ScriptEnded(screen: unsafe played.terminal.screen)
    }
  }
}

/// A terminal and the calls of a delegate, used only by the form's thread until the form is over.
private final class Played: Sendable {
  nonisolated(unsafe) var terminal: ScriptedTerminal
  nonisolated(unsafe) var calls: [String] = []

  func note(_ call: String) { unsafe calls.append(call) }

  init(_ terminal: ScriptedTerminal) { unsafe self.terminal = terminal }
}

extension CharacterWidth {
  /// The same widths on every machine: those of wcwidth(3) in a UTF-8 locale for the characters in tests and forms.
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
