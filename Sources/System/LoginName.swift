import Glibc

/// The name with which the person logged in.
public enum LoginName {
  /// The variable LOGNAME, or else the name of the process's user in the file /etc/passwd; `nil` where neither has one.
  ///
  /// The file is read as it is, past the name service switch, which a statically linked program does not have.
  public static var current: String? {
    if let name = unsafe getenv("LOGNAME"), unsafe name.pointee != 0 { return unsafe String(cString: name) }
    guard let file = try? OpenFile(path: "/etc/passwd", flags: O_RDONLY),
      let size = try? file.status.st_size, let bytes = try? file.read(atMost: min(Int(size), longestFile))
    else { return nil }
    return name(of: getuid(), in: bytes)
  }

  /// The name of the user with the number `user` in the bytes of such a file, see passwd(5).
  static func name(of user: uid_t, in bytes: [UInt8]) -> String? {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard fields.count > 2, !fields[0].isEmpty else { continue }
      if uid_t(String(decoding: fields[2], as: UTF8.self)) == user {
        return String(decoding: fields[0], as: UTF8.self)
      }
    }
    return nil
  }

  /// How much of the file is read, in bytes.
  private static let longestFile = 1 << 18
}
