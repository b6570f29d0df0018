import Glibc
import TestSupport
import Watchword
import WatchwordCurses
import WatchwordScreen
import WatchwordSecrets

/// A terminal that plays a script, and what VTE would tell a screen reader: one insertion for each picture, from the
/// first to the last changed cell. Derived from the bytes; `make heard` listens to VTE itself.
struct Listener: ~Copyable, ScreenTerminal {
  private var script: ScriptedTerminal
  private var screen: CursesTerminal
  private let pseudo: PseudoTerminal
  private var bytes: [UInt8] = []
  private var text: [Character] = []
  /// The insertions of the start and of each key, with their times.
  private(set) var insertions: [[(time: Instant, text: String)]] = [[]]

  private init(_ script: ScriptedTerminal, _ screen: consuming CursesTerminal, _ pseudo: PseudoTerminal) {
    (self.script, self.pseudo) = (script, pseudo)
    self.screen = screen
  }

  /// What would be told of `new` with quiet typing in a window of this size: at the start, and for each of `keys`, a
  /// second apart.
  static func insertions(
    _ keys: String, columns: Int, rows: Int
  ) throws -> [[(time: Instant, text: String)]] {
    var description = FormDescription.newPassword()
    (description.isTypingQuiet, description.isAnimated) = (true, false)
    let form = description.makeForm()
    let pause = keys.split(separator: " ").map { "\($0) wait 1s" }.joined(separator: " ")
    let script = ScriptedTerminal(
      .keys(pause), fieldCount: form.fields.count, size: Size(columns: columns, rows: rows))
    unsafe setenv("TERM", "xterm-256color", 1)
    unsafe setenv("LC_ALL", "C.UTF-8", 1)
    let pseudo = try PseudoTerminal(columns: UInt16(columns), rows: UInt16(rows))
    let memory = try SecretMemory(
      for: CursesTerminal.capacities + Session.capacities(of: form), locking: .ifPossible)
    var coloring = Coloring()
    coloring.background = .dark
    var listener = Listener(
      script, try CursesTerminal(coloring, in: memory, path: pseudo.slavePath), pseudo)
    let appearance = Appearance(glyphs: .unicode, width: .standard)
    let session = try Session(form, width: appearance.width, in: memory)
    _ = try? FormScreen(session, appearance: appearance).run(on: &listener)
    return listener.insertions
  }

  mutating func paint(_ frame: Frame, readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void) {
    screen.paint(frame, readSecret: readSecret)
    bytes += Array(pseudo.taken().utf8)
    let next = Array(ScreenWriting(bytes, size: size).text)
    guard next != text else { return }
    let start = zip(text, next).prefix { $0 == $1 }.count
    let ends = zip(text.dropFirst(start).reversed(), next.dropFirst(start).reversed())
    let end = next.count - ends.prefix { $0 == $1 }.count
    insertions[insertions.count - 1].append((now, String(next[start..<end])))
    text = next
  }

  mutating func nextEvent(before deadline: Instant?) -> Event {
    let event = script.nextEvent(before: deadline)
    if case .key = event { insertions.append([]) }
    return event
  }

  var size: Size { script.size }
  var now: Instant { script.now }
  var canSuspend: Bool { false }
  mutating func pendingEvent() -> Event? { script.pendingEvent() }
  mutating func eventWithoutWaiting() -> Event? { script.eventWithoutWaiting() }
  mutating func withPaste<R>(_ body: (UTF8Span) -> R) -> R { script.withPaste(body) }
  mutating func forgetPaste() {}
  mutating func beep() {}
  mutating func invalidate() {}
  mutating func suspend() {}
}
