import WatchwordBase
package import WatchwordScreen

/// Which keys do what: the one table that drives behaviour, the key line and the page of keys.
package struct KeyBinding: Sendable {
  package let action: Action
  /// The key that the key line names.
  let key: Key
  private let second, third: Key?
  /// The text on the page of keys; `nil` leaves the binding out.
  let text: (@Sendable (Texts) -> String)?
  let group: Group

  /// What keys are for, in the order of the page of keys.
  enum Group: CaseIterable {
    /// What a form can do comes first, because few people need more.
    case main, typing, moving, form

    func title(_ texts: Texts) -> String {
      switch self {
      case .main: texts("Main keys")
      case .typing: texts("Typing")
      case .moving: texts("Moving")
      case .form: texts("The form")
      }
    }
  }

  init(
    _ action: Action, _ group: Group, _ key: Key, _ second: Key? = nil, _ third: Key? = nil,
    _ text: (@Sendable (Texts) -> String)? = nil
  ) {
    (self.action, self.group, self.text) = (action, group, text)
    (self.key, self.second, self.third) = (key, second, third)
  }

  package var keys: [Key] { [key] + [second, third].compactMap(\.self) }

  /// All bindings, in the order of the page of keys. Editing keys are those of readline(3).
  package static let all: [KeyBinding] = [
    KeyBinding(.focusNext, .main, Key(.tab), Key(.down)) { texts in
      texts("to the next field or the button")
    },
    KeyBinding(.focusPrevious, .main, Key(.tab, .shift), Key(.up)) { texts in
      texts("back to the one before")
    },
    KeyBinding(.performReturn, .main, Key(.enter)) { texts in
      texts("next field; from the last one accept")
    },
    KeyBinding(.toggleShown, .main, .control("r"), Key(.function(2))) { texts in
      texts("show or hide what is typed")
    },
    KeyBinding(.offerPassword, .main, .control("g")) { texts in
      texts("suggest a strong password")
    },
    KeyBinding(.cancel, .main, Key(.escape)) { texts in texts.context("page of keys", "cancel") },
    KeyBinding(.interrupt, .form, .control("c")) { texts in texts("stop, also from this page") },
    KeyBinding(.moveBackward, .moving, Key(.left), .control("b")) { texts in texts("one character back") },
    KeyBinding(.moveForward, .moving, Key(.right), .control("f")) { texts in texts("one character on") },
    KeyBinding(.moveToStart, .moving, Key(.home), .control("a")) { texts in texts("to the start") },
    KeyBinding(.moveToEnd, .moving, Key(.end), .control("e")) { texts in texts("to the end") },
    KeyBinding(.moveWordBackward, .moving, .alt("b"), Key(.left, .control), Key(.left, .alt)) { texts in
      texts("one word back (masked: to the start)")
    },
    KeyBinding(.moveWordForward, .moving, .alt("f"), Key(.right, .control), Key(.right, .alt)) { texts in
      texts("one word on (masked: to the end)")
    },
    KeyBinding(.deleteBackward, .typing, Key(.backspace), .control("h")) { texts in
      texts("delete the character before the caret")
    },
    KeyBinding(.deleteForward, .typing, Key(.delete), .control("d")) { texts in
      texts("delete the character at the caret")
    },
    KeyBinding(.deleteToStart, .typing, .control("u")) { texts in texts("delete to the start") },
    KeyBinding(.deleteToEnd, .typing, .control("k")) { texts in texts("delete to the end") },
    KeyBinding(.deleteSpacedWordBackward, .typing, .control("w")) { texts in
      texts("delete the word before (masked: to the start)")
    },
    KeyBinding(.deleteWordBackward, .typing, Key(.backspace, .alt)),
    KeyBinding(.deleteWordForward, .typing, .alt("d"), Key(.delete, .control)) { texts in
      texts("delete the word after (masked: to the end)")
    },
    KeyBinding(.transpose, .typing, .control("t")) { texts in texts("swap two characters") },
    KeyBinding(.quoteTab, .typing, .control("v")) { texts in
      texts("then Tab: type a tab into a known password")
    },
    KeyBinding(.yank, .typing, .control("y"), .alt("y")) { texts in
      texts("put back what was cut last, but no secret")
    },
    KeyBinding(.pageDown, .moving, Key(.pageDown)) { texts in texts("read what the window is too small for")
    },
    KeyBinding(.pageUp, .moving, Key(.pageUp)),
    KeyBinding(.redraw, .form, .control("l")) { texts in texts("draw the screen again") },
    KeyBinding(.suspend, .form, .control("z")) { texts in texts("suspend; what is typed stays, masked") },
    KeyBinding(.ignore, .form, .control("\\"), .control("s"), .control("q")),
    KeyBinding(.goOnInLines, .form, Key(.function(3))) { texts in texts("go on in lines, without a screen")
    },
    KeyBinding(.showKeys, .form, Key(.function(1))) { texts in texts("this page, and back") },
  ]

  package static func action(for key: Key) -> Action? { all.first { $0.has(key) }?.action }

  private func has(_ other: Key) -> Bool { key == other || second == other || third == other }

  static func binding(of action: Action) -> KeyBinding? { all.first { $0.action == action } }
}

extension Key {
  /// The key's name, as the key line writes it, or `spelled` out, as on the page of keys.
  func name(_ glyphs: GlyphSet, _ texts: Texts, spelled: Bool = false) -> String {
    switch (code, modifiers) {
    case (.scalar(let scalar), .control) where !spelled: "^\(scalar.properties.uppercaseMapping)"
    case (_, let modifiers) where modifiers.contains(.alt):
      texts("Alt-{key}", ["key": Key(code).name(glyphs, texts)])
    case (_, let modifiers) where modifiers.contains(.control):
      texts("Ctrl-{key}", ["key": Key(code).name(glyphs, texts)])
    case (.tab, .shift): glyphs.shiftTab ?? texts.context("key", "Shift-Tab")
    case (.scalar(let scalar), _): scalar.properties.uppercaseMapping
    case (.enter, _): texts.context("key", "Enter")
    case (.tab, _): texts.context("key", "Tab")
    case (.backspace, _): texts.context("key", "Backspace")
    case (.delete, _): texts.context("key", "Del")
    case (.escape, _): texts.context("key", "Esc")
    case (.left, _): glyphs.left ?? texts.context("key", "Left")
    case (.right, _): glyphs.right ?? texts.context("key", "Right")
    case (.up, _): glyphs.up ?? texts.context("key", "Up")
    case (.down, _): glyphs.down ?? texts.context("key", "Down")
    case (.home, _): texts.context("key", "Home")
    case (.end, _): texts.context("key", "End")
    case (.pageUp, _): texts.context("key", "PgUp")
    case (.pageDown, _): texts.context("key", "PgDn")
    case (.insert, _): texts.context("key", "Ins")
    case (.function(let number), _): "F\(number)"
    }
  }
}
