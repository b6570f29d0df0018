import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordSecrets

/// The pictures of the documents are frames of the program; `make pictures` writes them anew.
struct Pictures {
  private static let width = CharacterWidth { scalar in scalar.properties.isEmojiPresentation ? 2 : 1 }

  @Test func `the picture of the new-password form is what the form shows`() throws {
    try PackageFile.expect("docs/images/new.svg", toHold: try frame(typing: "Correct/Horse.").svg)
  }

  /// The frame that stands when `text` was typed into the first field and judged, and the focus came back.
  private func frame(typing text: String) throws -> Frame {
    let typing = text.unicodeScalars.map { Event.key(Key(.scalar($0))) }
    let outside = Event.press(Position(row: 0, column: 0))
    var terminal = StillTerminal(events: typing + [outside, .key(Key(.tab))])
    let appearance = Appearance(glyphs: .emoji, width: Self.width)
    let form = FormDescription.newPassword().makeForm()
    let memory = try SecretMemory(for: Session.capacities(of: form), locking: .ifPossible)
    _ = try Session(form, appearance: appearance, in: memory).run(on: &terminal)
    return try #require(terminal.picture)
  }
}

/// A terminal of 80 by 24 cells on which something happens once a second.
private struct StillTerminal: Terminal {
  let size = Size(columns: 80, rows: 24)
  let canSuspend = false
  private(set) var now = Instant(nanoseconds: 0)
  /// What was shown when all had happened and nothing moved any more.
  private(set) var picture: Frame?
  private var events: [Event]
  private var shown: Frame?

  init(events: [Event]) { self.events = events }

  mutating func paint(_ frame: Frame, readSecret: (Int, (UTF8Span) -> Void) -> Void) { shown = frame }

  mutating func nextEvent(before deadline: Instant?) -> Event {
    now = now.advanced(by: .milliseconds(1000))
    if deadline != nil { return .tick }
    if !events.isEmpty { return events.removeFirst() }
    picture = shown
    return .key(.control("c"))
  }

  mutating func pendingEvent() -> Event? { nil }
  mutating func eventWithoutWaiting() -> Event? { nil }
  mutating func withPaste<R>(_ body: (UTF8Span) -> R) -> R { body("".utf8Span) }
  mutating func forgetPaste() {}
  mutating func beep() {}
  mutating func invalidate() {}
  mutating func suspend() {}
}
