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
    var line = try make(capacity: 2 * text.count + 1, locking)
    let controls = controls(of: modes)
    let next = unsafe withUnsafeBytes(of: modes.c_cc) { unsafe $0[Int(VLNEXT)] }
    let canQuote = modes.c_lflag & tcflag_t(IEXTEN) != 0 && next != 0
    let changesCase = modes.c_iflag & tcflag_t(IUCLC) != 0
    for index in text.indices {
      let byte = text[index]
      let isLost =
        byte > 0x7F && modes.c_iflag & tcflag_t(ISTRIP) != 0 || changesCase && (0x41...0x5A).contains(byte)
      let isControl = controls.contains(byte)
      guard !isLost, !isControl || canQuote else { throw .unsendable }
      if isControl { append(next, to: &line) }
      append(byte, to: &line)
    }
    append(modes.c_iflag & tcflag_t(INLCR) != 0 ? 0x0D : 0x0A, to: &line)
    return line
  }

  private static func make(
    capacity: Int, _ locking: SecretMemory.Locking
  ) throws(Problem) -> SecretBuffer {
    do throws(SecretError) {
      return try SecretBuffer(capacity: capacity, locking: locking)
    } catch {
      throw .memory(error)
    }
  }

  private static func append(_ byte: UInt8, to line: inout SecretBuffer) {
    try? line.append([byte].span)
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
