/// How a cell looks, as a role. Which colour and attribute a role gets is the painter's choice alone.
public struct Style: Equatable, Hashable, Sendable {
  /// What a cell is for. The raw value is the letter that stands for the role in a frame's description.
  public enum Role: UInt8, CaseIterable, Sendable {
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
    /// The sign of a criterion that failed, and error texts.
    case bad = 0x42  // B
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
    /// The name of a key in the key line.
    case key = 0x4B  // K
    /// A notice about refused input.
    case notice = 0x4E  // N
    /// The bar of the weak level.
    case weakBar = 0x31  // 1
    /// The bar of the medium level.
    case mediumBar = 0x32  // 2
    /// The bar of the strong level.
    case strongBar = 0x33  // 3
  }

  /// What the cell is for.
  public var role: Role
  /// For the bars: how far the colour has crossed from unlit (0) to lit (255). Otherwise 0.
  public var blend: UInt8

  /// Makes a style of `role`.
  public init(_ role: Role, blend: UInt8 = 0) {
    self.role = role
    self.blend = blend
  }

  /// Ordinary text.
  public static let plain = Style(.plain)
}
