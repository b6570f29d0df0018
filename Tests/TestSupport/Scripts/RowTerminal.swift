package import WatchwordScreen
package import WatchwordTesting

/// A scripted terminal that plays rows of keys, and checks after each whether it shows what the row says.
package struct RowTerminal: ScreenTerminal, LineTerminal {
  package private(set) var base: ScriptedTerminal
  private let run: ScriptRun
  private var rows: ArraySlice<Script.Row>
  private var row: Script.Row?
  private var line = 1
  private var keys: ArraySlice<ScriptKey> = []
  private var before: Sight?
  /// Whether the form went on after the last row.
  package private(set) var isOver = false

  /// Makes a terminal for a form with `fieldCount` fields. Presses Control-C after the last row.
  package init(
    _ rows: [Script.Row], fieldCount: Int, size: Size = Size(columns: 80, rows: 24), run: ScriptRun
  ) {
    (self.rows, self.run) = (rows[...], run)
    base = ScriptedTerminal([], fieldCount: fieldCount, size: size)
  }

  private var sight: Sight {
    let frame = base.lastFrame
    return Sight(
      rows: base.screen, cursor: frame?.cursor, beeps: base.beeps, texts: base.texts,
      styled: { role in frame.map { $0.texts(in: role) } ?? "" })
  }

  package mutating func nextEvent(before deadline: Instant?) -> Event {
    while base.script.isEmpty, !isOver { prepare() }
    return base.nextEvent(before: deadline)
  }

  /// Makes the next steps of the script, or checks the screen.
  private mutating func prepare() {
    if let key = keys.popFirst() {
      base.script = steps(of: key)[...]
      return
    }
    look()
    guard let next = rows.popFirst() else {
      isOver = true
      return
    }
    (row, line, before) = (next, next.line, sight)
    do { keys = try ScriptKey.all(in: run.filled(next.keys))[...] } catch { run.fail(next.line, "\(error)") }
  }

  private mutating func look() {
    guard let row else { return }
    self.row = nil
    let sight = sight
    do {
      var items = try ScriptItem.all(in: row.seen)
      if !items.contains(where: { if case .beeps = $0 { true } else { false } }) { items.append(.beeps(0)) }
      for item in items where !run.holds(item, of: sight, after: before) {
        let picture = sight.rows.joined(separator: "\n")
        run.fail(
          row.line,
          "'\(row.keys.trimmed)' is followed by \(sight.beeps - (before?.beeps ?? 0)) beeps, the texts "
            + "\(sight.texts ?? []), and not by \(item):\n\(picture)")
      }
    } catch { run.fail(row.line, "\(error)") }
  }

  /// Checks the screen a last time, after the form has ended. `mayBeEnded` says whether it may have ended before the
  /// rows did.
  package mutating func end(mayBeEnded: Bool = true) {
    // A form may end during a wait.
    let leavesKeys = base.script.contains { if case .event(.key) = $0 { true } else { false } }
    if !leavesKeys, keys.allSatisfy(\.isWait) { look() }
    if let left = row ?? rows.first {
      run.fail(left.line, "the form ended before the end of '\(left.keys.trimmed)'")
    } else if !mayBeEnded, !isOver {
      run.fail(line, "the form ended, of which the script does not say how")
    }
  }

  private func steps(of key: ScriptKey) -> [ScriptedTerminal.Step] {
    key.steps { sight.position(of: run.filled($0)) }
  }

  package var size: Size { base.size }
  package var now: Instant { base.now }
  package var canSuspend: Bool { base.canSuspend }

  package mutating func paint(_ frame: Frame, readSecret: (Int, (UTF8Span) -> Void) -> Void) {
    base.paint(frame, readSecret: readSecret)
  }

  package mutating func pendingEvent() -> Event? { base.pendingEvent() }
  package mutating func eventWithoutWaiting() -> Event? { base.eventWithoutWaiting() }
  package mutating func withPaste<R>(_ body: (UTF8Span) -> R) -> R { base.withPaste(body) }
  package mutating func forgetPaste() { base.forgetPaste() }
  package mutating func beep() { base.beep() }
  package mutating func invalidate() { base.invalidate() }
  package mutating func suspend() { base.suspend() }

  package var columns: Int { base.columns }
  package var characterWidth: CharacterWidth { base.characterWidth }
  package var lineEnd: LineEnd { base.lineEnd }
  package mutating func print(_ lines: [String]) { base.print(lines) }
  package mutating func ask(_ question: [String], isSeen: Bool) { base.ask(question, isSeen: isSeen) }
  package mutating func print(secret: UTF8Span) { base.print(secret: secret) }
  package mutating func spell(_ secret: UTF8Span, separator: String, name: (Unicode.Scalar) -> String) {
    base.spell(secret, separator: separator, name: name)
  }
}

extension [ScriptedTerminal.Step] {
  /// What `keys` do in a row that checks nothing.
  package static func keys(_ keys: String) -> Self {
    guard let all = try? ScriptKey.all(in: keys) else { preconditionFailure("no keys: \(keys)") }
    return all.flatMap { $0.steps { _ in nil } }
  }
}

extension ScriptKey {
  fileprivate func steps(find: (_ text: String) -> Position?) -> [ScriptedTerminal.Step] {
    switch self {
    case .key(let key, _): [.key(key)]
    case .text(let text): .typing(text)
    case .paste(let text): [.paste(text)]
    // The tick makes a deadline at the very end of the wait due.
    case .wait(let duration): [.wait(duration), .event(.tick)]
    case .resize(let size): [.resize(columns: size.columns, rows: size.rows)]
    case .click(let position): [.click(position)]
    case .clickOn(let text): [.click(find(text) ?? Position(row: -1, column: -1))]
    case .whileShown(let text): [.tickWhileShown(text), .event(.tick)]
    }
  }
}

extension Sight {
  fileprivate func position(of text: String) -> Position? {
    for (row, line) in rows.enumerated() {
      guard let range = line.firstRange(of: text) else { continue }
      return Position(
        row: row, column: CharacterWidth.standard.columns(of: String(line[..<range.lowerBound])))
    }
    return nil
  }
}

extension Frame {
  /// The words in a style, from the top.
  fileprivate func texts(in role: Style.Role) -> String {
    var scalars = String.UnicodeScalarView()
    for row in 0..<size.rows {
      for column in 0..<size.columns where self[row, column].style.role == role {
        if case .scalar(let scalar) = self[row, column].glyph { scalars.append(scalar) }
      }
      scalars.append(" ")
    }
    return Sight.words(String(scalars))
  }
}
