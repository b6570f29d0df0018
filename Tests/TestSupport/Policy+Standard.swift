package import WatchwordMessages
package import WatchwordStrength

/// The policies that come with the program, as tests name them.
extension Policy {
  package static func classic(_ texts: Texts = .english, minimumLevel: Level? = nil) -> Policy {
    StandardPolicy.classic.policy(texts, minimumLevel: minimumLevel)
  }

  package static func account(_ texts: Texts = .english, minimumLevel: Level? = nil) -> Policy {
    StandardPolicy.account.policy(texts, minimumLevel: minimumLevel)
  }

  package static func nist(_ texts: Texts = .english, minimumLevel: Level? = nil) -> Policy {
    StandardPolicy.nist.policy(texts, minimumLevel: minimumLevel)
  }

  package static func nistMFA(_ texts: Texts = .english, minimumLevel: Level? = nil) -> Policy {
    StandardPolicy.nistMFA.policy(texts, minimumLevel: minimumLevel)
  }

  package static func owasp(_ texts: Texts = .english, minimumLevel: Level? = nil) -> Policy {
    StandardPolicy.owasp.policy(texts, minimumLevel: minimumLevel)
  }

  package static func pin(_ texts: Texts = .english, minimumLevel: Level? = nil) -> Policy {
    StandardPolicy.pin.policy(texts, minimumLevel: minimumLevel)
  }

  package static func wpa2(_ texts: Texts = .english, minimumLevel: Level? = nil) -> Policy {
    StandardPolicy.wpa2.policy(texts, minimumLevel: minimumLevel)
  }

  package static func luks(_ texts: Texts = .english, minimumLevel: Level? = nil) -> Policy {
    StandardPolicy.luks.policy(texts, minimumLevel: minimumLevel)
  }

  package static func bsi(_ texts: Texts = .english, minimumLevel: Level? = nil) -> Policy {
    StandardPolicy.bsi.policy(texts, minimumLevel: minimumLevel)
  }
}
