/// Something that a form says in words. One function, ``FormState/statements(in:)``, makes all of them; the screen draws
/// them, line mode prints them, and quiet typing holds them back.
struct Statement: Equatable, Sendable {
  enum Subject: Equatable, Sendable {
    case field(Int), form
    /// The program that shows the form.
    case program
  }

  let subject: Subject
  let kind: Kind
  /// The wordings from long to short.
  var texts: [String]
  /// What may help, to stand behind the text if there is room; from long to short.
  var tips: [String] = []
  /// Whether only the shortest text can stand without a tip behind it.
  var wantsTip = false

  var error: FieldError? { if case .error(let error) = kind { error } else { nil } }

  /// Whether the user has to read the whole statement now: a notice, or what others say of the text.
  var isUrgent: Bool { kind == .notice || error.map { $0.isFromOutside && !$0.isMuted } ?? false }

  var field: Int? { if case .field(let index) = subject { index } else { nil } }

  /// Whether `other` says the same, perhaps in another look.
  func isSaid(by other: Statement) -> Bool {
    subject == other.subject && texts == other.texts
  }
}

/// What is said, where, and what gives way to what (A13).
extension Statement {
  enum Kind: Equatable, Sendable {
    /// An error from before the form was shown.
    case alert
    /// Input was just refused.
    case notice
    case error(FieldError)
    /// What would help the new password, unless an error says it. While there is none, a tip. Muted if nothing is wrong.
    case advice(isMuted: Bool)
    /// The text may not be the one that is meant.
    case hint
    /// The text equals the one that it confirms.
    case equal
    /// The words beside the bars.
    case level
    /// Why the new password is no stronger, or the key that suggests another.
    case reason
    /// The whole bits of the new password.
    case bits
    /// What stands in the focused field, if that is a choice or a day, with quiet typing.
    case chosen
    /// So many fields were in error when the form was submitted.
    case attention(fields: Int)
    case formError
    /// The password will be printed.
    case printed
    /// A message from the program.
    case line
    /// The seconds left.
    case countdown
  }

  enum Place: Sendable {
    case belowParagraph
    /// In the rows of its field, or behind its text. What has no room there goes on above or beside the buttons. The
    /// rows of the new password are those below its bars.
    case field
    case besideBars
    /// In the second row below the bars.
    case belowAdvice
    case besideButtons
    /// In the last row, over the keys if there is no other.
    case lastRow
    /// At the right end of the title's row, or of an inline form's key line.
    case besideTitle
  }

  struct Row: Sendable {
    let place: Place
    /// In each place, the statement of the lowest rank is said.
    let rank: Int
    /// Whether it is said only after the field is left, while typing is quiet.
    let waits: Bool
  }

  /// The rank of the form's error below a field, where its own place is out of view: it gives way to notices and errors,
  /// and advice and hints give way to it.
  static let rankOfGuest = 2

  var row: Row {
    switch kind {
    case .alert: Row(place: .belowParagraph, rank: 0, waits: true)
    case .notice: Row(place: .field, rank: 0, waits: false)
    // The user has to hear at once that a key was lost.
    case .error(let error): Row(place: .field, rank: 1, waits: error.cause != .loss)
    case .advice: Row(place: .field, rank: 2, waits: true)
    case .hint: Row(place: .field, rank: 3, waits: false)
    case .equal: Row(place: .field, rank: 4, waits: true)
    case .level: Row(place: .besideBars, rank: 0, waits: true)
    case .reason: Row(place: .belowAdvice, rank: 0, waits: true)
    case .bits: Row(place: .belowAdvice, rank: 1, waits: true)
    case .chosen: Row(place: .besideButtons, rank: 0, waits: false)
    case .attention: Row(place: .besideButtons, rank: 1, waits: true)
    case .formError: Row(place: .besideButtons, rank: 2, waits: true)
    case .printed: Row(place: .besideButtons, rank: 3, waits: true)
    case .line: Row(place: .lastRow, rank: 0, waits: true)
    case .countdown: Row(place: .besideTitle, rank: 0, waits: false)
    }
  }
}
