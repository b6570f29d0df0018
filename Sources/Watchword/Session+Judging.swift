import Forms
import Secrets
import Strength
import System

/// What the texts are worth, in the form in which the policy wants them, and what of the other fields counts against it.
extension Session {
  var policyField: Int? {
    form.fields.firstIndex { $0.configuration.judgement == .policy }
  }

  /// What makes the text that counts of what was typed into field `index`; `nil` where it counts as it was typed.
  func normalizer(of index: Int) -> Normalizer? { form.takesNewPassword(index) ? normalizer : nil }

  func verdict(on index: Int) -> Verdict {
    let policy = form.configuration.policy
    return texts[index].withText(by: normalizer(of: index)) {
      policy.verdict(on: $0, count: texts[index].text.count, by: judge)
    }
  }

  func isConfirmed(_ field: TextField) -> Bool {
    guard let other = field.configuration.confirmedField else { return true }
    return texts[field.tag].isEqual(to: texts[other], by: normalizer(of: field.tag))
  }

  func fingerprint(of index: Int) -> Fingerprint? {
    guard form.result(of: index) != nil else { return nil }
    return texts[index].withText(by: normalizer(of: index)) { Fingerprint(of: $0, key: fingerprintKey) }
  }

  /// Whether what stands in field `index` counts against a password: it is seen by everybody who sees the screen.
  func isContext(_ index: Int) -> Bool {
    !form.fields[index].configuration.isSecure && !form.takesNewPassword(index)
  }

  /// Makes the words that count against a password anew, and judges the passwords again where they are others.
  mutating func contextDidChange() {
    var context = placeWords
    for index in texts.indices where isContext(index) {
      texts[index].withText(by: normalizer) { context.add(String(copying: $0)) }
    }
    guard context != judge.context else { return }
    judge.context = context
    judgeAgain()
  }

  /// Judges what was typed again, since what counts against a password is another than before.
  mutating func judgeAgain() {
    form.contextDidChange(verdict: policyField.map { verdict(on: $0) })
  }

  /// Reads what is left of the word lists, before it is decided whether what was typed may be accepted.
  mutating func finishLists(on terminal: inout some Terminal & ~Copyable) {
    guard lists.contains(where: { !$0.isFinished }) else { return }
    for list in lists { list.indexRest() }
    judgeAgain()
    carryOut(form.flushValidations(), on: &terminal)
  }
}
