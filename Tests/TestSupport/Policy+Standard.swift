package import WatchwordBase
package import WatchwordStrength

/// The standard policies, as tests name them: `Policy.nist(minimumLevel: .weak)`.
extension Policy {
  package static let classic = StandardPolicy.classic, account = StandardPolicy.account
  package static let nist = StandardPolicy.nist, nistMFA = StandardPolicy.nistMFA,
    owasp = StandardPolicy.owasp
  package static let pin = StandardPolicy.pin, wpa2 = StandardPolicy.wpa2, luks = StandardPolicy.luks
  package static let pci = StandardPolicy.pci
  package static let bsi = StandardPolicy.bsi
}

extension StandardPolicy {
  package func callAsFunction(_ texts: Texts = .english, minimumLevel: Level? = nil) -> Policy {
    policy(texts, minimumLevel: minimumLevel)
  }
}

extension Policy {
  /// The policy with the rules that `change` sets.
  package func applying(_ change: (inout OwnRules) -> Void) -> Policy {
    var rules = OwnRules()
    change(&rules)
    return applying(rules)
  }
}
