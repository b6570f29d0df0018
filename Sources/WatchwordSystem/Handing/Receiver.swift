import CWatchwordSystem
import Glibc
package import WatchwordBase
package import WatchwordSecrets

/// A command that reads the answer from its standard input, or at another descriptor.
package struct Receiver: Equatable, Sendable {
  package enum Ending: Equatable, Sendable {
    /// The command exited with this status.
    case exited(Int32)
    /// This signal ended the command, see signal(7).
    case signalled(Int32)
    /// The end is unknown, because another part of this process has waited for the command.
    case unknown
  }

  /// The command's name as given, and its arguments; never empty.
  package let arguments: [String]
  private let path: String
  private let descriptor: Int32

  /// Looks for the program with ``findProgram(_:)``, and throws its error.
  ///
  /// - Precondition: `arguments` is not empty, and `descriptor` is 0 or more than 2.
  package init(_ arguments: [String], readingAt descriptor: Int32 = STDIN_FILENO) throws(SystemError) {
    path = try findProgram(arguments[0])
    self.descriptor = descriptor
    self.arguments = arguments
  }

  /// Ignores SIGPIPE, so that a receiver need not read, and restores the default for SIGCHLD. A receiver begins with
  /// what was set before. Call this only in a process that is all Watchword's, before anything changes these signals.
  package static func prepareSignals() { ww_receiver_prepare() }

  /// Starts the program, writes `answer`, wipes it, and waits for the program's end.
  ///
  /// The program shares the terminal, which sends it INT, QUIT and TSTP. This process forwards TERM, HUP, USR1 and
  /// USR2.
  ///
  /// - Parameters:
  ///   - answer: The program's input.
  ///   - line: Written to standard error, if it is a terminal, after a second, unless the program has ended or changed
  ///     the terminal's modes, as a program that prompts does; `nil` for nothing.
  /// - Returns: How the program ended.
  /// - Throws: Why the program cannot be started.
  package func receive(
    _ answer: inout SecretBuffer, saying line: String? = nil
  ) throws(SystemError) -> Ending {
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil, line.flatMap { unsafe strdup("\($0)\n") }]
    defer { unsafe words.forEach { unsafe free($0) } }
    let error = unsafe ww_receiver_start(path, &words, descriptor, words.last.flatMap(\.self))
    guard error == 0 else { throw SystemError(number: error) }
    unsafe answer.bytes.withUnsafeBufferPointer { unsafe ww_receiver_write($0.baseAddress, $0.count) }
    answer.removeAll()
    StackScratch.scrub()
    let status = Int(ww_receiver_await())
    return switch status {
    case 0..<WW_CHILD_SIGNALLED: .exited(Int32(status))
    case WW_CHILD_LOST: .unknown
    default: .signalled(Int32(status - WW_CHILD_SIGNALLED))
    }
  }
}
