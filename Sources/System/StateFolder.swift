import Glibc

/// The folder in which the program keeps from one run to the next what is no setting and no secret (XDG Base
/// Directory Specification 0.8, XDG_STATE_HOME).
public struct StateFolder: Equatable, Sendable {
  /// The absolute path of the folder.
  public let path: String

  /// Makes the folder at an absolute path.
  public init(path: String) { self.path = path }

  /// Finds the person's folder for `program`: below $XDG_STATE_HOME, or without that below .local/state in the home
  /// folder, which is $HOME, or without that the one of the account.
  ///
  /// A path that is not absolute, as an empty one, counts as not there, as the specification has it.
  ///
  /// - Parameters:
  ///   - program: The name of the folder.
  ///   - variable: The value of a variable of the environment.
  ///   - home: The home folder of the account.
  /// The result is `nil` where there is no home folder either.
  public init?(
    of program: String = "watchword", variable: (String) -> String? = StateFolder.variable,
    home: () -> String? = StateFolder.accountHome
  ) {
    func absolute(_ path: String?) -> String? {
      path.flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }
    if let state = absolute(variable("XDG_STATE_HOME")) {
      path = "\(state)/\(program)"
    } else if let home = absolute(variable("HOME")) ?? absolute(home()) {
      path = "\(home)/.local/state/\(program)"
    } else {
      return nil
    }
  }

  /// The value of the environment's variable `name`; `nil` also where it is not UTF-8.
  public static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(validatingCString: value)
  }

  /// The home folder that getpwuid_r(3) knows for the person, `nil` where it knows none or one that is not UTF-8.
  public static func accountHome() -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { texts in
      guard let start = texts.baseAddress else { return nil }
      var entry = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>?
      let error = unsafe getpwuid_r(geteuid(), &entry, start, texts.count, &found)
      guard error == 0, unsafe found != nil, let home = unsafe entry.pw_dir else { return nil }
      return unsafe String(validatingCString: home)
    }
  }

  /// Makes the folder and those above it that are not there, each for the person alone (0700) whatever umask(2) is.
  /// Folders that are there stay as they are.
  ///
  /// - Throws: The error of mkdir(2) or chmod(2).
  func create() throws(SystemError) { try StateFolder.create(path[...]) }

  private static func create(_ path: Substring) throws(SystemError) {
    do throws(SystemError) {
      try createLast(path)
    } catch {
      guard error.number == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
        throw error
      }
      try create(path[..<slash])
      try createLast(path)
    }
  }

  /// Makes the folder at `path`, for which the one above it has to be there.
  private static func createLast(_ path: Substring) throws(SystemError) {
    let path = String(path)
    if unsafe mkdir(path, 0o700) == 0 {
      guard unsafe chmod(path, 0o700) == 0 else { throw .last }
    } else if errno != EEXIST {
      let error = SystemError.last
      // A file system that cannot be written to may say so also of a folder that is there.
      guard unsafe access(path, F_OK) == 0 else { throw error }
    }
  }
}
