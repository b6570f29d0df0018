internal import WatchwordMessages

/// Lists that count against passwords. They are read once, and all threads that judge may use them at the same time; see
/// ``PasswordPolicy/using(_:)``.
public final class PasswordLists: Sendable {
  /// The words that make a password easier to guess.
  package let dictionary: WordIndex?
  /// The path of the common words. Each judge maps the file for itself; its pages are in memory once.
  private let commonWordsPath: String?
  /// What no password may be.
  let refused: [WordIndex]
  package let leaks: LeakedFile?
  package let contextWords: [String]

  /// Reads lists to their ends. A list of leaked passwords is opened, and searched for each password.
  ///
  /// - Parameters:
  ///   - dictionary: The path of a list of words, one a line, which make a password easier to guess; `nil` for none.
  ///   - commonWords: The path of the file `common-words` that comes with the program: common words of many languages,
  ///     which make a password easier to guess wherever they stand in it; `nil` for those of English alone.
  ///   - blocklists: The paths of lists of passwords that are refused, one a line.
  ///   - passwords: Further passwords that are refused.
  ///   - leakedPasswords: The path of a list of leaked passwords as Have I Been Pwned has it, sorted by hash: these are
  ///     refused; `nil` for none.
  ///   - contextWords: Words that are easy to guess here, such as the name of the service.
  /// - Throws: ``PolicyError/unreadableList(path:reason:)``.
  public init(
    dictionary: String? = nil, commonWords: String? = nil, blocklists: [String] = [], passwords: [String] = [],
    leakedPasswords: String? = nil, contextWords: [String] = []
  ) throws(PolicyError) {
    (self.contextWords, commonWordsPath) = (contextWords, commonWords)
    self.dictionary = try Self.read([dictionary]) { (path) throws(FileError) in
      try WordIndex(path: path, countsInside: true)
    }.first
    refused =
      try Self.read(blocklists) { (path) throws(FileError) in try WordIndex(path: path) }
      + (passwords.isEmpty ? [] : [WordIndex(passwords)])
    if let commonWords, !CommonWords(locating: { commonWords }).open() {
      throw .unreadableList(path: commonWords, reason: text("it is no list of common words"))
    }
    leaks = try Self.read([leakedPasswords], LeakedFile.init(path:)).first
  }

  /// What `read` makes of the files at those `paths` that are not `nil`.
  private static func read<List>(
    _ paths: [String?], _ read: (String) throws(FileError) -> List
  ) throws(PolicyError) -> [List] {
    var lists: [List] = []
    for path in paths {
      guard let path else { continue }
      do throws(FileError) {
        lists.append(try read(path))
      } catch {
        throw .unreadableList(path: path, reason: "\(error)")
      }
    }
    return lists
  }

  package var commonWords: CommonWords? { commonWordsPath.map { path in CommonWords { path } } }

  /// All lists of words, for a policy that refuses what is listed.
  package var words: [any WordList] { (dictionary.map { [$0] } ?? []) + refused }
}
