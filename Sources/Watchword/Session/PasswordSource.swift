import WatchwordBase
import WatchwordScreen
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

    /// The message if no password of `kind` can be drawn.
    func text(of kind: Offer.Kind, _ texts: Texts) -> String {
      switch self {
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

  /// Draws passwords of `kind` until one passes. `judge` returns how strong each is, or `nil` if it would be refused.
  ///
  /// - Returns: The bits of the password that passed, which was judged last. They are at least those of a strong
  ///   password. If the policy allows no strong password, characters may have fewer bits if the policy accepts any
  ///   level, and words may have as few as the policy's least level.
  /// - Throws: Why there is none.
  mutating func draw(
    _ kind: Offer.Kind, judge: (UTF8Span) -> Level?
  ) throws(Failure) -> Double {
    let rules = DrawingRules(policy)
    switch kind {
    case .characters:
      return try draw(CharacterRecipe(rules), orWith: policy.minimumLevel == .weakest ? 0 : nil, judge)
    case .words:
      let words = try readWords()
      guard words.count > 0 else { throw .noPlainWords }
      let least = Double(StrengthScale.guesses.start(of: policy.minimumLevel))
      return try draw(WordRecipe(words, meeting: rules), orWith: least, judge)
    }
  }

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

  /// Begins with the least number of parts that gives the bits of a strong password, and draws more parts if `judge`
  /// does not find the password strong. If `judge` finds no password strong, takes one that passes. If no number of
  /// parts gives the bits of a strong password, takes the largest number that is possible, provided that it gives
  /// `fewest` bits or more.
  private mutating func draw(
    _ recipe: some PasswordRecipe, orWith fewest: Double?, _ judge: (UTF8Span) -> Level?
  ) throws(Failure) -> Double {
    defer {
      password.removeAll()
      StackScratch.scrub()
    }
    let strong = Double(StrengthScale.guesses.start(of: .strongest))
    let first = recipe.leastCount(with: strong)
    let strongest = first == nil && fewest != nil ? recipe.strongestCount : nil
    guard let start = first ?? strongest, let most = recipe.bits(of: start), most >= fewest ?? strong else {
      throw .noneFits
    }
    for least in [Level.strongest, .weakest] {
      for count in start...min(recipe.most, start + Self.mostParts) {
        guard let bits = recipe.bits(of: count), first == nil || bits >= strong else { continue }
        do throws(SystemError) {
          let isDrawn = try recipe.draw(count, from: &random, into: &password, atMost: Self.mostDraws) {
            judge($0).map { $0 >= least } ?? false
          }
          if isDrawn { return bits }
        } catch {
          throw .noRandomBytes(error)
        }
      }
    }
    throw .noneFits
  }

  /// How many passwords of one length are drawn before a longer one is tried.
  private static let mostDraws = 16
  private static let mostParts = 20
}

extension Session {
  mutating func makeOffer(_ kind: Offer.Kind) {
    let drawn: DrawnOffer
    if kind == .characters, advisers.authority?.makesPasswords == true {
      awaitsOffer = true
      return
    } else {
      guard var source = source.take() else { return }
      advisers.authority?.isDrawing = true
      defer { advisers.authority?.isDrawing = false }
      do throws(PasswordSource.Failure) {
        let bits = try source.draw(kind) { form.consider($0) }
        drawn = .drawn(kind, bits: Int(bits), remark: kind == .words ? source.remark : nil)
      } catch {
        drawn = .failed(error.text(of: kind, form.state.texts))
      }
      self.source = consume source
    }
    form.offer(drawn)
  }
}
