/// A key as xterm sends it.
package enum Keystroke: Equatable, Sendable {
  case tab, backTab, enter, escape, backspace, controlH, delete, insert
  case left, right, up, down, home, end, pageUp, pageDown
  case function(Int)
  case control(Character)
  case alt(Character)
  case altBackspace
  /// An arrow, Home or End with modifiers, as xterm counts them: 2 shift, 3 alt, 5 control.
  indirect case modified(Keystroke, Int)

  /// The bytes that xterm sends. `application` is the mode of the cursor keys.
  func bytes(application: Bool) -> [UInt8] {
    switch self {
    case .control(let character): [UInt8(character.unicodeScalars.first?.value ?? 0) & 0x1F]
    case .alt(let character): [0x1B] + Array(String(character).utf8)
    case .function(let number): Array(Self.functions[number - 1].utf8)
    case .modified(let key, let modifiers): Array("\u{1B}[1;\(modifiers)\(key.final ?? "~")".utf8)
    default:
      if let final {
        Array("\u{1B}\(application ? "O" : "[")\(final)".utf8)
      } else {
        Array((Self.plain.first { $0.key == self }?.text ?? "").utf8)
      }
    }
  }

  /// The last letter of the sequence, for keys that depend on the mode of the cursor keys.
  private var final: Character? {
    zip([Keystroke.up, .down, .right, .left, .home, .end], "ABCDHF").first { $0.0 == self }?.1
  }

  private static let plain: [(key: Keystroke, text: String)] = [
    (.tab, "\t"), (.backTab, "\u{1B}[Z"), (.enter, "\r"), (.escape, "\u{1B}"),
    (.backspace, "\u{7F}"), (.controlH, "\u{08}"), (.delete, "\u{1B}[3~"), (.insert, "\u{1B}[2~"),
    (.pageUp, "\u{1B}[5~"), (.pageDown, "\u{1B}[6~"), (.altBackspace, "\u{1B}\u{7F}"),
  ]

  private static let functions = [
    "\u{1B}OP", "\u{1B}OQ", "\u{1B}OR", "\u{1B}OS", "\u{1B}[15~", "\u{1B}[17~", "\u{1B}[18~", "\u{1B}[19~",
    "\u{1B}[20~", "\u{1B}[21~", "\u{1B}[23~", "\u{1B}[24~",
  ]
}
