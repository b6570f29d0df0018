import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

@testable import Watchword

extension Session {
  /// Makes a session in memory of its own, which may be unlocked.
  init(
    _ form: FormState, appearance: Appearance, judge: Judge = Judge(), lists: [WordFile] = [],
    verifier: Verifier? = nil, oldVerifier: Verifier? = nil, verdict: (any FormVerifier)? = nil,
    delegate: (any TextFieldDelegate)? = nil
  ) throws {
    let memory = try SecretMemory(for: Session.capacities(of: form), locking: .ifPossible)
    var advisers = Advisers(verifier: verifier, oldVerifier: oldVerifier, delegate: delegate)
    advisers.judge.blocklists = lists
    advisers.formVerifier = verdict
    try self.init(form, appearance: appearance, judge: judge, advisers, in: memory)
  }
}
