import Glibc
package import WatchwordBase

/// Which of the descriptors 0 to 2 were closed when the program began. Create this value before opening anything.
/// Otherwise the next file opened takes the number of a closed descriptor: the terminal could become standard output
/// and receive the password.
package struct StandardDescriptors: Equatable, Sendable {
  /// The descriptors that were closed. They lead to /dev/null now, so nothing written there arrives.
  package private(set) var closed: [Int32] = []

  /// Opens /dev/null at each closed descriptor from 0 to 2. Throws the error of open(2), after which a descriptor is
  /// still closed.
  package init() throws(SystemError) {
    // In ascending order, because open(2) returns the lowest free descriptor.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      guard unsafe open("/dev/null", O_RDWR) == descriptor else { throw .last }
      closed.append(descriptor)
    }
  }
}
