import Glibc

/// A call of the operating system that failed.
public struct SystemError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The error number, see errno(3).
  public let number: Int32

  /// Makes an error from its number, see errno(3).
  public init(number: Int32) { self.number = number }

  /// The error of the call before, from the thread's `errno`.
  package static var last: SystemError { SystemError(number: errno) }

  /// The operating system's words for the error in English, see strerror(3): the program sets no locale for messages.
  public var message: String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }

  /// The same as ``message``.
  public var description: String { message }
}
