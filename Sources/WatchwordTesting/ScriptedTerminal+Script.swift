internal import WatchwordScreen

extension ScriptedTerminal {
  /// A key that types no text.
  public struct Key: Sendable {
    let base: WatchwordScreen.Key

    private init(_ code: WatchwordScreen.Key.Code, _ modifiers: WatchwordScreen.Key.Modifiers = []) {
      base = WatchwordScreen.Key(code, modifiers)
    }

    /// Return.
    public static let enter = Key(.enter)
    /// Tab.
    public static let tab = Key(.tab)
    /// Shift-Tab.
    public static let backTab = Key(.tab, .shift)
    /// Escape alone.
    public static let escape = Key(.escape)
    /// Backspace.
    public static let backspace = Key(.backspace)
    /// Delete.
    public static let delete = Key(.delete)
    /// The arrow to the left.
    public static let left = Key(.left)
    /// The arrow to the right.
    public static let right = Key(.right)
    /// The arrow up.
    public static let up = Key(.up)
    /// The arrow down.
    public static let down = Key(.down)
    /// Home.
    public static let home = Key(.home)
    /// End.
    public static let end = Key(.end)
    /// Control with a lower-case letter or a sign.
    public static func control(_ scalar: Unicode.Scalar) -> Key { Key(.scalar(scalar), .control) }
  }

  /// Makes a terminal with an empty script, and a window of this size.
  public init(columns: Int = 80, rows: Int = 24) {
    self.init([], fieldCount: 0, size: Size(columns: max(0, columns), rows: max(0, rows)), end: .hangUp)
  }

  /// Adds typing to the script, a key for each scalar of `text`.
  public mutating func type(_ text: String) {
    script += text.unicodeScalars.map { .event(.key(WatchwordScreen.Key(.scalar($0)))) }
  }

  /// Adds presses of a key to the script.
  public mutating func press(_ key: Key, times: Int = 1) {
    script += Array(repeating: .event(.key(key.base)), count: max(0, times))
  }

  /// Adds a paste to the script.
  public mutating func paste(_ text: String) { script.append(.paste(text)) }

  /// Adds a new size of the window to the script.
  public mutating func resize(columns: Int, rows: Int) {
    script.append(.resize(columns: max(0, columns), rows: max(0, rows)))
  }

  /// Adds time to the script, in which nobody does anything. It takes no time to play.
  public mutating func wait(_ duration: Duration) { script.append(.wait(duration)) }

  /// Adds a look at the screen to the script. When it is played, ``looks`` has what the screen shows.
  public mutating func look(_ name: String) { script.append(.look(name)) }

  /// What the screen showed last: a string for each row, without the blanks at its end.
  public var screen: [String] {
    guard let frame = lastFrame else { return [] }
    return frame.rows(filledFrom: lastShownTexts)
  }

  /// Where the cursor stood last, counted from 0 at the upper left corner; `nil` where there was none.
  public var cursor: (row: Int, column: Int)? { lastFrame?.cursor.map { ($0.row, $0.column) } }
}

extension Frame {
  /// The picture, with the texts of fields that it shows in their holes.
  fileprivate func rows(filledFrom texts: [Int: String]) -> [String] {
    let characters = texts.mapValues(Array.init)
    return lines(blank: " ") { cell in
      guard case .secret(let field, let index) = cell.glyph else { return symbol(of: cell) }
      guard let text = characters[Int(field)], text.indices.contains(Int(index)) else { return " " }
      return String(text[Int(index)])
    }
  }
}
