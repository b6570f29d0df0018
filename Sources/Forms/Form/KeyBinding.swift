import Messages
public import Screen

/// Which keys do what: the one table that drives behaviour, the key line and the page of keys.
public struct KeyBinding: Sendable {
  /// The keys, the one to be named in the key line first.
  public let keys: [Key]
  /// What they do.
  public let action: Action

  init(_ keys: [Key], _ action: Action) {
    self.keys = keys
    self.action = action
  }

  /// All bindings, in the order of the page of keys. Editing keys are those of readline(3).
  public static let all: [KeyBinding] = [
    KeyBinding([Key(.tab), Key(.down)], .focusNext),
    KeyBinding([Key(.tab, .shift), Key(.up)], .focusPrevious),
    KeyBinding([Key(.enter)], .performReturn),
    KeyBinding([.control("r"), Key(.function(2))], .toggleShown),
    KeyBinding([Key(.escape)], .cancel),
    KeyBinding([.control("c")], .interrupt),
    KeyBinding([Key(.left), .control("b")], .moveBackward),
    KeyBinding([Key(.right), .control("f")], .moveForward),
    KeyBinding([Key(.home), .control("a")], .moveToStart),
    KeyBinding([Key(.end), .control("e")], .moveToEnd),
    KeyBinding([.alt("b"), Key(.left, .control), Key(.left, .alt)], .moveWordBackward),
    KeyBinding([.alt("f"), Key(.right, .control), Key(.right, .alt)], .moveWordForward),
    KeyBinding([Key(.backspace), .control("h")], .deleteBackward),
    KeyBinding([Key(.delete), .control("d")], .deleteForward),
    KeyBinding([.control("u")], .deleteToStart),
    KeyBinding([.control("k")], .deleteToEnd),
    KeyBinding([.control("w")], .deleteSpacedWordBackward),
    KeyBinding([Key(.backspace, .alt)], .deleteWordBackward),
    KeyBinding([.alt("d"), Key(.delete, .control)], .deleteWordForward),
    KeyBinding([.control("t")], .transpose),
    KeyBinding([.control("y"), .alt("y")], .yank),
    KeyBinding([Key(.pageDown)], .pageDown),
    KeyBinding([Key(.pageUp)], .pageUp),
    KeyBinding([.control("l")], .redraw),
    KeyBinding([.control("z")], .suspend),
    KeyBinding([.control("\\")], .ignore),
    KeyBinding([Key(.function(1))], .showKeys),
  ]

  /// What `key` does; `nil` for a key that is not bound.
  public static func action(for key: Key) -> Action? {
    all.first { $0.keys.contains(key) }?.action
  }
}

extension Catalogue.Keys {
  /// What the page of keys says of `action`; `nil` for what it leaves out.
  func description(of action: Action) -> String? {
    switch action {
    case .focusNext: focusNext
    case .focusPrevious: focusPrevious
    case .performReturn: performReturn
    case .toggleShown: toggleShown
    case .moveBackward: moveBackward
    case .moveForward: moveForward
    case .moveToStart: moveToStart
    case .moveToEnd: moveToEnd
    case .moveWordBackward: moveWordBackward
    case .moveWordForward: moveWordForward
    case .deleteBackward: deleteBackward
    case .deleteForward: deleteForward
    case .deleteToStart: deleteToStart
    case .deleteToEnd: deleteToEnd
    case .deleteSpacedWordBackward: deleteWordBackward
    case .deleteWordForward: deleteWordForward
    case .transpose: transpose
    case .pageDown: page
    case .showKeys: showKeys
    case .redraw: redraw
    case .suspend: suspend
    case .cancel: cancelForm
    case .interrupt: interrupt
    case .deleteWordBackward, .yank, .pageUp, .ignore: nil
    }
  }
}

extension Catalogue.Keys {
  /// The action that shares an entry on the page of keys with `action`, behind it, and what is said of the two.
  func pair(beginningWith action: Action) -> (other: Action, text: String)? {
    switch action {
    case .focusNext: (.focusPrevious, focusEither)
    case .moveBackward: (.moveForward, moveEither)
    case .moveToStart: (.moveToEnd, moveToEither)
    case .moveWordBackward: (.moveWordForward, moveWordEither)
    case .deleteToStart: (.deleteToEnd, deleteToEither)
    case .deleteSpacedWordBackward: (.deleteWordForward, deleteWordEither)
    case .pageDown: (.pageUp, page)
    default: nil
    }
  }
}

extension Key {
  /// The key's name, as the key line and the page of keys write it.
  func name(_ glyphs: GlyphSet) -> String {
    switch (code, modifiers) {
    case (.scalar(let scalar), .control): "^\(scalar.properties.uppercaseMapping)"
    case (_, let modifiers) where modifiers.contains(.alt): "Alt-\(Key(code).name(glyphs))"
    case (_, let modifiers) where modifiers.contains(.control): "Ctrl-\(Key(code).name(glyphs))"
    case (.tab, .shift): glyphs.shiftTab
    case (.scalar(let scalar), _): scalar.properties.uppercaseMapping
    case (.enter, _): glyphs.enter
    case (.tab, _): "Tab"
    case (.backspace, _): "Backspace"
    case (.delete, _): "Del"
    case (.escape, _): "Esc"
    case (.left, _): glyphs.left
    case (.right, _): glyphs.right
    case (.up, _): glyphs.up
    case (.down, _): glyphs.down
    case (.home, _): "Home"
    case (.end, _): "End"
    case (.pageUp, _): "PgUp"
    case (.pageDown, _): "PgDn"
    case (.insert, _): "Ins"
    case (.function(let number), _): "F\(number)"
    }
  }
}
