/// How a cell looks, as a role. Which colour and attribute a role gets is the painter's choice alone.
package struct Style: Equatable, Hashable, Sendable {
  /// What a cell is for. The raw value is the letter that stands for the role in a frame's description.
  package enum Role: UInt8, CaseIterable, Sendable {
    /// Ordinary text in the terminal's own colours.
    case plain = 0x2E  // .
    /// The form's title.
    case title = 0x54  // T
    /// The caption above a field, and the words beside the bars.
    case caption = 0x43  // C
    /// Text that stands back: placeholders, hints, criteria not yet judged.
    case faint = 0x66  // f
    /// The part of a sentence that is set off.
    case emphasis = 0x45  // E
    /// The sign of a criterion that is met.
    case good = 0x47  // G
    /// The sign of a criterion that failed, and of an error.
    case bad = 0x42  // B
    /// The words of an error.
    case error = 0x65  // e
    /// The border of the field that is being edited.
    case activeBorder = 0x41  // A
    /// The border of any other field.
    case border = 0x62  // b
    /// A button that can be pressed and does not have the focus.
    case button = 0x70  // p
    /// The button that has the focus.
    case focusedButton = 0x50  // P
    /// A button that does nothing for now.
    case inactiveButton = 0x69  // i
    /// One that has the focus.
    case focusedInactiveButton = 0x49  // I
    /// In each of these buttons, the letter that presses it.
    case buttonLetter = 0x75  // u
    case focusedButtonLetter = 0x55  // U
    case inactiveButtonLetter = 0x6A  // j
    case focusedInactiveButtonLetter = 0x4A  // J
    /// The name of a key in the key line.
    case key = 0x4B  // K
    /// A notice about refused input.
    case notice = 0x4E  // N
    /// A bar that shows how strong a password is, see ``Style/level``. The letters of higher levels follow.
    case meter = 0x31  // 1
  }

  package var role: Role
  /// For the bars: the number of the level that the bar stands for, from 0 on. Otherwise 0.
  package var level: UInt8
  /// For the bars: how far the colour has crossed from unlit (0) to lit (255). Otherwise 0.
  package var blend: UInt8

  package init(_ role: Role, level: UInt8 = 0, blend: UInt8 = 0) {
    self.role = role
    self.level = level
    self.blend = blend
  }

  /// The letter that stands for the style in a frame's description.
  var letter: Unicode.Scalar { Unicode.Scalar(role.rawValue + level) }

  package static let plain = Style(.plain)
}
