import CPWQuality
import Glibc
import TestSupport
import Testing
import WatchwordBase

@testable import WatchwordStrength

/// Our criteria beside libpwquality itself.
@Suite struct PWQualityComparisonTests {
  @Test func `H3 our criteria and libpwquality agree on 10,000 passwords under 30 configurations`() throws {
    var random = SeededGenerator()
    let users = Self.users
    let cases = (0..<10_000 * soak).map { _ in Case(&random, users) }
    #expect(Self.configurations.count == 30)
    var (accepted, errors) = (0, Set<Int32>())
    for configuration in Self.configurations {
      let (library, settings) = try Self.read(configuration)
      let policies = users.map { Policies(settings, $0) }
      for each in cases {
        let answer = library.check(each.password, old: each.old, user: users[each.user]?.text)
        let policy = policies[each.user].policy(besideOld: each.old)
        let verdict = policy.verdict(on: each)
        if answer >= 0 { accepted += 1 } else { errors.insert(answer) }
        guard (verdict.firstFailure == nil) == (answer >= 0) else {
          Issue.record("\(configuration) \(each) \(answer) \(verdict), seed \(random.seed)")
          return
        }
        // The library's one reason is among the lines that are not met.
        guard answer >= 0 || policy.lacks(answer, verdict) else {
          Issue.record("\(configuration) \(each) \(answer) is none of the criteria, seed \(random.seed)")
          return
        }
      }
    }
    // Otherwise the comparison would prove little.
    #expect(errors == Self.errors)
    #expect(accepted > 20_000 && accepted < 280_000, "\(accepted)")
  }

  /// All reasons to refuse a password, without cracklib's.
  private static let errors = Set([
    PWQ_ERROR_TOO_SIMILAR, PWQ_ERROR_MIN_DIGITS, PWQ_ERROR_MIN_UPPERS, PWQ_ERROR_MIN_LOWERS,
    PWQ_ERROR_MIN_OTHERS, PWQ_ERROR_MIN_LENGTH, PWQ_ERROR_PALINDROME, PWQ_ERROR_CASE_CHANGES_ONLY,
    PWQ_ERROR_ROTATED, PWQ_ERROR_MIN_CLASSES, PWQ_ERROR_MAX_CONSECUTIVE, PWQ_ERROR_SAME_PASSWORD,
    PWQ_ERROR_USER_CHECK, PWQ_ERROR_GECOS_CHECK, PWQ_ERROR_MAX_CLASS_REPEAT, PWQ_ERROR_BAD_WORDS,
    PWQ_ERROR_MAX_SEQUENCE, PWQ_ERROR_EMPTY_PASSWORD,
  ])

  private static let configurations = [
    "", "minlen = 6", "minlen = 12", "minlen = 3",
    "minlen = 20\ndcredit = 2\nucredit = 2\nlcredit = 3\nocredit = 4",
    "dcredit = 1\nucredit = 1\nlcredit = 1\nocredit = 1",
    "dcredit = -1\nucredit = -1\nlcredit = -1\nocredit = -1", "minlen = 6\ndcredit = -2",
    "ucredit = -3\ndcredit = 2", "ocredit = -2\nlcredit = -4", "minlen = 6\nminclass = 2", "minclass = 3",
    "minclass = 4\nminlen = 6", "maxrepeat = 1", "maxrepeat = 2\nminlen = 6", "maxrepeat = -1",
    "maxclassrepeat = 1", "maxclassrepeat = 2\nminlen = 6", "maxclassrepeat = 4", "maxsequence = 1",
    "maxsequence = 2", "maxsequence = -3\nminlen = 6",
    "maxsequence = 3\nmaxrepeat = 3\nmaxclassrepeat = 5\nminclass = 2",
    "usercheck = 0\ngecoscheck = 1\nminlen = 6", "gecoscheck = 1\nusersubstr = 4\nminlen = 6",
    "usersubstr = 5\nminlen = 6",
    "usersubstr = 3\nbadwords = Watch WORD \u{E4}pfel ana cc annaanna\nminlen = 6", "difok = 0\nminlen = 6",
    "difok = 5\nminlen = 6", "difok = -1\nminlen = 6\nusercheck = 0\nbadwords = secret",
  ].map { $0 + "\ndictcheck = 0\n" }

  /// Reads a configuration with the library and with the program.
  private static func read(_ text: String) throws -> (library: PWQualityLibrary, settings: PWQualitySettings)
  {
    let file = try TemporaryFile(text)
    var settings = PWQualitySettings()
    try settings.read(Array(text.utf8), from: file.path)
    return (try #require(PWQualityLibrary(path: file.path)), settings)
  }

  /// Users of the system, whose full names the library looks up, and others.
  private static var users: [PWQualitySettings.User?] {
    let names = ["list", "www-data", "AdaLovelace", "annaanna", "bob"]
    return names.map { name in
      let fullName = unsafe getpwnam(name).map { unsafe String(cString: $0.pointee.pw_gecos) }
      return PWQualitySettings.User(name: name.utf8, fullName: (fullName ?? "").utf8)
    } + [nil]
  }
}

/// A password, the one before it, and its user.
private struct Case {
  let password: String
  let old: String?
  let user: Int

  init(_ random: inout SeededGenerator, _ users: [PWQualitySettings.User?]) {
    user = Int.random(in: users.indices, using: &random)
    let words =
      ["secret", "watch", "word", "\u{E4}pfel", "annaanna", "mailing", "manager"]
      + [users[user]?.text].compactMap(\.self)
    let first = Self.text(&random, words)
    switch Int.random(in: 0..<4, using: &random) {
    case 0, 1: (password, old) = (first, nil)
    case 2: (password, old) = (first, Self.text(&random, words))
    default: (password, old) = (Self.variant(of: first, &random), first)
    }
  }

  /// A text of parts that some setting refuses.
  private static func text(_ random: inout SeededGenerator, _ words: [String]) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...5, using: &random) { text += part(&random, words) }
    return Int.random(in: 0..<12, using: &random) == 0 ? text + String(text.reversed()) : text
  }

  private static func part(_ random: inout SeededGenerator, _ words: [String]) -> String {
    let letters = Array("abcXYZ019 !~_\u{E4}\u{20AC}\u{1F600}\u{E9}e\u{301}")
    let count = Int.random(in: 1...4, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return String(repeating: letters.randomElement(using: &random) ?? "a", count: count)
    case 1:
      let start = UInt8.random(in: 0x21...0x78, using: &random)
      let row = (0..<UInt8(count + 1)).map { Character(Unicode.Scalar(start + $0)) }
      return String(Bool.random(using: &random) ? row : row.reversed())
    case 2:
      let word = words.randomElement(using: &random) ?? ""
      return variant(of: word, &random)
    case 3:
      return String(
        (0..<count).map { _ in Character(Unicode.Scalar(UInt8.random(in: 1...127, using: &random))) })
    default:
      return String(
        (0..<count).map { _ in Character(Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &random))) })
    }
  }

  /// The text, or one like it.
  private static func variant(of text: String, _ random: inout SeededGenerator) -> String {
    var characters = Array(text)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return text
    case 1: return text.uppercased()
    case 2: return String(text.reversed())
    case 3:
      let cut = Int.random(in: 0...characters.count, using: &random)
      return String(characters[cut...] + characters[..<cut])
    case 4: return String(characters.prefix(Int.random(in: 0...characters.count, using: &random)))
    case 5:
      return String(
        characters.flatMap { [Character](repeating: $0, count: Int.random(in: 1...2, using: &random)) })
    case 6: return text + text
    default:
      for _ in 0..<Int.random(in: 1...5, using: &random) where !characters.isEmpty {
        characters[Int.random(in: characters.indices, using: &random)] =
          ["x", "7", "Q", "%"].randomElement(using: &random) ?? "x"
      }
      return String(characters)
    }
  }
}

/// The policy of one user, in a form with the old password and without.
private struct Policies {
  private let plain, besideOld: Policy

  init(_ settings: PWQualitySettings, _ user: PWQualitySettings.User?) {
    plain = settings.policy(user: user)
    besideOld = plain.refusingOldPasswords(.english)
  }

  func policy(besideOld old: String?) -> Policy { old == nil ? plain : besideOld }
}

extension Policy {
  fileprivate func verdict(on each: Case) -> PolicyVerdict {
    let isOld = each.old.map { resembles(each.password.utf8Span, $0.utf8Span) } ?? false
    return verdict(
      on: each.password.utf8Span, count: 0, by: Judge(meter: FixedMeter(answer: .weak)), isOld: isOld)
  }

  /// Whether a criterion is unmet that covers `error` of the library.
  fileprivate func lacks(_ error: Int32, _ verdict: PolicyVerdict) -> Bool {
    let name: [Int32: String] = [
      PWQ_ERROR_TOO_SIMILAR: "old", PWQ_ERROR_CASE_CHANGES_ONLY: "old", PWQ_ERROR_ROTATED: "old",
      PWQ_ERROR_SAME_PASSWORD: "old", PWQ_ERROR_MIN_DIGITS: "digit", PWQ_ERROR_MIN_UPPERS: "upper",
      PWQ_ERROR_MIN_LOWERS: "lower", PWQ_ERROR_MIN_OTHERS: "special", PWQ_ERROR_MIN_LENGTH: "length",
      PWQ_ERROR_PALINDROME: "palindrome", PWQ_ERROR_MIN_CLASSES: "kinds", PWQ_ERROR_MAX_CONSECUTIVE: "repeat",
      PWQ_ERROR_MAX_CLASS_REPEAT: "kind-repeat", PWQ_ERROR_MAX_SEQUENCE: "sequence",
      PWQ_ERROR_USER_CHECK: "user-name", PWQ_ERROR_GECOS_CHECK: "full-name", PWQ_ERROR_BAD_WORDS: "forbidden",
    ]
    if error == PWQ_ERROR_EMPTY_PASSWORD { return rules[verdict.firstFailure ?? 0].cause == .empty }
    let unmet = criteria.indices.filter { !verdict.isMet($0) }.map { criteria[$0].condition.row.name }
    // The number of kinds has no line if each kind has one.
    if error == PWQ_ERROR_MIN_CLASSES, !criteria.contains(where: { $0.condition.row.name == "kinds" }) {
      return ["digit", "upper", "lower", "special"].contains(where: unmet.contains)
    }
    return name[error].map(unmet.contains) == true
  }
}

extension PWQualitySettings.User {
  fileprivate var text: String { String(decoding: name, as: UTF8.self) }
}
