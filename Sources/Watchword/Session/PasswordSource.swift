import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

/// Draws the passwords that a form offers. All of a password is in memory for secrets.
struct PasswordSource: ~Copyable {
  private let policy: Policy
  private let texts: Texts
  /// The list that was asked for, and the folder of those that come with the program.
  private let wordList, listFolder: String?
  private var words: PlainWords?
  /// What there is to know of these words.
  private(set) var remark: String?
  private var random: SystemRandom
  private var password: SecretBuffer

  /// The bytes of the buffers that a source takes.
  static let capacities = [SystemRandom.capacity, DrawingRules.longest]

  enum Failure: Error, Equatable {
    /// None that is strong fits the policy.
    case noneFits
    case noWordList
    case unreadable(FileError)
    case noPlainWords
    case noRandomBytes(SystemError)

    /// What the person reads where no password of `kind` can be drawn.
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

  /// Draws passwords of `kind` until one passes. `judge` says how strong each is, and `nil` where it would be refused.
  ///
  /// - Returns: The bits of the one that passed, which was judged last. They are no fewer than a strong one has, unless the
  ///   policy leaves none that is strong and takes any level. Words may have fewer, but no fewer than the least level.
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

  /// Draws as few parts as are strong, and more where the meter asks for more. Where the meter finds none strong, one
  /// that passes is taken. Where none is strong by bits, it is as strong as can be, if that is `fewest` bits.
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

  /// How many passwords of one length are drawn before a longer one is.
  private static let mostDraws = 16
  private static let mostParts = 20
}

extension Session {
  mutating func makeOffer(_ kind: Offer.Kind, on terminal: inout some Terminal & ~Copyable) {
    let drawn: DrawnOffer
    if kind == .characters, advisers.agent?.makesPasswords == true {
      awaitsOffer = true
      return
    } else {
      guard var source = source.take() else { return }
      advisers.agent?.isDrawing = true
      defer { advisers.agent?.isDrawing = false }
      do throws(PasswordSource.Failure) {
        let bits = try source.draw(kind) { screen.form.consider($0) }
        drawn = .drawn(kind, bits: Int(bits), remark: kind == .words ? source.remark : nil)
      } catch {
        drawn = .failed(error.text(of: kind, form.configuration.texts))
      }
      self.source = consume source
    }
    tellForm(on: &terminal) { $0.offer(drawn) }
  }
}
