import WatchwordBase
import WatchwordCurses
import WatchwordScreen
package import WatchwordStrength

/// The one line that an inline form leaves on its terminal, once its end is known, such as "✗ Password: not written".
/// It says nothing of what was typed, not even how long that is.
package struct LineBehind {
  private let path: String?
  private let columns: Int
  private let appearance: Appearance
  /// The signs of success, of an end without an answer and of failure, with their colours.
  private let signs: [String]
  private let label: String
  private let form: FormDescription
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
    (label, isUTF8) = (form.nameOfWhole, terminal.encoding == .utf8)
    self.form = form.configuration
  }

  /// Writes how the form ended. The terminal's modes are its own again.
  ///
  /// - Parameters:
  ///   - ending: How the form ended.
  ///   - label: What stands in place of the form's title or label; `nil` for that.
  ///   - level: The level of a new password, if there is one.
  /// - Returns: Whether that leaves a line.
  @discardableResult
  package func write(_ ending: Ending, label: String? = nil, level: Level? = nil) -> Bool {
    guard !isSilent, let line = ending.line(of: form) else { return false }
    write(line.sign, line.words + (level.map { " (\(words(for: $0)))" } ?? ""), label)
    return true
  }

  /// Writes that the answer was not handed out, because `program`, if any, has failed.
  package func writeFailure(of program: String? = nil, label: String? = nil) {
    if isSilent { return }
    let words =
      program.map { form.texts("{command} failed", ["command": $0.replacingControls]) }
      ?? form.texts("not written")
    write(2, ": " + words, label)
  }

  /// A level that was taken, in the person's language.
  private func words(for level: Level) -> String {
    switch level {
    case .weak: form.texts("weak")
    case .medium: form.texts("good enough")
    case .strong: form.texts("strong")
    }
  }

  private func write(_ sign: Int, _ words: String, _ label: String?) {
    let room = columns - appearance.width.columns(of: words)
    var label = appearance.cut((label ?? self.label).replacingControls, columns: max(1, room))
    if !isUTF8 { label = String(label.map { $0.isASCII ? $0 : "?" }) }
    CursesTerminal.write("\(startsLine ? "\n" : "")\(signs[sign]) \(label)\(words)\n", toTerminalAt: path)
  }
}

extension FormState {
  /// What the form is about, in a few words: the caller's title, or else the label of its only field.
  fileprivate var nameOfWhole: String {
    let isOneField = !fields.isEmpty && fields.pair(of: 0).count == fields.count
    if configuration.title?.isEmpty == false || !isOneField { return configuration.shownTitle }
    return label(of: fields[0].configuration)
  }
}
