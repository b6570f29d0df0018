import WatchwordScreen
import WatchwordStrength

/// The news of a form, shown separately once nothing else in the picture has changed for a while. A terminal reports
/// all simultaneous changes to a screen reader as one text, from the first to the last changed cell. So the news of
/// each field are shown separately, too.
struct HeldNews {
  /// How long nothing else may have changed before news appear. A terminal waits for less before it reports to a screen
  /// reader what was written.
  static let pause = Duration.milliseconds(120)

  /// When to show held-back news; `nil` if there are none.
  private(set) var end: Instant?
  /// The news already shown, with their texts.
  private var shown: [(part: Frame.Part, text: String)] = []
  /// The picture without the held-back news.
  private var rest: Frame?
  /// Until when everything but ``Frame/lead`` is held back.
  private var leadEnd: Instant?

  /// Makes the news that satisfy `condition` appear again.
  mutating func forget(where condition: (Frame.Part) -> Bool) { shown.removeAll { condition($0.part) } }

  /// Plans no time to show news: the form is not on the screen, or all news are shown.
  mutating func wait() { (end, rest, leadEnd) = (nil, nil, nil) }

  /// Holds back nothing but news, because the user has gone on.
  mutating func endLead() { leadEnd = nil }

  /// The part of `frame` to show at `now`: first its lead, if that has changed since the frame `before`, then all but
  /// its news. All news of one field appear together, in the frame's order.
  mutating func hold(in frame: Frame, after before: Frame?, at now: Instant) -> Frame {
    if let before {
      if let leadEnd, now < leadEnd, before.size == frame.size, before.keepsSecrets(of: frame) {
        return before
      }
      if let first = frame.withLeadAlone(after: before) {
        leadEnd = now.advanced(by: Self.pause)
        end = leadEnd
        return first
      }
    }
    leadEnd = nil
    let news = frame.news.map { (part: $0, text: frame.text(in: $0)) }
    let old = shown
    shown = news.filter { item in old.contains { $0.text == item.text && $0.part.field == item.part.field } }
    if picture(of: frame) != rest { restart(with: frame, at: now) }
    if let end, end <= now, let next = frame.news.first(where: { !isShown($0) }) {
      shown += news.filter { $0.part.field == next.field && !isShown($0.part) }
      restart(with: frame, at: now)
    }
    let picture = picture(of: frame)
    if shown.count == news.count { wait() }
    return picture
  }

  private func isShown(_ part: Frame.Part) -> Bool { shown.contains { $0.part == part } }

  private mutating func restart(with frame: Frame, at now: Instant) {
    (rest, end) = (picture(of: frame), now.advanced(by: Self.pause))
  }

  /// `frame` without the held-back news.
  private func picture(of frame: Frame) -> Frame {
    var picture = frame
    picture.news = frame.news.filter(isShown)
    for part in frame.news where !isShown(part) { picture.blank(part) }
    return picture
  }
}

extension Frame {
  /// Whether every secret of this frame is still shown in `next`, of the same size.
  fileprivate func keepsSecrets(of next: Frame) -> Bool {
    zip(cells, next.cells).allSatisfy { !$0.isSecret || $0 == $1 }
  }

  /// `before` with the lead of this frame; `nil` if the lead is the same in both, or if a secret must no longer be
  /// shown. A part that begins or ends as before is only blanked, because a terminal reports no more than what lies
  /// between the first and the last change.
  fileprivate func withLeadAlone(after before: Frame) -> Frame? {
    guard size == before.size, sharesClusters(with: before), before.keepsSecrets(of: self) else { return nil }
    // News may be written over the lead.
    let changed = lead.filter { part in
      text(in: part) != before.text(in: part)
        && !(news + before.news).contains { $0.rows.overlaps(part.rows) }
    }
    guard !changed.isEmpty else { return nil }
    var first = before
    first.cursor = cursor
    for part in changed {
      let (old, new) = (before.text(in: part), text(in: part))
      let isAlike = old.first == new.first || old.count == new.count && old.last == new.last
      if isAlike, !old.isEmpty { first.blank(part) } else { first.copy(part, from: self) }
    }
    return first
  }
}
