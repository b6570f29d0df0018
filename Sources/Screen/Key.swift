/// One press of a key.
public struct Key: Equatable, Hashable, Sendable {
  /// Which key was pressed.
  public enum Code: Equatable, Hashable, Sendable {
    /// A key that types text; with ``Modifiers/control`` always a lower-case letter or a sign such as `\`.
    case scalar(Unicode.Scalar)
    /// Return, or Enter of the keypad.
    case enter
    /// Tab; with ``Modifiers/shift`` the back-tab key.
    case tab
    /// Backspace (0x08 or 0x7F).
    case backspace
    /// Delete.
    case delete
    /// Escape alone.
    case escape
    /// An arrow key.
    case left, right, up, down
    /// Home and End.
    case home, end
    /// Page up and page down.
    case pageUp, pageDown
    /// Insert.
    case insert
    /// A function key, from 1 to 63.
    case function(UInt8)
  }

  /// The keys held down together with the one that was pressed.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// The bits, as xterm counts them: shift 1, alt 2, control 4.
    public let rawValue: UInt8
    /// Makes modifiers from xterm's bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The shift key.
    public static let shift = Modifiers(rawValue: 1)
    /// The alt (meta) key.
    public static let alt = Modifiers(rawValue: 2)
    /// The control key.
    public static let control = Modifiers(rawValue: 4)
  }

  /// Which key was pressed.
  public var code: Code
  /// The keys held down with it.
  public var modifiers: Modifiers

  /// Makes a press of `code`.
  public init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// The control key with `scalar`, a lower-case letter or sign.
  public static func control(_ scalar: Unicode.Scalar) -> Key { Key(.scalar(scalar), .control) }
  /// The alt key with `scalar`.
  public static func alt(_ scalar: Unicode.Scalar) -> Key { Key(.scalar(scalar), .alt) }
}
