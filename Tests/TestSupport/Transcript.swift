/// Everything that a program wrote to its terminal, and the modes that it set.
///
/// libvterm does not report some modes, such as bracketed paste, so they are read from the bytes.
struct Transcript {
  private enum State { case text, escape, introduced, privateMode }

  private(set) var bytes: [UInt8] = []
  /// The launcher's marks, one each time the command stopped or ended.
  private(set) var marks = 0
  /// The private modes that were set (`CSI ? n h`) or reset (`l`), by number; -1 is the keypad mode.
  private(set) var modes: [Int: Bool] = [:]

  /// The terminal's answers to questions for private modes (DECRQM), with the modes at the time of the question.
  private var answers: [UInt8] = []

  private var state = State.text
  private var parameters = ""
  private var held: [UInt8] = []

  private static let mark = Array("\u{1B}_watchword-launcher\u{1B}\\".utf8)

  /// Returns these answers, once.
  mutating func takeAnswers() -> [UInt8] {
    defer { answers = [] }
    return answers
  }

  /// Takes in a chunk, and returns the bytes for the screen.
  mutating func append(_ chunk: [UInt8]) -> [UInt8] {
    var shown: [UInt8] = []
    for byte in chunk {
      if byte == Self.mark[held.count] {
        held.append(byte)
        guard held.count == Self.mark.count else { continue }
        marks += 1
        held = []
        continue
      }
      shown += held
      held = []
      if byte == Self.mark[0] { held = [byte] } else { shown.append(byte) }
    }
    for byte in shown { follow(byte) }
    bytes += shown
    return shown
  }

  static func asksForBackground(_ bytes: [UInt8]) -> Bool { bytes.contains("\u{1B}]11;?".utf8) }

  /// What a terminal without device strings makes of that question in `bytes`: text.
  static func printingQuestion(_ bytes: [UInt8]) -> [UInt8] {
    bytes.replacing(Array("\u{1B}]11;?\u{1B}\\".utf8), with: Array("]11;?\\".utf8))
      .replacing(Array("$p".utf8), with: Array("$pp".utf8))
  }

  /// `bytes` for a terminal in which a cursor that goes down by 9999 rows stops in `row`.
  static func stopping(_ bytes: [UInt8], inRow row: Int) -> [UInt8] {
    bytes.replacing(Array("\u{1B}[9999B".utf8), with: Array("\u{1B}[\(row + 1)H".utf8))
  }

  private mutating func follow(_ byte: UInt8) {
    switch (state, Unicode.Scalar(byte)) {
    case (_, "\u{1B}"): state = .escape
    case (.escape, "["): state = .introduced
    case (.escape, "="), (.escape, ">"):
      modes[-1] = byte == 0x3D
      state = .text
    case (.introduced, "?"):
      state = .privateMode
      parameters = ""
    case (.privateMode, "0"..."9"), (.privateMode, ";"):
      parameters.unicodeScalars.append(Unicode.Scalar(byte))
    case (.privateMode, "$"): break
    case (.privateMode, "p"):
      let state = Int(parameters).map { modes[$0] == true } == true ? 1 : 2
      answers += "\u{1B}[?\(parameters);\(state)$y".utf8
      self.state = .text
    case (.privateMode, "h"), (.privateMode, "l"):
      parameters.split(separator: ";").compactMap { Int($0) }.forEach { modes[$0] = byte == 0x68 }
      state = .text
    default: state = .text
    }
  }
}
