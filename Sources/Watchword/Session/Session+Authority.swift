import WatchwordScreen
import WatchwordStrength

extension Session {
  /// Takes in what the authority has said, and asks it what is due. Returns true if that changed the form, or if nobody
  /// wants a password any more.
  mutating func lookAtAuthority(on terminal: inout some Terminal & ~Copyable) -> Bool {
    guard let authority = advisers.authority else { return endIfOver(on: &terminal) }
    // The first look may have asked something. A scripted authority, which has written all its answers in advance, has
    // answered that by now.
    return look(at: authority, on: &terminal) || authority.isAnswering && look(at: authority, on: &terminal)
  }

  /// Whether the authority still has time for an answer.
  func awaitsAuthority(at now: Instant) -> Bool {
    awaitsOffer || advisers.authority?.nextLook(after: now) != nil
  }

  /// Does what the program that asks makes necessary.
  mutating func followAsker(on terminal: inout some Terminal & ~Copyable) {
    guard ending == nil else { return }
    switch advisers.askerNews(form.fields.allSatisfy { $0.shape.count == 0 }) {
    case .none: break
    case .words(_, let write) where screen.isInline: terminal.stepAside(write)
    case .words(let text, _):
      screen.form.state.describe { $0.text = text }
      screen.form.state.arrangement += 1
    case .output(let write): terminal.stepAside(write)
    }
  }

  /// Cancels the form if nobody wants a password any more. Returns true if it did.
  mutating func endIfOver(on terminal: inout some Terminal & ~Copyable) -> Bool {
    guard ending == nil, advisers.isOver() else { return false }
    tellForm(on: &terminal) { $0.end(.withdrawn) }
    return true
  }

  private mutating func look(
    at authority: any PasswordAuthority, on terminal: inout some Terminal & ~Copyable
  ) -> Bool {
    guard ending == nil else { return false }
    authority.listen(at: terminal.now)
    if endIfOver(on: &terminal) { return true }
    var isNews = false
    if case .verifying(.field, _) = form.submission, authority.verifier != nil {
      awaitsOffer = false
      lookAtVerifier(on: &terminal)
      isNews = form.submission == .open
    }
    if awaitsOffer, let drawn = draw(by: authority) {
      awaitsOffer = false
      tellForm(on: &terminal) { $0.offer(drawn) }
      isNews = true
    }
    // What was typed meanwhile is judged first, so that the answer is not mistaken for an answer about the new text.
    if authority.hasNews {
      screen.form.reevaluate()
      authority.takeNews { screen.form.reevaluate(.lists) }
      isNews = true
    }
    return isNews
  }

  private mutating func draw(by authority: any PasswordAuthority) -> DrawnOffer? {
    authority.isDrawing = true
    defer { authority.isDrawing = false }
    return authority.makePassword { screen.form.consider($0) }
  }
}
