/// What a style looks like on one terminal.
struct Appearance: Equatable {
  /// The attributes of a cell.
  struct Attributes: OptionSet {
    let rawValue: UInt8
    static let bold = Attributes(rawValue: 1)
    static let dim = Attributes(rawValue: 2)
    static let reverse = Attributes(rawValue: 4)
    static let underline = Attributes(rawValue: 8)
  }

  /// The number that the terminal's own colours have.
  static let standard: Int32 = -1

  /// The colour of the character, as the terminal counts colours.
  var foreground = standard
  /// The colour behind it.
  var background = standard
  /// How the character is set.
  var attributes: Attributes = []
}
