import WatchwordMessages
import WatchwordScreen
import WatchwordSystem

/// Passwords that the form offers.
extension Session {
  /// Draws a password of `kind` for the form, which says whether it would be accepted.
  mutating func makeOffer(_ kind: Offer.Kind, on terminal: inout some Terminal & ~Copyable) {
    let drawn: DrawnOffer
    if kind == .characters, let agent = advisers.agent, agent.makesPasswords {
      drawn = agent.makePassword { screen.form.consider($0) }
    } else {
      guard var source = source.take() else { return }
      do throws(PasswordSource.Failure) {
        let bits = try source.draw(kind) { screen.form.consider($0) }
        drawn = .drawn(kind, bits: Int(bits))
      } catch {
        drawn = .failed(error.text(of: kind, form.configuration.texts))
      }
      self.source = consume source
    }
    tellForm(on: &terminal) { $0.offer(drawn) }
  }
}

extension PasswordSource.Failure {
  /// What the person reads where no password of `kind` can be drawn.
  func text(of kind: Offer.Kind, _ texts: Texts) -> String {
    switch self {
    case .noneFits where kind == .words: texts("Too few words fit to be strong.")
    case .noneFits: texts("No strong password fits the rules.")
    case .noWordList: texts("No word list: install wamerican.")
    case .unreadable(let error): texts("The word list cannot be read: {reason}.", ["reason": "\(error)"])
    case .noPlainWords: texts("The word list has no plain words.")
    case .noRandomBytes(let error): texts("There are no random bytes: {reason}.", ["reason": "\(error)"])
    }
  }
}
