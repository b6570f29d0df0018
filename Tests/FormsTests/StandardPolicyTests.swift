import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength

private let empty = "Enter your password."
private let controls = "Enter a password without control characters."

/// The form `new` with the standard policies (A8).
@Suite struct StandardPolicyTests {
  /// A policy, and a text that only its length makes pass.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: StandardPolicy
    var listed: String
    var testDescription: String { name.rawValue }
    /// The least number of characters.
    var least: Int { name == .nist ? 15 : 8 }
    /// The label of its first criterion.
    var label: String { "\(least) characters or more" }

    func stage(columns: Int = 80, rows: Int = 24) -> Rehearsal {
      var description = FormDescription.newPassword()
      description.policy = name.policy()
      let judge = Judge(blocklists: [FewWords([listed])])
      return Rehearsal(description, columns: columns, rows: rows, judge: judge)
    }
  }

  static let cases = [
    Case(name: .nist, listed: "passwordpassword"), Case(name: .nistMFA, listed: "password"),
    Case(name: .owasp, listed: "password"),
  ]

  private func signs(_ stage: Rehearsal, _ policy: Case) -> String {
    let rows = stage.rows
    return [policy.label, "not a commonly used password"].map { label in
      rows.last { $0.contains(label) }?.first { $0 != " " }.map(String.init) ?? "-"
    }.joined()
  }

  private func error(_ stage: Rehearsal) -> String? {
    let rows = stage.rows.map(\.trimmed)
    return [empty, controls].first { rows.contains("✗ " + $0) }
  }

  @Test(arguments: cases)
  func `A8 a control character is judged before all else, and its error goes with it`(_ policy: Case) {
    let edits: [(before: String, after: String, errors: [String?])] = [
      ("", "s", [empty, nil]), ("\u{1}", "", [controls]), (policy.listed + "\u{7F}", "", [controls]),
      ("\u{1}s", "\u{8}\u{8}", [controls, controls, nil]), ("s\u{1}", "\u{8}t", [controls, nil, nil]),
    ]
    for (before, after, errors) in edits {
      let stage = policy.stage()
      stage.type(before)
      stage.press(.tab)
      if errors.count == 1 { #expect(signs(stage, policy) == "··") }
      stage.press(Key(.tab, .shift))
      var seen = [error(stage)]
      for scalar in after.unicodeScalars {
        stage.press(scalar == "\u{8}" ? .backspace : .scalar(scalar))
        seen.append(error(stage))
      }
      #expect(seen == errors, "\(before.debugDescription)")
    }
  }
}
