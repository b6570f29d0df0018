import WatchwordScreen

/// Quiet typing: from the first key in a field until the field is left, what the form says of the texts does not
/// change, so that a screen reader speaks only what was typed or offered. After that, the form tells the news, in
/// pictures of their own. A terminal reports all simultaneous changes to a screen reader as one text, from the first to
/// the last changed cell, so the news of each field come separately, too. The form judges as always; only what it says
/// is held back.
struct QuietTyping {
  /// How long nothing else may have changed before news are told. A terminal waits for less before it reports to a
  /// screen reader what was written.
  static let pause = Duration.milliseconds(120)

  /// The form before the first key in the edited field; `nil` while what is said may change.
  var still: FormState?
  /// When to tell the next news; `nil` if there are none.
  fileprivate(set) var end: Instant?
  /// What the user was told and is still true.
  fileprivate var told: [Statement] = []
  /// Until when everything but the key line is held back, and where the cursor is meanwhile.
  fileprivate(set) var lead: (end: Instant, cursor: Position?)?

  /// Plans no time to tell news: the form is not on the screen, or all news are told.
  mutating func wait() { (end, lead) = (nil, nil) }

  /// Whether `said` is told now. A tip that typing has overtaken is not told any more.
  fileprivate func tells(_ said: Statement) -> Bool { still == nil || said.kind != .advice(isMuted: true) }

  /// Tells again what is true of `left`, even if it has not changed.
  fileprivate mutating func forget(_ left: Responder) {
    if case .field(let index) = left { told.removeAll { $0.field == index } } else { self = QuietTyping() }
  }
}

extension FormScreen {
  var isQuiet: Bool { form.state.configuration.isTypingQuiet }

  /// Remembers the form before the first key in a field. Return shows the current state again.
  mutating func noteTyping(_ input: Input) {
    guard isQuiet else { return }
    if input.event.isInput { quiet.lead = nil }
    // What a key chooses again is said again.
    if input.isTyping { quiet.told.removeAll { $0.kind == .chosen } }
    endStillness()
    if input.action == .performReturn {
      endStillness(at: form.state.firstResponder)
    } else if input.isTyping || input.action == .offerPassword, quiet.still == nil, form.state.canStandStill {
      quiet.still = form.state
    }
    if let notice = form.state.notice { quiet.still?.notice = notice }
  }

  /// Shows the current state again if the field was left, or a verifier appeared.
  private mutating func endStillness() {
    guard let still = quiet.still else { return }
    if !form.state.canStandStill || still.firstResponder != form.state.firstResponder {
      endStillness(at: still.firstResponder)
    }
  }

  private mutating func endStillness(at left: Responder) {
    quiet.still = nil
    quiet.forget(left)
  }

  /// Shows `view` without what is held back.
  mutating func showQuietly(_ view: FormView) {
    endStillness()
    let now = form.state.now
    var remarks = view.remarks
    if let still = quiet.still {
      let view = FormView(form: still, layout: layout, appearance: appearance, firstVisible: firstVisible)
      remarks = view.remarks.standingStill(while: remarks)
    }
    // An inline form leaves its rows to an offer, which then is alone.
    let isOfferAlone = canBeInline && form.state.hasOffer
    if !isEchoed {
      let new = view.parts(saying: remarks).map { isOfferAlone ? $0.besideOffer : $0 }
      let picture = picture.flatMap { $0.frame.size == layout.size ? $0 : nil }
      if let lead = quiet.lead, now < lead.end, picture?.keepsSecrets(of: new) == true { return }
      let next = Picture(new, on: view.sheet)
      if let first = next.withoutNewOffer(after: picture) ?? picture?.beforeNews(of: next) {
        quiet.end = now.advanced(by: QuietTyping.pause)
        quiet.lead = (now.advanced(by: QuietTyping.pause), first.cursor)
        return picture == nil ? show(first.parts, of: view) : self.picture?.show(first.parts) ?? ()
      }
      if isOfferAlone {
        quiet.wait()
        return show(new, of: view)
      }
    }
    quiet.lead = nil
    let all = remarks.statements
    quiet.told.removeAll { said in !all.contains { $0.isSaid(by: said) } }
    var untold = all.filter { said in !quiet.told.contains { $0.isSaid(by: said) } }
    if !untold.isEmpty {
      // Nobody waits for what has no room.
      let held = Picture(view.parts(saying: remarks, but: untold), on: view.sheet).untold
      quiet.told += untold.filter { !held.contains($0) }
      untold = held
    }
    let before = picture?.frame
    show(view.parts(saying: remarks, but: untold), of: view)
    if quiet.end == nil || picture?.frame != before { quiet.end = now.advanced(by: QuietTyping.pause) }
    let next = untold.first(where: quiet.tells)
    if let end = quiet.end, end <= now, let next {
      quiet.told += untold.filter { $0.field == next.field }
      untold.removeAll { $0.field == next.field }
      show(view.parts(saying: remarks, but: untold), of: view)
      quiet.end = now.advanced(by: QuietTyping.pause)
    }
    if !untold.contains(where: quiet.tells) { quiet.wait() }
  }
}

extension FormState {
  /// Whether the user is in a field and no verifier is at work.
  fileprivate var canStandStill: Bool { focusedField != nil && submission == .open }
}

extension Remarks {
  /// These remarks, made before the first key, with those of `new` that do not wait: a lost key is reported at once,
  /// and so is its end. A notice stays until there is another one.
  fileprivate func standingStill(while new: Remarks) -> Remarks {
    let losses = (statements + new.statements).filter { $0.error?.cause == .loss }.map(\.field)
    func waits(_ said: Statement) -> Bool {
      said.row.waits && !(said.error != nil && losses.contains(said.field))
    }
    var held = self
    for index in confirmSigns.indices where losses.contains(index) {
      held.confirmSigns[index] = new.confirmSigns[index]
    }
    let notices =
      new.statements.contains { $0.kind == .notice } ? [] : statements.filter { $0.kind == .notice }
    held.statements = statements.filter(waits) + notices + new.statements.filter { !waits($0) }
    return held
  }
}

extension Picture {
  /// Whether every secret of this picture is still shown in one of the parts `new`.
  fileprivate func keepsSecrets(of new: [FormPart]) -> Bool {
    zip(parts, new).allSatisfy { $0.keepsText(of: $1) }
  }

  /// The parts of this picture with the texts of `next` if more changes than these, or else with its key line, and the
  /// cursor there; `nil` if the line is the same in both, or if a secret must no longer be shown. A label that begins or
  /// ends as before is only blanked, because a terminal reports what lies between the first and the last change.
  fileprivate func beforeNews(of next: Picture) -> (parts: [FormPart], cursor: Position?)? {
    guard next.parts.count == parts.count else { return nil }
    var (first, changesMore) = (parts, false)
    for (index, part) in next.parts.enumerated() {
      switch (parts[index], part) {
      // A masked character is written as it is typed.
      case (.text(let old), .text(let new)) where old.changes != new.changes && new.isShown:
        first[index] = part
      case (.said(let old), .said(let new)): changesMore = changesMore || old.statements != new.statements
      case (.keys(let old), .keys(let new)): changesMore = changesMore || old != new
      default: break
      }
    }
    guard zip(first, next.parts).allSatisfy({ $0.keepsText(of: $1) }) else { return nil }
    if changesMore, first != parts { return (first, next.frame.cursor) }
    guard let place = parts.firstIndex(where: { if case .keys = $0 { true } else { false } }),
      case .keys(let line) = parts[place], case .keys(var new) = next.parts[place], line != new
    else { return nil }
    var isChanged = false
    for (number, part) in next.frame.lead.enumerated() {
      let (old, text) = (frame.text(in: part), next.frame.text(in: part))
      // News may be written over the keys.
      let isCovered = (next.frame.news + frame.news).contains { $0.rows.overlaps(part.rows) }
      guard old != text, !isCovered else { continue }
      let isAlike = old.first == text.first || old.count == text.count && old.last == text.last
      if isAlike, !old.isEmpty { if number == 0 { new.blanksLabel = true } else { new.blanksKeys = true } }
      isChanged = true
    }
    guard isChanged else { return nil }
    first[place] = .keys(new)
    return (first, next.frame.cursor)
  }

  /// The parts without their offer, so that all of it is news next; `nil` if there is none, or if neither another one
  /// nor another layout is on the screen.
  fileprivate func withoutNewOffer(after old: Picture?) -> (parts: [FormPart], cursor: Position?)? {
    guard let new = parts.lazy.compactMap(\.offer).first,
      old?.parts.contains(where: { ![nil, new].contains($0.offer) }) != false
    else { return nil }
    return (parts.map { $0.offer == nil ? $0 : .nothing }, nil)
  }
}

extension FormPart {
  /// The number of the offer that the part shows.
  fileprivate var offer: UInt32? { if case .offer(let part) = self { part.offer.number } else { nil } }

  /// The part if it is an offer or its keys.
  fileprivate var besideOffer: FormPart {
    switch self {
    case .keys, .offer: self
    default: .nothing
    }
  }
}
