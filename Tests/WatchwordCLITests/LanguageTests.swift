import Synchronization
import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordStrength

@testable import WatchwordCommands
@testable import WatchwordOptions

/// Which words of the command line are in the process's language, and which are not.
struct LanguageTests {
  @Test func `I3 the help of an option is looked up when it is printed, each time`() {
    let lookups = Lookups()
    let entry = Option("N", in: .general, lookups.text("help"), note: lookups.text("note"))
    #expect(entry.commands == Command.forms && lookups.count == 0)
    #expect(entry.help == "help" && entry.help == "help" && entry.note == "note")
    #expect(lookups.count == 3)
  }

  @Test(arguments: [UncheckedInput.notText, .tooLong, .hasControls, .endsInCR, .several, .closed])
  func `I3 why input was not judged is English for programs`(input: UncheckedInput) {
    let texts = Texts(Marked())
    #expect(input.line(in: texts).hasPrefix("«"))
    #expect(input.line == input.line(in: Texts()))
    #expect(!CheckReportFormat.json(input).contains("«"))
  }

  @Test func `I3 the reader's language says who asks for a policy`() {
    let texts = Texts(ListedLanguage(["watchword, for PINs": "watchword, für PINs"]))
    #expect(StandardPolicy.pin.source(in: texts) == "watchword, für PINs")
    #expect(StandardPolicy.bsi.source(in: texts) == StandardPolicy.bsi.source(in: Texts()))
  }

  @Test(arguments: [
    [], ["--policy", "nist"], ["--policy", "bsi", "--blocklist", "/x", "--leaked", "/x"],
    ["--policy", "pin"],
    ["--min-length", "9", "--max-length", "99", "--require", "digit,upper", "--allow", "ascii"],
    ["--max-repeat", "2", "--max-sequence", "3", "--policy", "owasp"],
  ])
  func `I3 all that a policy says is in the language that is asked for`(arguments: [String]) throws {
    let invocation = try Invocation(["watchword", "check"] + arguments, width: .ascii)
    guard case .run(let options) = invocation else {
      Issue.record("no command")
      return
    }
    let (english, marked) = (options.policy(in: .english), options.policy(in: Texts(Marked())))
    #expect(english == options.policy && english.criteria.count == marked.criteria.count)
    #expect(english.criteria.allSatisfy { !$0.label.contains("«") })
    for criterion in marked.criteria { #expect(criterion.label.contains("«")) }
    for rule in marked.rules { #expect(rule.message.text.contains("«")) }
  }

  @Test func `I3 wide characters count as two columns of a table`() {
    let width = CharacterWidth { $0.value < 0x2E80 ? 1 : 2 }
    #expect("ab".padded(to: 4, width) == "ab  " && "ab".padded(to: 1, width) == "ab")
    #expect("名前".padded(to: 6, width) == "名前  " && "名前".padded(to: 2, width) == "名前")
  }

  @Test func `I3 the end of a list is a text of its own`() {
    #expect([String]().joinedByOr == "" && ["a"].joinedByOr == "a" && ["a", "b"].joinedByOr == "a or b")
    #expect(["a", "b", "c"].joinedByAnd == "a, b and c" && ["a", "b", "c"].joinedByCommas == "a, b, c")
  }
}

/// A language in which each text is marked.
private final class Marked: Language {
  func translation(of english: String, context: String?) -> String? { "«\(english)»" }
  func translation(of one: String, _ many: String, count: Int) -> String? { "«\(many)»" }
}

/// Counts how often a text is looked up.
private final class Lookups: Sendable {
  private let lookups = Atomic(0)

  var count: Int { lookups.load(ordering: .relaxed) }

  func text(_ english: String) -> String {
    lookups.add(1, ordering: .relaxed)
    return english
  }
}
