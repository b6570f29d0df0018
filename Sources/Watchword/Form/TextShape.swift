internal import WatchwordStrength

/// The outline of a field's text: enough to draw it, nothing of what it says. All counts are of grapheme clusters.
package struct TextShape: Equatable, Sendable {
  package var count = 0
  package var caret = 0
  /// The columns of each cluster: 1 or more, and 1 if masked. Empty while nothing of the text is shown. While one
  /// character is shown for a moment, the others count as masked.
  package var widths: [UInt8] = []
}
