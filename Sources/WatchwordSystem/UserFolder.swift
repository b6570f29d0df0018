import WatchwordBase

/// The folders of a user's files.
package enum UserFolder {
  /// A folder by the XDG Base Directory Specification 0.8: the path in the variable `name`, or else `folder` in the
  /// home folder. The home folder is that in HOME, or else the account's. Ignores paths that are not absolute. `nil` if
  /// no path is left.
  package static func path(
    _ name: String, else folder: String, variable: (String) -> String? = exactEnvironmentVariable,
    home: () -> String? = { ProcessNames.home }
  ) -> String? {
    func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
    return absolute(variable(name))
      ?? (absolute(variable("HOME")) ?? absolute(home())).map { "\($0)/\(folder)" }
  }
}
