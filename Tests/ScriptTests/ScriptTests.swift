import TestSupport
import Testing
import WatchwordStrength

@testable import Watchword

/// The scripts of Tests/Scripts, a test for each file and a case for each script.
@Suite struct ScriptTests {
  @Test(arguments: try Script.all(in: "accounts")) func accounts(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "answers")) func answers(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "arguments")) func arguments(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "askpass")) func askpass(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "ask")) func ask(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "change")) func change(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "check")) func check(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "confirm")) func confirm(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "config")) func config(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "configuration")) func configuration(_ it: Script) throws {
    try play(it)
  }
  @Test(arguments: try Script.all(in: "delivery")) func delivery(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "editing")) func editing(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "escapes")) func escapes(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "fields")) func fields(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "generate")) func generate(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "handing")) func handing(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "hash")) func hash(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "hashing")) func hashing(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "judging")) func judging(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "hints")) func hints(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "keys")) func keys(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "kinds")) func kinds(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "known")) func known(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "leaked")) func leaked(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "limits")) func limits(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "lines")) func lines(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "lists")) func lists(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "locales")) func locales(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "memory")) func memory(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "moving")) func moving(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "new")) func new(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "voice")) func voice(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "offers")) func offers(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "options")) func options(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "passwd")) func passwd(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "policies")) func policies(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "program")) func program(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "rules")) func rules(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "standards")) func standards(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "terminals")) func terminals(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "validate")) func validate(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "verify")) func verify(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "verifying")) func verifying(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "windows")) func windows(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "fourth")) func fourth(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "inputs")) func inputs(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "steps")) func steps(_ it: Script) throws { try play(it) }
  @Test(arguments: try Script.all(in: "words")) func words(_ it: Script) throws { try play(it) }

  /// A script's table is written by hand, so a case added to a type could be forgotten there.
  @Test func `tables of policies and kinds of fields have all of them`() throws {
    func text(_ name: String) throws -> String { try PackageFile.text("Tests/Scripts/\(name).txt") }
    let (known, kinds) = (try text("known"), try text("kinds"))
    // A PIN is all digits, which no other policy accepts.
    for policy in StandardPolicy.allCases where policy != .pin {
      #expect(known.contains("  - \(policy.rawValue) | Correct"))
    }
    for kind in FormField.Kind.allCases { #expect(kinds.contains("  - \(kind.rawValue)")) }
  }

  @Test func `each file of scripts is played`() throws {
    let source = try PackageFile.text("Tests/ScriptTests/ScriptTests.swift")
    for path in try PackageFile.paths(in: Script.folder, suffix: ".txt") {
      let name = path.dropFirst(Script.folder.count + 1).dropLast(".txt".count)
      #expect(source.contains("Script.all(in: \"\(name)\")"), "\(path)")
    }
  }

  private func play(_ script: Script) throws { try script.play { $0.completion } }
}
