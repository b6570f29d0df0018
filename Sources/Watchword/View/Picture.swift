import WatchwordScreen

/// The last frame of a form, with the parts that it shows and what each of them has drawn.
///
/// A part draws from its own value alone, so a part that is equal to the one shown looks the same. Only the others are
/// drawn again, with those whose cells they share.
struct Picture {
  private(set) var frame: Frame
  private(set) var parts: [FormPart]
  private var drawn: [Sheet.Drawn]
  private var sheet: Sheet

  init(_ parts: [FormPart], on sheet: Sheet) {
    var sheet = sheet
    drawn = parts.map { sheet.draw($0) }
    (self.parts, self.sheet, frame) = (parts, sheet, sheet.frame)
    finish()
  }

  /// The statements whose places are blank.
  var untold: [Statement] { drawn.flatMap(\.untold) }

  /// Whether the picture was made for this layout.
  func fits(_ layout: Layout) -> Bool { sheet.layout == layout }

  /// Shows `new`, as many parts of the same layout.
  mutating func show(_ new: [FormPart]) {
    let changed = changes(to: new)
    guard !changed.isEmpty else { return }
    parts = new
    var places = changed.flatMap { drawn[$0].places }
    sheet.clear(like: frame)
    for index in changed {
      drawn[index] = sheet.draw(new[index])
      places += drawn[index].places
    }
    let others = new.indices.filter { !changed.contains($0) && drawn[$0].touches(places) }
    if !others.isEmpty {
      sheet.clear(like: sheet.frame)
      for index in (changed + others).sorted() { drawn[index] = sheet.draw(new[index]) }
    }
    frame.take(places, from: sheet.frame, newRows: changed.flatMap { drawn[$0].secretRows })
    finish()
  }

  /// Where `new` differs from the parts shown.
  private func changes(to new: [FormPart]) -> [Int] {
    // Compared in place: a copy of a part costs more than to compare it.
    let (next, last) = (new.span, parts.span)
    return next.indices.filter { next[$0] != last[$0] }
  }

  /// Sets what a frame says besides its cells.
  private mutating func finish() {
    (frame.hasSecrets, frame.cursor, frame.news, frame.lead) = (false, nil, [], [])
    for index in drawn.indices {
      if !drawn[index].secretRows.isEmpty { frame.hasSecrets = true }
      if let cursor = drawn[index].cursor { frame.cursor = cursor }
      if !drawn[index].news.isEmpty { frame.news += drawn[index].news }
      if !drawn[index].lead.isEmpty { frame.lead += drawn[index].lead }
    }
  }
}

extension Sheet.Drawn {
  /// Whether any of `others` has a cell of this part.
  fileprivate func touches(_ others: [Frame.Part]) -> Bool {
    places.contains { place in
      others.contains { place.rows.overlaps($0.rows) && place.columns.overlaps($0.columns) }
    }
  }
}
