internal import Glibc
internal import Watchword
internal import WatchwordBase
package import WatchwordOptions
internal import WatchwordSecrets
package import WatchwordSystem

/// Hashes one password, without a form.
package struct HashCommand {
  private let options: Options

  package init(_ options: Options) { self.options = options }

  /// Reads the password, or asks for it if standard input is a terminal, and writes its hash on a line.
  package func run(_ descriptors: StandardDescriptors) throws(ProgramError) -> ExitStatus {
    let output = try StandardOutput(descriptors, isWritten: !options.isValidating)
    guard var hasher = try options.makeHasher() else { preconditionFailure("the command has a method") }
    if options.isValidating { return .accepted }
    if descriptors.closed.contains(STDIN_FILENO) { throw .unhashed(UncheckedInput.closed.line) }
    try ProgramProtection.begin(options.locking)
    var password = try rethrow(
      try SecretBuffer(capacity: SecretText.defaultCapacity, locking: options.locking),
      as: ProgramError.memory)
    if isatty(STDIN_FILENO) == 1 {
      let status = try ask(for: &password)
      if status != .accepted { return status }
    } else {
      var lines = try rethrow(
        try SecretLines(descriptor: STDIN_FILENO, locking: options.locking), as: ProgramError.memory)
      do throws(UncheckedInput) {
        try read(&lines, into: &password)
      } catch .several {
        throw .unhashed(text("standard input holds more than one line"))
      } catch {
        throw .unhashed(error.line, error == .empty ? .noPassword : .unwritten)
      }
    }
    var hash = try rethrow(
      try hasher.hash(password), as: { (error: AnswerError) in ProgramError.unhashed(error) })
    password.removeAll()
    try? hash.append("\n".utf8Span.span)
    try output.deliver(hash.bytes)
    return .accepted
  }

  /// Asks for `password` on a line of the terminal.
  private func ask(for password: inout SecretBuffer) throws(ProgramError) -> ExitStatus {
    var presentation = options.presentation
    presentation.isPlain = true
    return try options.ask(inquiry, on: presentation) { (answer) throws(ProgramError) in
      password = try rethrow(
        try answer.encode(AnswerFormat(.lines, hasNewline: false), locking: options.locking),
        as: { (error: AnswerError) in ProgramError.unhashed(error) })
      return true
    }.status(onTerminalAt: presentation.devicePath)
  }

  var inquiry: Inquiry {
    var inquiry = Inquiry(.newSecret())
    (inquiry.usualTitle, inquiry.mayBeEmpty) = (text("Hash a password"), false)
    return inquiry
  }

  private func read(_ lines: inout SecretLines, into password: inout SecretBuffer) throws(UncheckedInput) {
    guard try rethrow(try lines.advance(), as: UncheckedInput.unreadable) else { throw .empty }
    try lines.withLine(0) { (line) throws(UncheckedInput) in
      if line.isEmpty { throw .empty }
      if line[line.count - 1] == UInt8(ascii: "\r") { throw .endsInCR }
      // A form takes a tab in a password that exists. Other bytes are those of the locale.
      if line.indices.contains(where: { line[$0] < 0x20 && line[$0] != 0x09 || line[$0] == 0x7F }) {
        throw .hasControls
      }
      if CharacterSet.current == .utf8, (try? UTF8Span(validating: line)) == nil { throw .notText }
      guard (try? password.append(line)) != nil else { throw .tooLong }
    }
    if lines.count > 1 { throw .several }
    if try rethrow(try lines.advance(), as: UncheckedInput.unreadable) { throw .several }
  }
}
