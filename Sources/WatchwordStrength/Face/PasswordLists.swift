internal import WatchwordMessages

/// Lists that count against passwords. They are read once, and all threads that judge may use them at the same time; see
/// ``PasswordPolicy/using(_:)``.
public final class PasswordLists: Sendable {
  /// The words that make a password easier to guess.
  package let dictionary: WordIndex?
  /// What no password may be.
  let refused: [WordIndex]
  package let leaks: LeakedFile?
  package let contextWords: [String]

  /// Reads lists to their ends. A list of leaked passwords is opened, and searched for each password.
  ///
  /// - Parameters:
  ///   - dictionary: The path of a list of words, one a line, which make a password easier to guess; `nil` for none.
  ///   - blocklists: The paths of lists of passwords that are refused, one a line.
  ///   - passwords: Further passwords that are refused.
  ///   - leakedPasswords: The path of a list of leaked passwords as Have I Been Pwned has it, sorted by hash: these are
  ///     refused; `nil` for none.
  ///   - contextWords: Words that are easy to guess here, such as the name of the service.
  /// - Throws: ``PolicyError/unreadableList(path:reason:)``.
  public init(
    dictionary: String? = nil, blocklists: [String] = [], passwords: [String] = [],
    leakedPasswords: String? = nil, contextWords: [String] = []
  ) throws(PolicyError) {
    self.contextWords = contextWords
    self.dictionary = try Self.read([dictionary], WordIndex.init(path:)).first
    refused =
      try Self.read(blocklists, WordIndex.init(path:)) + (passwords.isEmpty ? [] : [WordIndex(passwords)])
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

  /// All lists of words, for a policy that refuses what is listed.
  package var words: [any WordList] { (dictionary.map { [$0] } ?? []) + refused }
}
