import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

/// The word of Return in the key line, against what Return then does.
@Suite struct EnterTests {
  /// What is typed into `field`: nothing, something that is often wrong, or what is right.
  private func choices(of field: FormField.Configuration) -> [String] {
    let right =
      switch (field.requirement, field.input) {
      case (.email, _): "ada@example.org"
      case (_, .number): "7"
      default: "Kv7mQzR2-Lamp"
      }
    return ["", "abc", right]
  }

  private static func forms() -> [(name: String, form: FormDescription)] {
    let kinds = [FormField.Kind.text, .newPassword, .number]
    let custom = FormDescription.custom(fields: kinds.map { FormField.Configuration($0) })
    var optional = custom
    for index in optional.fields.indices { optional.fields[index].isOptional = true }
    var hidden = FormDescription.newPassword()
    hidden.reveal = .never
    return [
      ("new", .newPassword()), ("new once", .newPassword(isConfirmed: false)), ("never", hidden),
      ("change", .change()), ("ask", .ask()), ("sign-in", .signIn()), ("sign-up", .signUp()),
      ("form", custom), ("optional", optional),
    ]
  }

  @Test(arguments: forms().map(\.name), [false, true])
  func `A13 the key line says what Return will do in each field`(_ name: String, wasSubmitted: Bool) throws {
    let form = try #require(Self.forms().first { $0.name == name }?.form)
    let texts = form.makeForm().fields.map { choices(of: $0.configuration) }
    let plays: [[String]] = texts.reduce([[]]) { plays, texts in
      plays.flatMap { play in texts.map { play + [$0] } }
    }
    var seen: Set<FormState.Enter> = []
    for (play, field) in plays.flatMap({ play in texts.indices.map { (play, $0) } }) {
      let stage = Rehearsal(form)
      if wasSubmitted { stage.play("S-Tab Enter") }
      if stage.ending != nil { break }
      for index in texts.indices {
        while stage.form.focusedField != index { stage.press(.tab) }
        stage.type(play[index])
      }
      stage.wait(milliseconds: 300)
      while stage.form.focusedField != field { stage.press(Key(.tab, .shift)) }
      stage.wait(milliseconds: 300)
      let word = stage.form.enter(in: field)
      seen.insert(word)
      #expect(stage.rows.last { !$0.isEmpty }?.contains(word.word(.english)) == true, "\(stage.frame)")
      stage.press(.enter)
      let done: FormState.Enter =
        switch stage.form.firstResponder {
        case _ where stage.ending == .accepted: .accept
        case .field(field): .check
        case .field(let now) where now < field: .goBack
        default: .next
        }
      #expect(done == word, "field \(field) of \(name), \(play)\n\(stage.frame)")
    }
    #expect(seen.count > 1 || name == "optional", "\(seen)")
  }
}
