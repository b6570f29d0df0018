import Glibc
package import WatchwordMessages

/// What stood at the descriptors 0 to 2 when the program began.
///
/// A descriptor that is closed at start would be given to the next file that is opened: the terminal would become
/// standard output and get the password. So this comes before anything is opened.
package struct StandardDescriptors: Equatable, Sendable {
  /// Those that were closed: nothing that is written there can arrive, though they lead to /dev/null now.
  package private(set) var closed: [Int32] = []

  /// Opens /dev/null for reading and writing at each of the descriptors 0 to 2 that is closed, and remembers which
  /// they were.
  ///
  /// - Throws: The error of open(2) where /dev/null cannot be opened; the descriptor then is still closed.
  package init() throws(SystemError) {
    // In ascending order, since open(2) answers with the lowest descriptor that is free.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      guard unsafe open("/dev/null", O_RDWR) == descriptor else { throw .last }
      closed.append(descriptor)
    }
  }
}
