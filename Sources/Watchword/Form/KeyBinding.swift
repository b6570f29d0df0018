import WatchwordMessages
package import WatchwordScreen

/// Which keys do what: the one table that drives behaviour, the key line and the page of keys.
package struct KeyBinding: Sendable {
  /// The keys. The key line names the first of them.
  package let keys: [Key]
  /// What they do.
  package let action: Action
  /// What the page of keys says about it; `nil` if the page leaves it out.
  let text: (@Sendable (Catalogue.Keys) -> String)?

  init(_ keys: [Key], _ action: Action, _ text: (@Sendable (Catalogue.Keys) -> String)? = nil) {
    self.keys = keys
    self.action = action
    self.text = text
  }

  /// All bindings, in the order of the page of keys. Editing keys are those of readline(3).
  package static let all: [KeyBinding] = [
    KeyBinding([Key(.tab), Key(.down)], .focusNext) { $0.focusNext },
    KeyBinding([Key(.tab, .shift), Key(.up)], .focusPrevious) { $0.focusPrevious },
    KeyBinding([Key(.enter)], .performReturn) { $0.performReturn },
    KeyBinding([.control("r"), Key(.function(2))], .toggleShown) { $0.toggleShown },
    KeyBinding([.control("g")], .offerPassword) { $0.offerPassword },
    KeyBinding([Key(.escape)], .cancel) { $0.cancelForm },
    KeyBinding([.control("c")], .interrupt) { $0.interrupt },
    KeyBinding([Key(.left), .control("b")], .moveBackward) { $0.moveBackward },
    KeyBinding([Key(.right), .control("f")], .moveForward) { $0.moveForward },
    KeyBinding([Key(.home), .control("a")], .moveToStart) { $0.moveToStart },
    KeyBinding([Key(.end), .control("e")], .moveToEnd) { $0.moveToEnd },
    KeyBinding([.alt("b"), Key(.left, .control), Key(.left, .alt)], .moveWordBackward) {
      $0.moveWordBackward
    },
    KeyBinding([.alt("f"), Key(.right, .control), Key(.right, .alt)], .moveWordForward) {
      $0.moveWordForward
    },
    KeyBinding([Key(.backspace), .control("h")], .deleteBackward) { $0.deleteBackward },
    KeyBinding([Key(.delete), .control("d")], .deleteForward) { $0.deleteForward },
    KeyBinding([.control("u")], .deleteToStart) { $0.deleteToStart },
    KeyBinding([.control("k")], .deleteToEnd) { $0.deleteToEnd },
    KeyBinding([.control("w")], .deleteSpacedWordBackward) { $0.deleteWordBackward },
    KeyBinding([Key(.backspace, .alt)], .deleteWordBackward),
    KeyBinding([.alt("d"), Key(.delete, .control)], .deleteWordForward) { $0.deleteWordForward },
    KeyBinding([.control("t")], .transpose) { $0.transpose },
    KeyBinding([.control("y"), .alt("y")], .yank) { $0.yank },
    KeyBinding([Key(.pageDown)], .pageDown) { $0.page },
    KeyBinding([Key(.pageUp)], .pageUp),
    KeyBinding([.control("l")], .redraw) { $0.redraw },
    KeyBinding([.control("z")], .suspend) { $0.suspend },
    KeyBinding([.control("\\")], .ignore),
    KeyBinding([Key(.function(1))], .showKeys) { $0.showKeys },
  ]

  /// What `key` does; `nil` for a key that is not bound.
  package static func action(for key: Key) -> Action? { all.first { $0.keys.contains(key) }?.action }

  /// The binding of `action`, if any key does it.
  static func binding(of action: Action) -> KeyBinding? { all.first { $0.action == action } }
}

extension Catalogue.Keys {
  /// The action that shares the entry of `action` on the page of keys, and the text of that entry.
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
  func name(_ glyphs: GlyphSet, _ words: Catalogue.Keys) -> String {
    switch (code, modifiers) {
    case (.scalar(let scalar), .control): "^\(scalar.properties.uppercaseMapping)"
    case (_, let modifiers) where modifiers.contains(.alt): words.alt(Key(code).name(glyphs, words))
    case (_, let modifiers) where modifiers.contains(.control): words.control(Key(code).name(glyphs, words))
    case (.tab, .shift): glyphs.shiftTab ?? words.shiftTab
    case (.scalar(let scalar), _): scalar.properties.uppercaseMapping
    case (.enter, _): words.enter
    case (.tab, _): words.tab
    case (.backspace, _): words.backspace
    case (.delete, _): words.delete
    case (.escape, _): words.escape
    case (.left, _): glyphs.left ?? words.left
    case (.right, _): glyphs.right ?? words.right
    case (.up, _): glyphs.up ?? words.up
    case (.down, _): glyphs.down ?? words.down
    case (.home, _): words.home
    case (.end, _): words.end
    case (.pageUp, _): words.pageUp
    case (.pageDown, _): words.pageDown
    case (.insert, _): words.insert
    case (.function(let number), _): "F\(number)"
    }
  }
}
