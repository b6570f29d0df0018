/// How a cell looks, as a role. Only the painter decides which colour and attribute a role gets.
package struct Style: Equatable, Hashable, Sendable {
  /// What a cell is for. The raw value is the role's letter in a frame's description.
  package enum Role: UInt8, CaseIterable, Sendable {
    case plain = 0x2E  // .
    case title = 0x54  // T
    /// The caption above a field, and the words beside the bars.
    case caption = 0x43  // C
    /// Secondary text: hints, criteria not yet judged.
    case faint = 0x66  // f
    /// The emphasised part of a sentence.
    case emphasis = 0x45  // E
    /// The icon of a criterion that is met.
    case good = 0x47  // G
    /// The icon of a criterion that failed, and of an error.
    case bad = 0x42  // B
    case error = 0x65  // e
    case activeBorder = 0x41  // A
    case border = 0x62  // b
    /// The border of a field in error that has lost the focus.
    case errorBorder = 0x72  // r
    case placeholder = 0x68  // h
    /// A cell without a character in a field without a border, and a placeholder there.
    case room = 0x6C  // l
    case roomPlaceholder = 0x67  // g
    /// A text and a placeholder in the filled field with the focus.
    case activeField = 0x46  // F
    case activePlaceholder = 0x48  // H
    case button = 0x70  // p
    case focusedButton = 0x50  // P
    /// A button that is disabled for now.
    case inactiveButton = 0x69  // i
    /// A disabled button with the focus.
    case focusedInactiveButton = 0x49  // I
    /// The accelerator letter in each of the four kinds of button above.
    case buttonLetter = 0x75  // u
    case focusedButtonLetter = 0x55  // U
    case inactiveButtonLetter = 0x6A  // j
    case focusedInactiveButtonLetter = 0x4A  // J
    case key = 0x4B  // K
    case notice = 0x4E  // N
    /// A strength bar. A description shows the first as `1`, the second as `2`, and so on.
    case meter = 0x31  // 1
    /// The part of a password that the reason is about, in the colour of a bar. A description shows the first's as `v`
    /// (0x76), the second's as `w`, and so on, because other roles have the letters after `m`.
    case mark = 0x6D  // m
    /// The same part before its field was left, in the colour of the text.
    case part = 0x71  // q
  }

  /// The strength bars, one for each level, from the weakest.
  package enum Bar: UInt8, CaseIterable, Sendable { case first, second, third }

  package var role: Role
  /// For bars and marks. Otherwise the first.
  package var bar: Bar
  /// For bars: the progress from unlit (0) to lit (255). Otherwise 0.
  package var blend: UInt8

  package init(_ role: Role, bar: Bar = .first, blend: UInt8 = 0) {
    self.role = role
    self.bar = bar
    self.blend = blend
  }

  var letter: Unicode.Scalar { Unicode.Scalar((role == .mark ? 0x76 : role.rawValue) + bar.rawValue) }

  package static let plain = Style(.plain)
}
