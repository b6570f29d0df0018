import WatchwordMessages
import WatchwordScreen

/// Passwords that the form offers.
extension Session {
  /// Draws a password of `kind` for the form, which says whether it would be accepted.
  mutating func makeOffer(_ kind: Offer.Kind, on terminal: inout some Terminal & ~Copyable) {
    if kind == .characters, let agent, agent.makesPasswords {
      let drawn = agent.makePassword { screen.form.consider($0) }
      return offer(drawn, on: &terminal)
    }
    guard var source = source.take() else { return }
    let drawn: DrawnOffer
    do throws(PasswordSource.Failure) {
      let bits = try source.draw(kind) { screen.form.consider($0) }
      drawn = .drawn(kind, bits: Int(bits))
    } catch {
      drawn = .failed(error.text(of: kind, form.configuration.texts))
    }
    self.source = consume source
    offer(drawn, on: &terminal)
  }

  private mutating func offer(_ drawn: DrawnOffer, on terminal: inout some Terminal & ~Copyable) {
    screen.form.offer(drawn)
    carryOut(screen.form.takeRequests(), on: &terminal)
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
