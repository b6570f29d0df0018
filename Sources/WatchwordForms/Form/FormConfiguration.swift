public import WatchwordMessages
public import WatchwordStrength

/// What a form consists of.
public struct FormConfiguration: Equatable, Sendable {
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
  /// How long nothing may have been typed before a text is validated, 0 to a day (C6).
  public var validationDelay: Duration
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
    isAnimated: Bool = true, validationDelay: Duration = .milliseconds(200), allowsPanelAtSide: Bool = false,
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
