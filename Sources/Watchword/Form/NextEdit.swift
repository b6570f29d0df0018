/// What the next insertion or deletion does to the text of a field.
enum NextEdit: Equatable, Sendable {
  enum Reason: Equatable, Sendable {
    /// The field is edited again, and is configured so (E5).
    case again
    /// The user has changed the confirmed text since, so this repetition is probably of an older one (A9).
    case outdated
    /// The verifier has refused the text as a password.
    case refused
  }

  /// Changes a part of the text.
  case edits
  /// Replaces the text.
  case replaces(Reason)
  /// Will replace the text once the field has the focus.
  case willReplace(Reason)

  enum Input {
    /// `isWanted` tells whether an outdated text is kept: it is right after all, or the user who sees it wants to
    /// correct it.
    case begins(isWanted: Bool)
    case ends
    case edited
    /// The user has moved the caret in the text, or looks at it, and so wants to correct it.
    case corrects
    case confirmedTextEdited
    case refused
    /// The verifier has accepted the text, or the user submits it again.
    case refusalLifted
  }

  /// Goes to the next state. `rest` is the state of a field in which nothing was refused or is outdated.
  mutating func take(_ input: Input, rest: NextEdit) {
    switch (input, self) {
    case (.begins(isWanted: true), .willReplace(.outdated)) where rest == .edits: break
    case (.begins, .willReplace(let reason)): self = .replaces(reason)
    case (.ends, .replaces(let reason)): self = .willReplace(reason)
    case (.refusalLifted, .replaces(.outdated)): self = .willReplace(.outdated)
    case (.edited, .edits), (.corrects, .edits), (.corrects, .replaces(.again)),
      (.corrects, .willReplace(.again)), (.refusalLifted, .edits), (.refusalLifted, .willReplace(.outdated)):
      break
    case (.ends, .edits), (.edited, _), (.corrects, _), (.refusalLifted, _): self = rest
    case (.confirmedTextEdited, _): self = replacesAll ? .replaces(.outdated) : .willReplace(.outdated)
    case (.refused, _): self = replacesAll ? .replaces(.refused) : .willReplace(.refused)
    default: break
    }
  }

  /// Whether the next insertion or deletion replaces the whole text.
  var replacesAll: Bool { if case .replaces = self { true } else { false } }

  /// Whether the verifier has refused the text as a password, and the user has not touched it since.
  var isAfterRefusal: Bool { self == .replaces(.refused) || self == .willReplace(.refused) }
}
