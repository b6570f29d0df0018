/// What has changed since the form was last judged.
struct Changes: OptionSet {
  let rawValue: UInt8

  /// The text of ``Form/changedField``.
  static let text = Changes(rawValue: 1)
  /// The user changed that text, not the program.
  static let typing = Changes(rawValue: 1 << 1)
  /// Which fields' words belong to the context.
  static let context = Changes(rawValue: 1 << 2)
  /// Which texts are known passwords.
  static let oldPassword = Changes(rawValue: 1 << 3)
  /// What the judge knows: a list was read, or an authority has answered.
  static let lists = Changes(rawValue: 1 << 4)
  /// The search in the list of leaked passwords is over.
  static let finding = Changes(rawValue: 1 << 5)
}
