import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem
import WatchwordTesting

@testable import Watchword

extension Session {
  /// Makes a session in memory of its own, which may be unlocked.
  init(
    _ form: FormState, width: CharacterWidth = .standard, judge: Judge = Judge(), lists: [WordFile] = [],
    verifier: Verifier? = nil, oldVerifier: Verifier? = nil, verdict: (any FormVerifier)? = nil,
    delegate: (any TextFieldDelegate)? = nil
  ) throws {
    let memory = try SecretMemory(for: Session.capacities(of: form), locking: .ifPossible)
    var advisers = Advisers(verifier: verifier, oldVerifier: oldVerifier, delegate: delegate)
    advisers.judge.blocklists = lists
    advisers.formVerifier = verdict
    try self.init(form, width: width, judge: judge, advisers, in: memory)
  }
}

extension FormScreen {
  /// Shows such a session.
  init(
    _ form: FormState, appearance: Appearance, judge: Judge = Judge(), lists: [WordFile] = [],
    verifier: Verifier? = nil, oldVerifier: Verifier? = nil, verdict: (any FormVerifier)? = nil,
    delegate: (any TextFieldDelegate)? = nil
  ) throws {
    let session = try Session(
      form, width: appearance.width, judge: judge, lists: lists, verifier: verifier, oldVerifier: oldVerifier,
      verdict: verdict, delegate: delegate)
    self.init(session, appearance: appearance)
  }
}
