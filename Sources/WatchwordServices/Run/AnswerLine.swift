internal import CWatchwordTerminal
internal import Glibc
internal import WatchwordSecrets

/// An answer as the line that is typed for it: what the terminal would take for a control stands behind VLNEXT.
enum AnswerLine {
  enum Problem: Error, Equatable {
    /// More than ``mostBytes``.
    case tooLong
    /// A character that these modes of the terminal would not pass on.
    case unsendable
    case memory(SecretError)
  }

  /// The most bytes of a line without its end (N_TTY_BUF_SIZE of Linux).
  static let mostBytes = 4094

  static func encode(
    _ text: Span<UInt8>, for modes: termios, locking: SecretMemory.Locking
  ) throws(Problem) -> SecretBuffer {
    guard text.count <= mostBytes else { throw .tooLong }
    let controls = controls(of: modes)
    let next = unsafe withUnsafeBytes(of: modes.c_cc) { unsafe $0[Int(VLNEXT)] }
    let canQuote = modes.c_lflag & tcflag_t(IEXTEN) != 0 && next != 0
    let changesCase = modes.c_iflag & tcflag_t(IUCLC) != 0
    for index in text.indices {
      let byte = text[index]
      let isLost =
        byte > 0x7F && modes.c_iflag & tcflag_t(ISTRIP) != 0 || changesCase && (0x41...0x5A).contains(byte)
      guard !isLost, canQuote || !controls.contains(byte) else { throw .unsendable }
    }
    var line = try make(capacity: 2 * text.count + 1, locking)
    unsafe line.withFreeCapacity { free in
      var count = 0
      func add(_ byte: UInt8) {
        unsafe free[count] = byte
        count += 1
      }
      for index in text.indices {
        if controls.contains(text[index]) { add(next) }
        add(text[index])
      }
      add(modes.c_iflag & tcflag_t(INLCR) != 0 ? 0x0D : 0x0A)
      return count
    }
    return line
  }

  static func copy(_ text: Span<UInt8>, locking: SecretMemory.Locking) throws(Problem) -> SecretBuffer {
    var copy = try make(capacity: max(1, text.count), locking)
    try? copy.append(text)
    return copy
  }

  private static func make(
    capacity: Int, _ locking: SecretMemory.Locking
  ) throws(Problem) -> SecretBuffer {
    try rethrow(try SecretBuffer(capacity: capacity, locking: locking), as: Problem.memory)
  }

  /// CR, NL, and every control character of the modes.
  private static func controls(of modes: termios) -> Set<UInt8> {
    let times = [VMIN, VTIME].map { Int($0) }
    return unsafe withUnsafeBytes(of: modes.c_cc) { characters in
      var controls: Set<UInt8> = [0x0A, 0x0D]
      for index in characters.indices where !times.contains(index) {
        let character = unsafe characters[index]
        if character != 0 { controls.insert(character) }
      }
      return controls
    }
  }
}
