import WatchwordBase
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

/// Draws the passwords that a form offers. Every part of a password is in memory for secrets.
struct PasswordSource: ~Copyable {
  private let policy: Policy
  private let texts: Texts
  /// The path of the word list that was asked for.
  private let wordList: String?
  /// The folder of the word lists that come with the program.
  private let listFolder: String?
  private var words: PlainWords?
  /// A remark, if the words are not in the language of the texts.
  private(set) var remark: String?
  private var random: SystemRandom
  private var password: SecretBuffer

  static let capacities = [SystemRandom.capacity, DrawingRules.longest]

  enum Failure: Error, Equatable {
    /// No strong password fits the policy.
    case noneFits
    case noWordList
    case unreadable(FileError)
    case noPlainWords
    case noRandomBytes(SystemError)

    /// The message if no password of `kind`, and of so many `parts` if they were asked for, can be drawn.
    func text(of kind: Offer.Kind, parts: Int? = nil, _ texts: Texts) -> String {
      switch self {
      case .noneFits where parts != nil: texts("There is no suggestion of that length.")
      case .noneFits where kind == .words: texts("Too few words fit to be strong.")
      case .noneFits: texts("No strong password fits the rules.")
      case .noWordList: texts("There is no word list.")
      case .unreadable(let error): texts("The word list cannot be read: {reason}.", ["reason": "\(error)"])
      case .noPlainWords: texts("The word list has no plain words.")
      case .noRandomBytes(let error): texts("There are no random bytes: {reason}.", ["reason": "\(error)"])
      }
    }
  }

  init(_ description: FormDescription, in memory: SecretMemory) throws(SecretError) {
    let random = try SystemRandom(in: memory)
    let password = try SecretBuffer(capacity: DrawingRules.longest, in: memory)
    (policy, texts) = (description.policy, description.texts)
    (wordList, listFolder) = (description.wordList, description.listFolder)
    self.random = random
    self.password = password
  }

  /// Draws passwords of `kind` until one passes. `judge` returns how strong each is, or `nil` if it would be refused. If
  /// `parts` is `nil`, the password has as many characters or words as make it strong.
  ///
  /// - Returns: The bits of the password that passed, which was judged last. They are at least those of a strong
  ///   password. If the policy allows no strong password, characters may have fewer bits if the policy accepts any
  ///   level, and words may have as few as the policy's least level, as may all that has the asked number of parts.
  /// - Throws: Why there is none.
  mutating func draw(
    _ kind: Offer.Kind, parts: Int? = nil, judge: (UTF8Span) -> Level?
  ) throws(Failure) -> Double {
    let rules = DrawingRules(policy)
    let least = Double(StrengthScale.guesses.start(of: policy.minimumLevel))
    switch kind {
    case .characters:
      let recipe = CharacterRecipe.easy(rules) { $0.leastCount(with: Self.strong) != nil }
      let takesFewer = parts != nil || policy.minimumLevel == .weakest
      return try draw(recipe, parts, orWith: takesFewer ? least : nil, judge)
    case .words:
      let words = try readWords()
      guard words.count > 0 else { throw .noPlainWords }
      return try draw(WordRecipe(words, meeting: rules), parts, orWith: least, judge)
    }
  }

  private static let strong = Double(StrengthScale.guesses.start(of: .strongest))

  private mutating func readWords() throws(Failure) -> PlainWords {
    if let words { return words }
    let own =
      wordList == nil ? ProgramFolder.plainWords(for: texts, in: listFolder ?? ProgramFolder.lists) : nil
    guard let path = wordList ?? own?.path else { throw .noWordList }
    let words = try rethrow(try PlainWords(path: path), as: Failure.unreadable)
    self.words = words
    if own?.isForeign == true { remark = ProgramFolder.remark(onForeignWordsFor: texts) }
    return words
  }

  /// Draws `parts` parts, or begins with the least number that gives the bits of a strong password, and draws more if
  /// `judge` does not find the password strong. If `judge` finds none strong, takes one that passes. If no number of
  /// parts gives the bits of a strong password, takes the largest that is possible and gives `fewest` bits or more.
  ///
  /// The bits returned are those of all passwords with so many parts, less the binary logarithm of how many of them may
  /// have been judged: whoever picks one of 16 makes it up to 16 times as likely. So each number of parts is tried once
  /// before any is tried again.
  private mutating func draw(
    _ recipe: some PasswordRecipe, _ parts: Int?, orWith fewest: Double?, _ judge: (UTF8Span) -> Level?
  ) throws(Failure) -> Double {
    defer {
      password.removeAll()
      StackScratch.scrub()
    }
    let first = parts == nil ? recipe.leastCount(with: Self.strong) : parts
    guard let start = first ?? (fewest == nil ? nil : recipe.strongestCount), parts ?? 0 <= Self.mostParts
    else { throw .noneFits }
    let least = parts == nil && first != nil ? Self.strong : fewest ?? Self.strong
    let end = parts ?? max(start, min(recipe.most, start + Self.moreParts))
    var judged = 0
    for bitsLost in Self.bitsLost {
      let draws = 1 << bitsLost - judged
      judged += draws
      for count in start...end {
        // Longer ones make up for what is lost, if there are any.
        guard let all = recipe.bits(of: count), all >= least, all - Double(bitsLost) >= least || count == end
        else { continue }
        let wantsStrong = parts == nil && all >= Self.strong && bitsLost != Self.bitsLost.last
        do throws(SystemError) {
          let isDrawn = try recipe.draw(count, from: &random, into: &password, atMost: draws) {
            judge($0).map { $0 == .strongest || !wantsStrong } ?? false
          }
          if isDrawn { return all - Double(bitsLost) }
        } catch {
          throw .noRandomBytes(error)
        }
      }
    }
    throw .noneFits
  }

  /// How many passwords with one number of parts may have been judged after each round, as a binary logarithm. The last
  /// round takes what is not strong, too.
  private static let bitsLost = [0, 4, 5]
  private static let moreParts = 20
  /// The most characters or words of an offer.
  private static let mostParts = 64
}

extension Session {
  mutating func makeOffer(_ kind: Offer.Kind, parts: Int? = nil) {
    let drawn: DrawnOffer
    if kind == .characters, parts == nil, advisers.authority?.makesPasswords == true {
      awaitsOffer = true
      return
    } else {
      guard var source = source.take() else { return }
      advisers.authority?.isDrawing = true
      defer { advisers.authority?.isDrawing = false }
      do throws(PasswordSource.Failure) {
        let bits = try source.draw(kind, parts: parts) { form.consider($0) }
        drawn = .drawn(kind, bits: Int(bits), parts: parts, remark: kind == .words ? source.remark : nil)
      } catch {
        drawn = .failed(error.text(of: kind, parts: parts, form.state.texts))
      }
      self.source = consume source
    }
    form.offer(drawn)
  }
}
