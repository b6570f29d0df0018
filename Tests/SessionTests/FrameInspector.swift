import TestSupport
import WatchwordScreen

/// Finds faults of a frame, whatever is on it.
struct FrameInspector {
  /// Scalars that no frame may contain.
  let forbidden: Set<Unicode.Scalar>

  /// The first fault of `frame`, which shows the texts `fields`; `nil` if there is none.
  func fault(of frame: Frame, fields: [PlainText]) -> String? {
    if let cursor = frame.cursor,
      !(0..<frame.size.rows ~= cursor.row && 0..<frame.size.columns ~= cursor.column)
    {
      return "the cursor \(cursor) lies outside \(frame.size)"
    }
    if let cluster = frame.clusters.first(where: { !forbidden.isDisjoint(with: $0.unicodeScalars) }) {
      return "the frame holds \(cluster)"
    }
    let cells = frame.cells
    let columns = frame.size.columns
    var index = 0
    while index < cells.count {
      let glyph = cells[index].glyph
      let width: Int
      switch glyph {
      case .scalar(let scalar):
        if scalar.isASCII { index += 1; continue }
        if forbidden.contains(scalar) { return "the frame holds \(scalar)" }
        width = max(1, CharacterWidth.standard.columns(of: scalar))
      case .cluster(let number):
        width = CharacterWidth.standard.columns(of: frame.clusters[Int(number)].unicodeScalars)
      case .secret(let field, let number):
        guard fields.indices.contains(Int(field)), fields[Int(field)].characters.indices.contains(Int(number))
        else {
          return "cluster \(number) of field \(field) is not there"
        }
        width = CharacterWidth.standard.columns(of: fields[Int(field)].characters[Int(number)].unicodeScalars)
      case .continuation: return "a continuation follows nothing at \(index / columns),\(index % columns)"
      }
      if index % columns + width > columns {
        return "\(glyph) at \(index / columns),\(index % columns) is cut"
      }
      for further in 1..<max(1, width) where cells[index + further].glyph != .continuation {
        return "\(glyph) at \(index / columns),\(index % columns) of \(width) columns has lost a part"
      }
      index += width
    }
    return nil
  }
}
