internal import WatchwordMessages
internal import WatchwordStrength

/// A form that a person fills in on the terminal, full screen or line by line: for a new password, or for any fields.
///
/// ```swift
/// guard let answer = try PasswordForm.newPassword("Password for alice").run() else { return }
/// ```
public struct PasswordForm: Sendable {
  /// The title; `nil` for the usual one. The words of a title of yours count against a new password.
  public var title: String?
  /// A paragraph below the title, in which newlines break lines; `nil` for none. A small window cuts it or leaves it out,
  /// so it should say nothing that a person cannot do without.
  public var message: String?
  /// The text of the button; `nil` for the usual one.
  public var buttonTitle: String?
  /// What a new password has to be.
  public var policy = PasswordPolicy.classic
  /// The path of a list of words, one a line, which make a password easier to guess, and of which passwords are made when
  /// the person asks for one. If the usual one is not there, the form goes without; `nil` for none.
  public var dictionary: String? = WordFile.systemPath
  /// The paths of lists of passwords that are refused, one a line.
  public var blocklists: [String] = []
  /// The path of a list of leaked passwords as Have I Been Pwned has it, sorted by hash: these are refused; `nil` for none.
  public var leakedPasswords: String?
  /// Words that count against a new password, such as the name of the service. The person's name on this machine and the
  /// machine's name count anyway.
  public var contextWords: [String] = []
  /// Says how strong a password is; `nil` counts the guesses that it takes. It has to answer within a millisecond.
  public var meter: (@Sendable (UTF8Span) -> PasswordStrength)?
  /// How long after the last key a secret that the person has shown stays so; `nil` for no end.
  public var revealTimeout: Duration? = .seconds(30)
  /// How long after the last key the form ends with ``WatchwordError/timedOut``; `nil` for no limit. The last 20 seconds are
  /// counted on the screen.
  public var timeout: Duration?
  /// Whether the person can have a new password made, which is shown in the clear.
  public var offersPasswords = true
  /// A program and its arguments, which is given the answer as JSON on its standard input before the form is accepted. With
  /// exit status 0 it accepts; else the last line that it wrote stands on the form.
  public var verifier: [String] = []
  /// After how many refusals of the verifier the form ends with ``WatchwordError/tooManyRefusals``; `nil` for no end, and
  /// less than 1 is 1.
  public var verifierAttempts: Int?
  /// How the form is shown.
  public var presentation = Presentation()

  let content: Content

  enum Content {
    case new(isConfirmed: Bool)
    case change, ask
    case fields([Field])
  }

  private init(_ content: Content, _ title: String?) { (self.content, self.title) = (content, title) }

  /// Makes a form of `fields`, from the top.
  ///
  /// - Throws: ``WatchwordError/invalidForm(reason:)`` where a field cannot be as it is described, or two have one name.
  public init(_ title: String, fields: [Field]) throws(WatchwordError) {
    self.init(.fields(fields), title)
    _ = try makeDescription()
  }

  /// The form in which a new password is chosen, and asked for a second time if it is to be confirmed. The answer has it
  /// under "password".
  public static func newPassword(_ title: String? = nil, isConfirmed: Bool = true) -> PasswordForm {
    PasswordForm(.new(isConfirmed: isConfirmed), title)
  }

  /// The form in which a password is changed. The answer has "old" and "new".
  public static func changePassword(_ title: String? = nil) -> PasswordForm { PasswordForm(.change, title) }

  /// The form that asks for a password that exists already. The answer has it under "password".
  public static func password(_ title: String? = nil) -> PasswordForm { PasswordForm(.ask, title) }
}
