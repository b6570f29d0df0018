internal import CWatchwordSystem
import Glibc
import WatchwordMessages

/// A call of the operating system that failed.
package struct SystemError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The error number, see errno(3).
  package let number: Int32

  /// Makes an error from its number, see errno(3).
  package init(number: Int32) { self.number = number }

  /// The error of the call before, from the thread's `errno`.
  package static var last: SystemError { SystemError(number: errno) }

  /// The operating system's words for the error, see strerror(3), in the language of the process. They are in English
  /// where its character set is not UTF-8.
  package var message: String {
    guard let words = unsafe ww_error_text(number) else {
      return text("error {number}", ["number": String(number)])
    }
    return unsafe String(cString: words)
  }

  /// The same as ``message``.
  package var description: String { message }
}
