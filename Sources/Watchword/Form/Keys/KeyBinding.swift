import WatchwordBase
package import WatchwordScreen

/// Which keys do what: the one table that drives behaviour, the key line and the page of keys.
package struct KeyBinding: Sendable {
  /// The keys. The key line names only the first.
  package let keys: [Key]
  package let action: Action
  /// The text on the page of keys; `nil` leaves the binding out.
  let text: (@Sendable (Texts) -> String)?
  let group: Group

  /// What keys are for, in the order of the page of keys.
  enum Group: CaseIterable {
    case typing, moving, showing, form

    func title(_ texts: Texts) -> String {
      switch self {
      case .typing: texts("Typing")
      case .moving: texts("Moving")
      case .showing: texts("Showing")
      case .form: texts("The form")
      }
    }
  }

  init(_ keys: [Key], _ action: Action, _ group: Group, _ text: (@Sendable (Texts) -> String)? = nil) {
    (self.keys, self.action, self.group, self.text) = (keys, action, group, text)
  }

  /// All bindings, in the order of the page of keys. Editing keys are those of readline(3).
  package static let all: [KeyBinding] = [
    KeyBinding([Key(.tab), Key(.down)], .focusNext, .moving) { texts in
      texts("to the next field or the button")
    },
    KeyBinding([Key(.tab, .shift), Key(.up)], .focusPrevious, .moving) { texts in
      texts("back to the one before")
    },
    KeyBinding([Key(.enter)], .performReturn, .form) { texts in
      texts("on to the next field; from the last one accept")
    },
    KeyBinding([.control("r"), Key(.function(2))], .toggleShown, .showing) { texts in
      texts("show or hide what is typed")
    },
    KeyBinding([.control("g")], .offerPassword, .showing) { texts in texts("suggest a strong password") },
    KeyBinding([Key(.escape)], .cancel, .form) { texts in texts.context("page of keys", "cancel") },
    KeyBinding([.control("c")], .interrupt, .form) { texts in texts("stop, also from this page") },
    KeyBinding([Key(.left), .control("b")], .moveBackward, .moving) { texts in texts("one character back") },
    KeyBinding([Key(.right), .control("f")], .moveForward, .moving) { texts in texts("one character on") },
    KeyBinding([Key(.home), .control("a")], .moveToStart, .moving) { texts in texts("to the start") },
    KeyBinding([Key(.end), .control("e")], .moveToEnd, .moving) { texts in texts("to the end") },
    KeyBinding([.alt("b"), Key(.left, .control), Key(.left, .alt)], .moveWordBackward, .moving) { texts in
      texts("one word back (masked: to the start)")
    },
    KeyBinding([.alt("f"), Key(.right, .control), Key(.right, .alt)], .moveWordForward, .moving) { texts in
      texts("one word on (masked: to the end)")
    },
    KeyBinding([Key(.backspace), .control("h")], .deleteBackward, .typing) { texts in
      texts("delete the character before the caret")
    },
    KeyBinding([Key(.delete), .control("d")], .deleteForward, .typing) { texts in
      texts("delete the character at the caret")
    },
    KeyBinding([.control("u")], .deleteToStart, .typing) { texts in texts("delete to the start") },
    KeyBinding([.control("k")], .deleteToEnd, .typing) { texts in texts("delete to the end") },
    KeyBinding([.control("w")], .deleteSpacedWordBackward, .typing) { texts in
      texts("delete the word before (masked: to the start)")
    },
    KeyBinding([Key(.backspace, .alt)], .deleteWordBackward, .typing),
    KeyBinding([.alt("d"), Key(.delete, .control)], .deleteWordForward, .typing) { texts in
      texts("delete the word after (masked: to the end)")
    },
    KeyBinding([.control("t")], .transpose, .typing) { texts in texts("swap two characters") },
    KeyBinding([.control("v")], .quoteTab, .typing) { texts in
      texts("then Tab: type a tab into a known password")
    },
    KeyBinding([.control("y"), .alt("y")], .yank, .typing) { texts in
      texts("put back what was cut last, but no secret")
    },
    KeyBinding([Key(.pageDown)], .pageDown, .moving) { texts in texts("read what the window is too small for")
    },
    KeyBinding([Key(.pageUp)], .pageUp, .moving),
    KeyBinding([.control("l")], .redraw, .showing) { texts in texts("draw the screen again") },
    KeyBinding([.control("z")], .suspend, .form) { texts in texts("suspend; what is typed stays, masked") },
    KeyBinding([.control("\\"), .control("s"), .control("q")], .ignore, .form),
    KeyBinding([Key(.function(3))], .goOnInLines, .form) { texts in texts("go on in lines, without a screen")
    },
    KeyBinding([Key(.function(1))], .showKeys, .form) { texts in texts("this page, and back") },
  ]

  package static func action(for key: Key) -> Action? { all.first { $0.keys.contains(key) }?.action }

  static func binding(of action: Action) -> KeyBinding? { all.first { $0.action == action } }
}

extension Key {
  /// The key's name, as the key line and the page of keys write it.
  func name(_ glyphs: GlyphSet, _ texts: Texts) -> String {
    switch (code, modifiers) {
    case (.scalar(let scalar), .control): "^\(scalar.properties.uppercaseMapping)"
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
