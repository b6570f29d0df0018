import WatchwordBase
import WatchwordCurses
import WatchwordScreen
package import WatchwordStrength

/// The one line that an inline form leaves on its terminal, once it is known what came of it. It says nothing of what
/// was typed, not even how long that is.
package struct LineBehind {
  package enum End {
    case done
    /// A question was answered.
    case answered(yes: Bool)
    case cancelled
    case timedOut(after: Duration)
    case refused(count: Int)
    case unwritten
    /// The program that got the answer has failed.
    case failed(program: String)
  }

  private let path: String?
  private let columns: Int
  private let appearance: Appearance
  /// The signs of success, of an end without an answer and of failure, with their colours.
  private let signs: [String]
  private let label: String
  private let texts: Texts
  private let isUTF8: Bool
  /// Whether to write nothing, because the caller wants no line.
  package var isSilent = false
  /// Whether the cursor is behind an answer without a newline.
  package var startsLine = false

  /// Makes the line of `form`, which was shown on `terminal`; `nil` if that form was not inline at its end.
  init?(_ form: FormState, on terminal: inout CursesTerminal, _ presentation: Presentation) {
    guard terminal.endsInline else { return nil }
    var appearance = presentation.appearance(on: terminal)
    if terminal.isWide { appearance.glyphs = .ascii }
    self.appearance = appearance
    let signs = appearance.glyphs.ends
    self.signs = zip(signs, [Style.Role.good, .faint, .bad]).map { terminal.styled($0, Style($1)) }
    (path, columns) = (
      presentation.devicePath, terminal.size.columns - appearance.width.columns(of: signs[0]) - 1
    )
    (label, texts, isUTF8) = (form.nameOfWhole, form.texts, terminal.encoding == .utf8)
  }

  /// Writes the line. The terminal's modes are its own again.
  ///
  /// - Parameters:
  ///   - end: What came of the form.
  ///   - label: What stands in place of the form's title or label; `nil` for that.
  ///   - level: The level of a new password, if there is one.
  package func write(_ end: End, label: String? = nil, level: Level? = nil) {
    guard !isSilent else { return }
    let (sign, words): (Int, String) =
      switch end {
      case .done: (0, level.map { " (\($0.name))" } ?? "")
      case .answered(true): (0, " " + texts("yes"))
      case .answered(false): (1, " " + texts("no"))
      case .cancelled: (1, ": " + texts("cancelled"))
      case .timedOut(let time): (2, ": " + texts("no key for {count} s", ["count": time.inSeconds]))
      case .refused(let count):
        (2, ": " + texts.plural("refused {count} time", "refused {count} times", count))
      case .unwritten: (2, ": " + texts("not written"))
      case .failed(let program):
        (2, ": " + texts("{command} failed", ["command": program.replacingControls]))
      }
    let room = columns - appearance.width.columns(of: words)
    var label = appearance.cut((label ?? self.label).replacingControls, columns: max(1, room))
    if !isUTF8 { label = String(label.map { $0.isASCII ? $0 : "?" }) }
    CursesTerminal.write("\(startsLine ? "\n" : "")\(signs[sign]) \(label)\(words)\n", toTerminalAt: path)
  }

  /// Writes the line of a form that ended without an answer, or with no, as its button does. After an interrupt there
  /// is none.
  package func write(_ way: PasswordForm.Cancellation, of form: FormDescription, label: String? = nil) {
    switch way {
    case .escape:
      let isQuestion = form.buttons.contains { $0.effect == .cancel }
      write(isQuestion ? .answered(yes: false) : .cancelled, label: label)
    case .timeout: write(.timedOut(after: form.timeLimit ?? .zero), label: label)
    case .interrupt: break
    }
  }
}

extension FormState {
  /// What the form is about, in a few words: the caller's title, or else the label of its only field.
  fileprivate var nameOfWhole: String {
    let asked = fields.filter { $0.configuration.confirmedField == nil }
    if configuration.title?.isEmpty == false || asked.count != 1 { return configuration.shownTitle }
    return label(of: asked[0].configuration)
  }
}
