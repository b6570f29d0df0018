import Glibc

/// The name of the machine.
public enum HostName {
  /// The name that gethostname(2) gives; `nil` where it gives none.
  public static var current: String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: longest + 1) { name in
      guard let start = name.baseAddress, unsafe gethostname(start, name.count) == 0 else { return nil }
      return unsafe String(cString: start)
    }
  }

  /// The greatest length of a name, in bytes (HOST_NAME_MAX of Linux).
  private static let longest = 64
}
