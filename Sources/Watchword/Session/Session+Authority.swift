import WatchwordScreen

extension Session {
  /// Takes in what the authority has said, and asks it what is due. Returns true if that changed the form, or if nobody
  /// wants a password any more.
  mutating func lookAtAuthority(at now: Instant) -> Bool {
    guard let authority = advisers.authority else { return endIfWithdrawn() }
    // The first look may have asked something, which a scripted authority, with all its answers written in advance, has
    // answered by now.
    return look(at: authority, now) || authority.isAnswering && look(at: authority, now)
  }

  /// Whether the authority still has time for an answer.
  func awaitsAuthority(at now: Instant) -> Bool {
    awaitsOffer || advisers.authority?.nextLook(after: now) != nil
  }

  /// Does what the program that asks makes necessary.
  mutating func followAsker(isInline: Bool, on terminal: inout some Terminal & ~Copyable) {
    guard form.ending == nil else { return }
    switch advisers.askerNews(form.fields.allSatisfy { $0.shape.count == 0 }) {
    case .none: break
    case .words(_, let write) where isInline: terminal.stepAside(write)
    case .words(let text, _):
      form.state.describe { $0.text = text }
      form.state.arrange()
    case .output(let write): terminal.stepAside(write)
    }
  }

  /// Cancels the form if nobody wants a password any more. Returns true if it did.
  @discardableResult
  mutating func endIfWithdrawn() -> Bool {
    guard form.ending == nil, advisers.checkWithdrawal() else { return false }
    form.end(.withdrawn)
    return true
  }

  private mutating func look(at authority: any PasswordAuthority, _ now: Instant) -> Bool {
    guard form.ending == nil else { return false }
    authority.listen(at: now)
    if endIfWithdrawn() { return true }
    var isNews = false
    let submission = form.state.submission
    if case .verifying(.field, _) = submission, authority.verifier != nil {
      awaitsOffer = false
      lookAtVerifier(at: now)
      isNews = form.state.submission != submission
    }
    if awaitsOffer, let drawn = draw(by: authority) {
      awaitsOffer = false
      form.offer(drawn)
      isNews = true
    }
    // What was typed meanwhile is judged first, so that the answer is not mistaken for an answer about the new text.
    if authority.hasNews {
      form.reevaluate()
      authority.takeNews { form.reevaluate(.lists) }
      isNews = true
    }
    return isNews
  }

  private mutating func draw(by authority: any PasswordAuthority) -> DrawnOffer? {
    authority.isDrawing = true
    defer { authority.isDrawing = false }
    return authority.makePassword { form.consider($0) }
  }
}
