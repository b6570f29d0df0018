import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength

private let empty = "Enter your password."
private let controls = "Enter a password without control characters."
private let requirements = "Your password must meet the requirements below."
private let listed = "This password is commonly used: choose another one."

/// The form `new` with the policies of the standards: points A6 to A8.
@Suite struct StandardPolicyTests {
  /// A policy, and a text that its length alone lets pass.
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

  private func signs(_ stage: inout Rehearsal, _ policy: Case) -> String {
    let rows = stage.rows
    return [policy.label, "not a commonly used password"].map { label in
      rows.first { $0.contains(label) }?.first { $0 != " " }.map(String.init) ?? "-"
    }.joined()
  }

  private func error(_ stage: inout Rehearsal) -> String? {
    let rows = stage.rows.map(\.trimmed)
    return [empty, controls, requirements, listed].first { rows.contains("✗ " + $0) }
  }

  @Test(arguments: cases)
  func `A6 until the first loss of focus criteria are met or not yet judged`(_ policy: Case) {
    var stage = policy.stage()
    #expect(signs(&stage, policy) == "··")
    for scalar in policy.listed.unicodeScalars.dropLast() {
      stage.press(.scalar(scalar))
      #expect(["·✓", "✓✓"].contains(signs(&stage, policy)))
    }
    stage.press(.scalar(policy.listed.unicodeScalars.last ?? " "))
    for (key, expected) in [(nil, "✓·"), (Key(.scalar("s")), "✓✓"), (.control("u"), "··")] as [(Key?, String)]
    {
      if let key { stage.press(key) }
      #expect(signs(&stage, policy) == expected)
    }
    #expect(error(&stage) == nil)
  }

  @Test(arguments: cases) func `A7 after a loss of focus criteria are met or failed`(_ policy: Case) {
    var stage = policy.stage()
    stage.play("Tab S-Tab")
    for (keys, expected) in [("s", "✗✓"), ("\u{8}", "✗✗"), (policy.listed, "✓✗"), ("s", "✓✓")] {
      for scalar in keys.unicodeScalars { stage.press(scalar == "\u{8}" ? .backspace : .scalar(scalar)) }
      #expect(signs(&stage, policy) == expected)
    }
  }

  @Test(arguments: cases)
  func `A8 a loss of focus judges in order, the first failure wins`(_ policy: Case) {
    let judgements: [(text: String, signs: String, error: String?)] = [
      ("", "··", empty), ("\u{1}", "··", controls), (policy.listed + "\u{7F}", "··", controls),
      ("short", "✗✓", requirements), (policy.listed, "✓✗", listed), (policy.listed + " 漢字👍", "✓✓", nil),
      (String(repeating: " ", count: 15), "✓✓", nil),
    ]
    for (text, expected, message) in judgements {
      var stage = policy.stage()
      stage.type(text)
      stage.press(.tab)
      #expect(signs(&stage, policy) == expected, "\(text.debugDescription)")
      #expect(error(&stage) == message, "\(text.debugDescription)")
    }
  }

  @Test(arguments: cases)
  func `A8 an error that stands goes when its own cause is gone, and no other takes its place`(_ policy: Case)
  {
    let edits: [(before: String, after: String, errors: [String?])] = [
      ("", "s", [empty, nil]),
      ("\u{1}s", "\u{8}\u{8}", [controls, controls, nil]),
      ("s\u{1}", "\u{8}t", [controls, nil, nil]),
      (policy.listed, "s\u{8}", [listed, nil, nil]),
      (
        String(repeating: "x", count: policy.least - 2), "yz\u{8}\u{8}",
        [requirements, requirements, nil, nil, nil]
      ),
    ]
    for (before, after, errors) in edits {
      var stage = policy.stage()
      stage.type(before)
      stage.play("Tab S-Tab")
      var seen = [error(&stage)]
      for scalar in after.unicodeScalars {
        stage.press(scalar == "\u{8}" ? .backspace : .scalar(scalar))
        seen.append(error(&stage))
      }
      #expect(seen == errors, "\(before.debugDescription)")
    }
  }
}
