internal import WatchwordMessages
internal import WatchwordSecrets

/// Lists that count against passwords. They are read once, and all threads that judge may use them at the same time; see
/// ``PasswordPolicy/using(_:)``.
public final class PasswordLists: Sendable {
  /// The words that make a password easier to guess.
  package let dictionaries: [WordIndex]
  /// The folder of the lists that come with the program; `nil` where it was not named.
  package let folder: String?
  // It was opened, and nothing changes it any more.
  nonisolated(unsafe) package let commonWords: CommonWords?
  /// What no password may be.
  let refused: [WordIndex]
  package let leaks: LeakedFile?
  package let contextWords: [String]

  /// Reads lists to their ends. A list of leaked passwords is opened, and searched for each password.
  ///
  /// - Parameters:
  ///   - dictionaries: The paths of lists of words, one a line, which make a password easier to guess.
  ///   - folder: The folder of the lists that come with the program, `share/watchword` where it is installed: its common
  ///     words of many languages make a password easier to guess wherever they stand in it; `nil` for those of English
  ///     alone.
  ///   - blocklists: The paths of lists of passwords that are refused, one a line.
  ///   - passwords: Further passwords that are refused.
  ///   - leakedPasswords: The path of a list of leaked passwords as Have I Been Pwned has it, sorted by hash: these are
  ///     refused; `nil` for none.
  ///   - contextWords: Words that are easy to guess here, such as the name of the service.
  /// - Throws: ``PolicyError/unreadableList(path:reason:)``.
  public init(
    dictionaries: [String] = [], folder: String? = nil, blocklists: [String] = [], passwords: [String] = [],
    leakedPasswords: String? = nil, contextWords: [String] = []
  ) throws(PolicyError) {
    (self.folder, self.contextWords) = (folder, contextWords)
    self.dictionaries = try dictionaries.map { (path) throws(PolicyError) in
      try rethrow(try WordIndex(path: path, countsInside: true), as: { PolicyError.unreadable(path, $0) })
    }
    refused =
      try blocklists.map { (path) throws(PolicyError) in
        try rethrow(try WordIndex(path: path), as: { PolicyError.unreadable(path, $0) })
      } + (passwords.isEmpty ? [] : [WordIndex(passwords)])
    unsafe commonWords = folder.flatMap(CommonWords.init(openedIn:))
    if let folder, unsafe commonWords == nil {
      throw .unreadableList(path: folder, reason: CommonWords.absence)
    }
    leaks = try leakedPasswords.map { (path) throws(PolicyError) in
      try rethrow(try LeakedFile(path: path), as: { PolicyError.unreadable(path, $0) })
    }
  }

  /// All lists of words, for a policy that refuses what is listed.
  package var words: [any WordList] { dictionaries + refused }
}

extension PolicyError {
  fileprivate static func unreadable(_ path: String, _ error: FileError) -> PolicyError {
    .unreadableList(path: path, reason: "\(error)")
  }
}
