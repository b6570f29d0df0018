import WatchwordMessages
import WatchwordScreen
import WatchwordSystem

/// Passwords that the form offers.
extension Session {
  /// Draws a password of `kind` for the form, which says whether it would be accepted.
  mutating func makeOffer(_ kind: Offer.Kind, on terminal: inout some Terminal & ~Copyable) {
    if kind == .characters, let agent, agent.makesPasswords {
      let drawn = agent.makePassword { screen.consider($0) }
      return carryOut(screen.offer(drawn), on: &terminal)
    }
    guard var source = source.take() else { return }
    let drawn: DrawnOffer
    do throws(PasswordSource.Failure) {
      let bits = try source.draw(kind) { screen.consider($0) }
      drawn = .drawn(kind, bits: Int(bits))
    } catch {
      drawn = .failed(form.configuration.catalogue.offer.text(for: error, of: kind))
    }
    self.source = consume source
    carryOut(screen.offer(drawn), on: &terminal)
  }
}

extension Catalogue.Offer {
  /// What the person reads about `failure` to draw a password of `kind`.
  func text(for failure: PasswordSource.Failure, of kind: Offer.Kind) -> String {
    switch failure {
    case .noneFits: kind == .words ? noStrongWords : none
    case .noWordList: noWordList
    case .unreadable(let error): unreadable("\(error)")
    case .noPlainWords: noPlainWords
    case .noRandomBytes(let error): noRandomBytes("\(error)")
    }
  }
}
