/// The outline of a field's text: enough to draw it, nothing of what it says. All counts are of grapheme clusters.
package struct TextShape: Equatable, Sendable {
  package var count = 0
  package var caret = 0
  /// The columns of each cluster with the separator before it: 1 to 255, and 1 if masked. Empty while nothing of the
  /// text is shown. While one character is shown for a moment, the others count as masked.
  package private(set) var widths: [UInt8] = []

  /// Counts every cluster as masked, so that some of them can be given their columns.
  mutating func showClusters() { widths = Array(repeating: 1, count: count) }

  /// Sets the columns of `cluster`. No field has room for 255, so more count as 255.
  mutating func setColumns(_ columns: Int, of cluster: Int) { widths[cluster] = UInt8(clamping: columns) }
}
