import WatchwordMessages
import WatchwordScreen
import WatchwordStrength

/// Drawing which character a criterion does not allow.
extension FormView {
  /// Names the character behind the label of its criterion, where the field is shown. It is a hole of the frame, as it is
  /// in the field, so that neither the form's state nor the frame holds it.
  func drawDenied(in frame: inout Frame) {
    guard form.offer == nil, let index = form.judgedField, form.fields[index].isShown,
      let denied = form.panel.verdict.denied, denied.cluster < form.fields[index].shape.count,
      let item = layout.panel.last(where: { $0.subject == .criterion(denied.criterion) }),
      let row = layout.row(item.line)
    else { return }
    let not = form.configuration.texts.notAllowed
    let width = appearance.width
    let start = item.textColumn + width.columns(of: item.text)
    let columns = form.fields[index].columns(ofCluster: denied.cluster)
    let needed = width.columns(of: not.before) + columns + width.columns(of: not.after)
    let next = layout.panel.first { $0.line == item.line && $0.column > item.column }
    guard start + needed <= next?.column ?? layout.left + layout.width else { return }
    let style = Style(.plain)
    let column =
      start + frame.put(not.before, at: Position(row: row, column: start), style: style, width: width)
    frame.put(
      .secret(field: UInt8(index), index: UInt16(denied.cluster)), columns: columns, row: row, column: column,
      style: style)
    frame.put(
      not.after, at: Position(row: row, column: column + columns), style: style, width: width)
  }
}

extension Texts {
  /// What stands behind the label of the allowed characters where the field is shown: what is before and after a character
  /// that is not allowed.
  var notAllowed: Sentence {
    let texts = self
    // translators: It stands behind such labels as "only ASCII characters".
    return Sentence(texts(": not \"*{character}*\""))
  }
}
