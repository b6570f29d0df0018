package import WatchwordSystem

/// What `check` judges, and what it reports.
package struct Checking: Equatable, Sendable {
  /// Whether standard input holds a list instead of one password.
  package var isBatch = false
  /// The number of threads; `nil` for one for each core, at most 16.
  package var jobs: Int?
  package var hasSummary = false
  package var isFailedOnly = false
  /// Whether the names of this user and this machine do not count against the passwords.
  var ignoresOwnNames = false
  package var explains = false
  /// What each password ends with.
  package var separator = SecretLines.Separator.newline
}
