public import Messages
public import Screen
public import Strength

/// A form of text fields and a button: the state machine that everything else serves.
///
/// One event goes in, effects come out, and a frame can be drawn at any time. The form holds no text of a secret,
/// reads no clock and knows no terminal; questions go to a ``TextFieldDelegate``.
public struct Form: Equatable, Sendable {
  /// What a form consists of.
  public struct Configuration: Equatable, Sendable {
    /// The title.
    public var title: String
    /// The caption above the field that the policy judges.
    public var caption: String
    /// The text of the button.
    public var button: String
    /// The fields, from the top.
    public var fields: [TextField.Configuration]
    /// What the password has to be.
    public var policy: Policy
    /// Whether a change of level moves the bars.
    public var isAnimated: Bool
    /// How long nothing may have been typed before a text is validated, in milliseconds, 0 to a day (C6).
    public var validationDelay: Int64
    /// The field in which the person starts, by its number; where it refuses, one further round the ring.
    public var firstField: Int
    /// Whether the panel stands beside the fields where that keeps the form whole.
    public var allowsPanelAtSide: Bool
    /// Texts of the place, such as the name of a service, whose words count against a password.
    public var contextTexts: [String]
    /// All other texts.
    public var catalogue: Catalogue

    /// Makes a configuration.
    public init(
      title: String, caption: String, button: String, fields: [TextField.Configuration], policy: Policy,
      isAnimated: Bool = true, validationDelay: Int64 = 200, allowsPanelAtSide: Bool = false,
      firstField: Int = 0, contextTexts: [String] = [],
      catalogue: Catalogue = .english
    ) {
      self.title = title
      self.caption = caption
      self.button = button
      self.fields = fields
      self.policy = policy
      self.isAnimated = isAnimated
      self.validationDelay = validationDelay
      self.firstField = firstField
      self.allowsPanelAtSide = allowsPanelAtSide
      self.contextTexts = contextTexts
      self.catalogue = catalogue
    }
  }

  /// What the form consists of.
  public let configuration: Configuration
  /// The fields, from the top.
  public internal(set) var fields: [TextField]
  /// What has the focus: a field, the button, or, where nothing has it, the form itself.
  public internal(set) var firstResponder = Responder.form
  /// The criteria and the verdict on the password.
  public internal(set) var panel: CriteriaPanel
  /// The bars.
  public internal(set) var bars = StrengthBars()
  /// Whether every confirm field equals the field that it confirms.
  public internal(set) var isConfirmed = true
  /// What is said about input that was just refused, in the error line of the field that has the focus.
  public internal(set) var notice: String?
  /// Whether what was typed is checked before the form is accepted. Set before the form begins.
  public var hasCheck = false
  /// Whether the form can be worked in, or waits for its check.
  public internal(set) var submission = Submission.open
  /// What had the focus when the form was submitted last.
  var submitter = Responder.form
  /// The error of the form as a whole, which stands above the button.
  public internal(set) var error: String?
  /// What is on the screen.
  public internal(set) var page = Page.form
  /// The time of the last event.
  public internal(set) var now = Instant(nanoseconds: 0)
  /// The extent of the window.
  public internal(set) var size = Size(columns: 80, rows: 24)
  var peekEnd: Instant?
  /// The way of each field's text to its result, where it is validated.
  var validations: [Validation<Subject, Instant>?]
  /// What the texts that are validated are told apart by.
  var fingerprints: [Fingerprint?]
  /// How often what counts against a password has changed.
  var contextNumber = 0

  /// What is on the screen.
  public enum Page: Equatable, Sendable {
    /// The form, cut down to the window.
    case form
    /// The whole form, read by page from line `top` on, since the window is too small for it.
    case reading(top: Int)
    /// The page of keys from line `top` on.
    case keys(top: Int)
  }

  /// Makes a form in which nothing has the focus; see ``begin(asking:)``.
  public init(_ configuration: Configuration) {
    self.configuration = configuration
    fields = configuration.fields.enumerated().map { TextField(tag: $0, configuration: $1) }
    let delay = min(max(0, configuration.validationDelay), 86_400_000) * 1_000_000
    validations = configuration.fields.map { $0.makeValidation(delay: delay) }
    fingerprints = configuration.fields.map { _ in nil }
    panel = CriteriaPanel(policy: configuration.policy, verdict: Verdict(failureBits: ~0))
  }

  /// How strong the password is.
  public var level: Level { panel.verdict.level }

  /// When the form wants to be told the time: the next frame of the bars, the end of a peek, a validation, or a look
  /// at the check.
  public var deadline: Instant? {
    earlier(
      earlier(bars.deadline(after: now), peekEnd),
      earlier(validationDeadline, submission.deadline(after: now)))
  }

  private func earlier(_ first: Instant?, _ second: Instant?) -> Instant? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }

  /// Whether the window is too small to work in (A13): what fits is drawn, and typing is refused.
  public var isTooSmall: Bool { size.columns < 20 || size.rows < 4 }

  /// Whether field `index` is one in which a new password is chosen or confirmed: the policy judges it, or it is a
  /// secret that is typed twice. What the policy's normalisation makes of its text is what counts.
  public func takesNewPassword(_ index: Int) -> Bool {
    let number = fields[index].configuration.confirmedField ?? index
    let field = fields[number].configuration
    return field.judgement == .policy
      || field.isSecure && fields.contains { $0.configuration.confirmedField == number }
  }

  /// The number of the field that has the focus, if one has.
  public var focusedField: Int? {
    if case .field(let index) = firstResponder { index } else { nil }
  }
}
