import CWatchwordSystem
import Glibc
package import WatchwordMessages
package import WatchwordSecrets

/// A command that an answer is handed to: it reads the answer from its standard input.
package struct Receiver: Equatable, Sendable {
  package enum Ending: Equatable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal, see signal(7).
    case signalled(Int32)
    /// Nobody knows, since another part of this process has waited for it.
    case unknown
  }

  /// Its name, as it was given, and its arguments; never empty.
  package let arguments: [String]
  private let path: String

  /// Looks for the program, as ``findProgram(_:)`` does it.
  ///
  /// - Precondition: There is a name.
  /// - Throws: Why it could not be started now.
  package init(_ arguments: [String]) throws(SystemError) {
    path = try findProgram(arguments[0])
    self.arguments = arguments
  }

  /// Ignores SIGPIPE, so that a receiver need not read, and takes the default action for SIGCHLD. A receiver begins
  /// with what was found here. The process is all Watchword's, and has done nothing about these signals yet.
  package static func prepareSignals() { ww_receiver_prepare() }

  /// Starts the program, writes `answer`, wipes it, and waits for the end.
  ///
  /// The program has the terminal and the process group of this process. The terminal sends it INT, QUIT and TSTP;
  /// TERM, HUP, USR1 and USR2 are passed on.
  ///
  /// - Parameters:
  ///   - answer: What it reads.
  ///   - line: What is said on standard error, a terminal, after a second, unless the program has ended or changed the
  ///     terminal's modes by then, as one does that asks something itself; `nil` for nothing.
  /// - Returns: How it ended.
  /// - Throws: Why it cannot be started.
  package func receive(
    _ answer: inout SecretBuffer, saying line: String? = nil
  ) throws(SystemError) -> Ending {
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil, line.flatMap { unsafe strdup("\($0)\n") }]
    defer { unsafe words.forEach { unsafe free($0) } }
    let error = unsafe ww_receiver_start(path, &words, words.last.flatMap(\.self))
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
