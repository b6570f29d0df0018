package import WatchwordScreen
package import WatchwordTesting

/// What a scripted terminal has shown, as an SVG picture that CSS moves in a loop. It stands still for readers who want
/// less motion, or whose program has no CSS.
package struct Film {
  private var pictures: [(frame: Frame, texts: [Int: [Character]], start: Duration)] = []
  private let length: Duration
  private let still: Int
  /// The colours of styles that do not have their usual ones.
  package var color: (Style) -> UInt32? = { _ in nil }

  /// The film of all that `terminal` shows over time, and then of `words`, printed once the form is gone, for two seconds.
  /// `still` is the time of the picture that does not move.
  package init(of terminal: ScriptedTerminal, still: Duration, printed words: String) {
    guard let begin = terminal.waits.first?.start else { preconditionFailure("nothing was played") }
    length = terminal.now - begin + .seconds(2)
    for (index, wait) in terminal.waits.enumerated() {
      let end = index + 1 < terminal.waits.count ? terminal.waits[index + 1].start : terminal.now
      guard wait.start < end else { continue }
      let texts = terminal.shownTexts[wait.frames - 1].mapValues(Array.init)
      pictures.append((terminal.frames[wait.frames - 1], texts, wait.start - begin))
    }
    var frame = Frame(size: terminal.size)
    frame.put(words, at: Position(row: 0, column: 0), width: .standard)
    frame.cursor = Position(row: 1, column: 0)
    pictures.append((frame, [:], terminal.now - begin))
    self.still = pictures.lastIndex { $0.start <= still } ?? 0
  }

  /// What `terminal` has shown last, with `lines` at its right in a pane of so many `columns`.
  package init(still terminal: ScriptedTerminal, beside lines: [String] = [], columns: Int = 0) {
    guard let last = terminal.waits.last?.frames else { preconditionFailure("nothing was played") }
    let frame = terminal.frames[last - 1]
    let texts = terminal.shownTexts[last - 1].mapValues(Array.init)
    (length, still) = (.zero, 0)
    pictures = [(columns > 0 ? frame.beside(lines, columns: columns) : frame, texts, .zero)]
  }

  /// The picture of `frame`.
  package init(still frame: Frame) {
    (length, still) = (.zero, 0)
    pictures = [(frame, [:], .zero)]
  }

  package var svg: String {
    let (width, height) = Grid.extent(of: pictures[0].frame.size)
    var (rules, body) = ([String](), [String]())
    for (number, group) in (groups(\.below) + groups(\.above)).enumerated() {
      guard group.pictures.count < pictures.count else {
        body += group.elements
        continue
      }
      let visibility = group.pictures.contains(still) ? "" : #" visibility="hidden""#
      rules.append(
        ".f\(number){animation-name:f\(number)}@keyframes f\(number){\(keyframes(group.pictures))}")
      body += [#"<g class="f\#(number)"\#(visibility)>"#] + group.elements + ["</g>"]
    }
    let motion = """
      <style>
      @media (prefers-reduced-motion: no-preference) {
      g{animation:\(length.wholeNanoseconds / 1_000_000)ms step-end infinite}
      \(rules.joined(separator: "\n"))
      }
      </style>

      """
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="16">
      \(rules.isEmpty ? "" : motion)<rect width="\(width)" height="\(height)" rx="10" fill="\(Look.background)"/>
      \(body.joined(separator: "\n"))
      </svg>

      """
  }

  private typealias Elements = (below: [String], above: [String])

  /// The elements of all pictures, grouped by when they come and go.
  private func groups(_ layer: (Elements) -> [String]) -> [(pictures: [Int], elements: [String])] {
    var (all, found) = ([String](), [String: [Int]]())
    for (number, picture) in pictures.enumerated() {
      for element in layer(picture.frame.elements(showing: picture.texts, color: color)) {
        if found[element] == nil { all.append(element) }
        found[element, default: []].append(number)
      }
    }
    var groups: [(pictures: [Int], elements: [String])] = []
    for element in all {
      let shown = found[element, default: []]
      let index = groups.firstIndex { $0.pictures == shown } ?? groups.endIndex
      if index == groups.endIndex { groups.append((shown, [])) }
      groups[index].elements.append(element)
    }
    return groups
  }

  /// When the element of the pictures `shown` is visible: the times of its changes, in hundredths of a percent.
  private func keyframes(_ shown: [Int]) -> String {
    let shown = Set(shown)
    return pictures.indices.filter { $0 == 0 || shown.contains($0) != shown.contains($0 - 1) }.map { number in
      let share = pictures[number].start.wholeNanoseconds / (length.wholeNanoseconds / 10_000)
      let visibility = shown.contains(number) ? "visible" : "hidden"
      return "\(Double(share) / 100)%{visibility:\(visibility)}"
    }.joined()
  }
}
