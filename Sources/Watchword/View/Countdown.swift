import WatchwordMessages
import WatchwordScreen

/// The seconds before the time limit, as they are counted on the screen (F7).
extension FormState {
  /// What stands at the right end of a key line of `columns` columns; empty where nothing is counted.
  func countdown(columns: Int, _ width: CharacterWidth) -> String {
    guard let secondsLeft else { return "" }
    let texts = configuration.texts
    let count = "\(secondsLeft)"
    let long = texts("Ends in {count} s: any key goes on", ["count": count])
    if width.columns(of: long) + roomForTwoKeys <= columns { return long }
    let usual = texts("Ends in {count} s", ["count": count])
    return width.columns(of: usual) <= columns ? usual : texts("{count} s", ["count": count])
  }

  /// The columns that the keys which end the form and explain it need beside the long form of the count.
  private var roomForTwoKeys: Int { 24 }
}

extension KeyLine {
  /// The blanks before the count.
  static let countdownGap = 1

  /// Draws the count at the right end of `room`, and answers what is left of it for the entries.
  func drawCountdown(
    in frame: inout Frame, row: Int, columns room: Range<Int>, _ appearance: Appearance
  ) -> Range<Int> {
    guard !countdown.isEmpty else { return room }
    let start = max(room.lowerBound, room.upperBound - appearance.width.columns(of: countdown))
    frame.put(
      countdown, at: Position(row: row, column: start), style: Style(.notice), limit: room.upperBound - start,
      width: appearance.width)
    return room.lowerBound..<max(room.lowerBound, start - Self.countdownGap)
  }
}

extension FormView {
  /// The columns at the right end of the key line that other words have to leave free.
  var countdownColumns: Int {
    let columns = appearance.width.columns(of: form.countdown(columns: layout.width, appearance.width))
    return columns == 0 ? 0 : columns + KeyLine.countdownGap
  }

  /// The bare number of seconds, where a window is too low for a key line; else empty.
  private var loneCountdown: String {
    guard form.secondsLeft != nil, layout.row(layout.keyLine) == nil else { return "" }
    return " " + form.countdown(columns: 0, appearance.width)
  }

  /// The columns for a text in `lines` below a field: fewer where the bare number stands in the last of their rows, so
  /// that it covers nothing.
  func textColumns(in lines: Range<Int>) -> Int {
    let isLast = lines.contains { layout.row($0) == window.size.rows - 1 }
    return layout.width - Layout.indent - (isLast ? appearance.width.columns(of: loneCountdown) : 0)
  }

  /// Draws the bare number at the end of the last row.
  func drawLoneCountdown(in frame: inout Frame) {
    let text = loneCountdown
    guard !text.isEmpty, window.size.rows > 0 else { return }
    let right = min(layout.left + layout.width, window.size.columns)
    let start = max(0, right - appearance.width.columns(of: text))
    frame.put(
      text, at: Position(row: window.size.rows - 1, column: start), style: Style(.notice),
      limit: right - start,
      width: appearance.width)
  }
}
