internal import Forms
internal import Secrets
internal import Watchword

/// What the command line asks of a form.
struct FormOptions: Equatable, Sendable {
  /// The form that is shown.
  var command = Command.new

  /// The title; `nil` takes that of the form.
  var title: String?
  /// The text of the button; `nil` takes that of the form.
  var button: String?
  /// The placeholder of the first field of `new`; `nil` takes that of the form.
  var prompt: String?
  /// The placeholder of the confirm field; `nil` takes that of the form.
  var confirmPrompt: String?

  /// The fields of `form`.
  var fields: [FieldDescription] = []
  /// The names of the fields that may stay empty.
  var optionalNames: [String] = []
  /// The texts that fields start with, by name.
  var values: [String: String] = [:]
  /// How long nothing may have been typed before a text is validated, in milliseconds.
  var validationDelay: Int64 = 200

  /// Whether `new` asks for the password a second time.
  var hasConfirmation = true
  /// How a new password is judged.
  var judgement = JudgeOptions()

  /// Whether the person may see what was typed into a secure field.
  var reveal = NewPasswordForm.Reveal.allowed
  /// Whether the first insertion or deletion clears a field that is edited again.
  var clearsOnInsertion = false
  /// Whether the character typed last is shown for a moment.
  var isPeeking = false
  /// Whether a change of level moves the bars.
  var isAnimated = true
  /// How the form is shown.
  var presentation = Presentation()

  /// How the answer is written.
  var answer = AnswerFormat()
  /// Whether the line that tells of success is left out.
  var isQuiet = false

  /// The check before the form is accepted.
  var check = VerifierOptions()

  /// Whether the email address is remembered.
  var remembers = false
  /// Whether the email address is forgotten, instead of a form.
  var forgets = false

  /// What happens where memory cannot be locked.
  var locking: SecretBuffer.Locking { presentation.allowsUnlockedMemory ? .ifPossible : .required }
}
