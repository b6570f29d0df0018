internal import WatchwordBase
internal import WatchwordScreen

/// One thing that the user does.
enum ScriptKey {
  case key(Key, Keystroke)
  case text(String)
  case paste(String)
  /// The script's clock goes on. A real terminal waits for what is seen instead.
  case wait(Duration)
  case resize(Size)
  case click(Position), clickOn(String)
  /// Waits as long as a text is shown.
  case whileShown(String)

  /// Whether the user only waits.
  var isWait: Bool {
    switch self {
    case .wait, .whileShown: true
    default: false
    }
  }

  /// What the keys of a row say.
  static func all(in keys: String) throws -> [ScriptKey] {
    var all: [ScriptKey] = []
    var words = try ScriptWord.all(in: keys)[...]
    func next(_ name: String) throws -> String {
      guard let word = words.popFirst() else { throw Script.Fault(description: "what follows \(name)?") }
      return word.text
    }
    while let word = words.popFirst() {
      guard word.isBare else {
        all.append(.text(word.text))
        continue
      }
      switch word.text {
      case "paste": all.append(.paste(try next("paste")))
      case "wait": all.append(.wait(try duration(try next("wait"))))
      case "resize": all.append(.resize(try ScriptWord.size(try next("resize"))))
      case "while": all.append(.whileShown(try next("while")))
      case "click":
        let place = try next("click")
        let numbers = place.split(separator: ",").compactMap { Int($0) }
        all.append(
          numbers.count == 2 ? .click(Position(row: numbers[0], column: numbers[1])) : .clickOn(place))
      default:
        let parts = word.text.split(separator: "*")
        let count = parts.count == 2 ? Int(parts[1]) : nil
        if let key = try key(named: count == nil ? word.text : String(parts[0])) {
          all += Array(repeating: key, count: count ?? 1)
        } else {
          all.append(.text(word.text))
        }
      }
    }
    return all
  }

  private static func duration(_ text: String) throws -> Duration {
    let unit = text.drop { $0.isNumber || $0 == "." }
    guard let number = Double(text.dropLast(unit.count)), let scale = ["s": 1000.0, "ms": 1][String(unit)]
    else { throw Script.Fault(description: "'\(text)' is no time") }
    return .milliseconds(Int64(number * scale))
  }

  private static let names: [String: (Key.Code, Keystroke)] = [
    "Enter": (.enter, .enter), "Tab": (.tab, .tab), "Esc": (.escape, .escape),
    "Backspace": (.backspace, .backspace),
    "Delete": (.delete, .delete), "Insert": (.insert, .insert), "Left": (.left, .left),
    "Right": (.right, .right),
    "Up": (.up, .up), "Down": (.down, .down), "Home": (.home, .home), "End": (.end, .end),
    "PageUp": (.pageUp, .pageUp), "PageDown": (.pageDown, .pageDown),
  ]

  /// `^X`, `M-x`, `F1`, `S-Tab`, `C-Left`, `M-Left` or a name; `nil` for a text.
  private static func key(named name: String) throws -> ScriptKey? {
    if let (code, stroke) = names[name] { return .key(Key(code), stroke) }
    if name == "S-Tab" { return .key(Key(.tab, .shift), .backTab) }
    if name == "M-Backspace" { return .key(Key(.backspace, .alt), .altBackspace) }
    let last = name.last ?? " "
    if name.count == 2, name.first == "^", let scalar = last.lowercased().unicodeScalars.first {
      return .key(.control(scalar), .control(last))
    }
    if name.count == 3, name.hasPrefix("M-"), let scalar = last.unicodeScalars.first {
      return .key(.alt(scalar), .alt(last))
    }
    if name.first == "F", let number = UInt8(name.dropFirst()), 1...12 ~= number {
      return .key(Key(.function(number)), .function(Int(number)))
    }
    for (prefix, modifiers, number) in [("C-", Key.Modifiers.control, 5), ("M-", .alt, 3), ("S-", .shift, 2)]
    {
      if name.hasPrefix(prefix), let (code, stroke) = names[String(name.dropFirst(2))] {
        return .key(Key(code, modifiers), .modified(stroke, number))
      }
    }
    return nil
  }
}
