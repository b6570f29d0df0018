import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength
import WatchwordSystem

/// Eight characters, composed and decomposed: 8 and 12 code points.
private let composed = "p\u{E4}ss\u{A0}w\u{F6}r"
private let decomposed = "pa\u{308}ss\u{A0}wo\u{308}r"
private let normal = "p\u{E4}ss w\u{F6}r"

/// How texts count under policies that normalise them, and under others.
@Suite struct NormalizationTests {
  private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  private func newPassword(_ policy: Policy) -> FormState {
    var description = FormDescription.newPassword()
    description.policy = policy
    return description.makeForm()
  }

  private func signUp(_ policy: Policy) -> FormState {
    var description = FormDescription.custom(fields: [FormField.Configuration(.newPassword)])
    description.policy = policy
    return description.makeForm()
  }

  /// The code points of the password that is handed out; `nil` if the form is not accepted.
  private func answer(_ script: [Step], on form: FormState, verifier: Verifier? = nil) throws -> [UInt32]? {
    guard case .accepted(let text, _) = try perform(script, on: form, verifier: verifier).ending else {
      return nil
    }
    return scalars(text)
  }

  @Test(arguments: [(composed, decomposed), (decomposed, composed), (decomposed, normal)])
  func `under NIST's rules a password typed in two ways is one password, handed out as NFC`(
    _ first: String, second: String
  ) throws {
    for form in [newPassword(.nistMFA(minimumLevel: .weak)), signUp(.nistMFA(minimumLevel: .weak))] {
      #expect(try answer(.filling(first, second) + [.enter], on: form) == scalars(normal))
    }
  }

  @Test(arguments: [Policy.owasp(minimumLevel: .weak), Policy.anything])
  func `under other rules it is handed out as typed, and typed in two ways it is two`(
    _ policy: WatchwordStrength.Policy
  ) throws {
    for form in [newPassword(policy), signUp(policy)] {
      #expect(try answer(.filling(decomposed, decomposed) + [.enter], on: form) == scalars(decomposed))
      #expect(try answer(.filling(decomposed, composed) + [.enter], on: form) == nil)
    }
  }

  @Test func `what is painted and edited stays as typed`() throws {
    let played = try perform(.filling(decomposed, normal), on: newPassword(.nistMFA(minimumLevel: .weak)))
    #expect(played.texts.map(scalars) == [scalars(decomposed), scalars(normal)])
  }

  @Test func `a list is asked about the normal form`() throws {
    struct Words: WordList {
      func contains(_ text: UTF8Span) -> Bool {
        String(copying: text).unicodeScalars.elementsEqual(normal.unicodeScalars)
      }
    }
    for text in [composed, decomposed, normal] {
      let played = try perform(
        .typing(text) + [.tab], on: newPassword(.nistMFA(minimumLevel: .weak)),
        judge: Judge(blocklists: [Words()]))
      #expect(played.frame.errors == ["This password is commonly used: choose another one."])
    }
  }

  @Test func `a password that is known already stays as typed`() throws {
    var description = FormDescription.signIn()
    description.policy = .nistMFA()
    let script: [Step] = .filling("ada@example.org", decomposed) + [.enter]
    #expect(try answer(script, on: description.makeForm()) == scalars(decomposed))
  }

  @Test func `a new password is handed out in its normal form`() throws {
    var description = FormDescription.custom(
      fields: [FormField.Configuration(.newPassword, name: "one")])
    description.policy = .nistMFA(minimumLevel: .weak)
    let file = try TemporaryFile()
    let verifier = try #require(Verifier(shell: "cat > \(file.path)"))
    let script: [Step] = .filling(decomposed, composed) + [.enter]
    let played = try perform(
      script + [.tickWhileShown("Checking…")], on: description.makeForm(), verifier: verifier)
    #expect(played.ending != .cancelled)
    let expected = "{\"one\":\"\(normal)\",\"strength\":\"weak\"}\n"
    #expect(scalars(file.text) == scalars(expected))
  }

  @Test func `a verifier is given the normal form, and its message shows neither that nor what was typed`()
    throws
  {
    let file = try TemporaryFile()
    let script = "cat > \(file.path); echo '\(normal) or \(decomposed)'; exit 1"
    var verifier = try #require(Verifier(shell: script))
    verifier.input = .text
    let played = try perform(
      .filling(decomposed, composed) + [.enter, .enter, .tickWhileShown("Checking…")],
      on: newPassword(.nistMFA(minimumLevel: .weak)), verifier: verifier)
    #expect(scalars(file.text) == scalars(normal + "\n"))
    #expect(played.frame.errors == ["Not accepted here. Try a different password."])
  }

  @Test func `a normal form that is longer than a field is handed out whole`() throws {
    let text = String(repeating: "\u{1D15E}", count: PlainText.capacity / 4)
    let script: [Step] = [.paste(text), .tab, .paste(text), .enter]
    let form = String(repeating: "\u{1D157}\u{1D165}", count: PlainText.capacity / 4)
    #expect(try answer(script, on: newPassword(.nistMFA(minimumLevel: .weak))) == scalars(form))
  }
}
