import Glibc
package import WatchwordMessages

/// What stood at the descriptors 0 to 2 when the program began.
///
/// A descriptor that is closed at start would be given to the next file that is opened: the terminal would become
/// standard output and get the password. So this comes before anything is opened.
package struct StandardDescriptors: Equatable, Sendable {
  /// Whether standard input was closed.
  package let isInputClosed: Bool
  /// Whether standard output was closed: an answer cannot be written, though the descriptor now leads to /dev/null.
  package let isOutputClosed: Bool
  /// Whether standard error was closed.
  package let isErrorClosed: Bool

  /// Opens /dev/null for reading and writing at each of the descriptors 0 to 2 that is closed, and remembers which
  /// they were.
  ///
  /// - Throws: The error of open(2) where /dev/null cannot be opened; the descriptor then is still closed.
  package init() throws(SystemError) {
    // In ascending order, since open(2) answers with the lowest descriptor that is free.
    isInputClosed = try StandardDescriptors.fill(STDIN_FILENO)
    isOutputClosed = try StandardDescriptors.fill(STDOUT_FILENO)
    isErrorClosed = try StandardDescriptors.fill(STDERR_FILENO)
  }

  /// Fills `descriptor` if it is closed, and tells whether it was.
  private static func fill(_ descriptor: Int32) throws(SystemError) -> Bool {
    guard fcntl(descriptor, F_GETFD) == -1 else { return false }
    guard unsafe open("/dev/null", O_RDWR) == descriptor else { throw .last }
    return true
  }
}
