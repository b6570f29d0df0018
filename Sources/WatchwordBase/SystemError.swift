internal import CWatchwordSystem
import Glibc

package struct SystemError: Error, Equatable, CustomStringConvertible, Sendable {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  package static var last: SystemError { SystemError(number: errno) }

  /// The text of strerror(3), in the language of the process, or in English if its character set is not UTF-8.
  package var description: String {
    guard let words = unsafe ww_error_text(number) else {
      return text("error {number}", ["number": String(number)])
    }
    return unsafe String(cString: words)
  }
}
