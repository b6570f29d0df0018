internal import Glibc
internal import WatchwordSystem

/// Where a person's files are.
enum PersonFolder {
  /// Finds a folder as the XDG Base Directory Specification 0.8 has it: the one that the variable `name` says, or else
  /// `folder` in the home folder. A path that is not absolute counts as not there. Without HOME it is the home folder
  /// of the account; `nil` where there is none either.
  static func path(
    _ name: String, else folder: String, variable: (String) -> String? = environment,
    home: () -> String? = { ProcessNames.home }
  ) -> String? {
    func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
    return absolute(variable(name))
      ?? (absolute(variable("HOME")) ?? absolute(home())).map { "\($0)/\(folder)" }
  }

  /// The value of the environment's variable `name`; `nil` also where it is not UTF-8.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(validatingCString: value)
  }
}
