internal import WatchwordBase
internal import WatchwordSecrets

/// Lists that count against passwords, see ``PasswordPolicy/using(_:)``. The lists are read once. Any number of threads
/// may then judge with them at the same time.
public final class PasswordLists: Sendable {
  /// The words that make a password easier to guess.
  package let dictionaries: [WordIndex]
  /// The folder of the lists that come with the program; `nil` if none was given.
  package let folder: String?
  // Opened in the initialiser, and never changed after.
  nonisolated(unsafe) package let commonWords: CommonWords?
  /// Passwords that are refused.
  let refused: [WordIndex]
  package let leaks: LeakedFile?
  let contextWords: ListedWords?

  /// Reads lists to their ends. A list of leaked passwords is only opened; each password is searched for in it.
  ///
  /// - Parameters:
  ///   - dictionaryPaths: The paths of word lists, one word a line, which make a password easier to guess.
  ///   - folderPath: The folder of the lists that come with the program, `share/watchword` where it is installed. Its
  ///     common words of many languages then make a password easier to guess, even inside it. With `nil`, of the
  ///     common words only English ones do.
  ///   - blocklistPaths: The paths of lists of refused passwords, one a line.
  ///   - passwords: Further refused passwords.
  ///   - leakedPasswordsPath: The path of a list of leaked passwords from Have I Been Pwned, sorted by hash, which are
  ///     refused; `nil` for none.
  ///   - contextWords: Words that are easy to guess here, such as the name of the service, or of all products. However
  ///     many there are, a verdict takes no longer.
  /// - Throws: ``PolicyError/unreadableList(path:reason:)`` or ``PolicyError/noMemory``.
  public init(
    dictionaryPaths: [String] = [], folderPath: String? = nil, blocklistPaths: [String] = [],
    passwords: [String] = [], leakedPasswordsPath: String? = nil, contextWords: [String] = []
  ) throws(PolicyError) {
    folder = folderPath
    do throws(SecretError) {
      self.contextWords = contextWords.isEmpty ? nil : try ListedWords(contextWords)
    } catch {
      throw .noMemory
    }
    dictionaries = try dictionaryPaths.map { (path) throws(PolicyError) in
      try rethrow(try WordIndex(path: path, countsInside: true), as: { PolicyError.unreadable(path, $0) })
    }
    refused =
      try blocklistPaths.map { (path) throws(PolicyError) in
        try rethrow(try WordIndex(path: path), as: { PolicyError.unreadable(path, $0) })
      } + (passwords.isEmpty ? [] : [WordIndex(passwords)])
    unsafe commonWords = folderPath.flatMap(CommonWords.init(openedIn:))
    if let folderPath, unsafe commonWords == nil {
      throw .unreadableList(path: folderPath, reason: CommonWords.absence)
    }
    leaks = try leakedPasswordsPath.map { (path) throws(PolicyError) in
      try rethrow(try LeakedFile(path: path), as: { PolicyError.unreadable(path, $0) })
    }
  }

  /// All word lists, for a policy that refuses listed passwords.
  package var words: [any WordList] { dictionaries + refused }
}

extension PolicyError {
  fileprivate static func unreadable(_ path: String, _ error: FileError) -> PolicyError {
    .unreadableList(path: path, reason: "\(error)")
  }
}
