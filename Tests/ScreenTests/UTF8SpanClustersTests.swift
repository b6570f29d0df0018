import Testing
import WatchwordBase
import WatchwordScreen

@Suite struct `Clusters of a borrowed text` {
  static let texts = ["", "abc", "e\u{301}漢👨‍👩‍👧x", "🇳🇱🇧🇪🇩", "\u{301}1\u{FE0F}\u{20E3}", "각\u{1100}\u{1161}"]

  @Test(arguments: texts) func `are lent one by one`(string: String) {
    let text = string.utf8Span
    var lent: [String] = []
    text.forEachCluster(in: 0...) { index, cluster in
      #expect(index == lent.count)
      lent.append(String(copying: cluster))
    }
    #expect(lent == string.map(String.init))
    let count = text.clusterCount
    #expect(count == string.count)
  }

  @Test(arguments: [
    (0..<0, ""), (0..<2, "ae\u{301}"), (1..<3, "e\u{301}漢"), (3..<9, "z"), (4..<5, ""), (7..<9, ""),
  ]) func `are lent from a range, as far as the text goes`(range: Range<Int>, expected: String) {
    var lent = ""
    "ae\u{301}漢z".utf8Span.forEachCluster(in: range) { _, cluster in lent += String(copying: cluster) }
    #expect(lent == expected)
  }

  @Test(arguments: [
    ("a", 1), ("漢", 2), ("e\u{301}", 1), ("\u{301}", 1), ("👨‍👩", 4), ("\u{1}", 1), ("漢\u{34F}", 3),
  ]) func `are as wide as their scalars together`(cluster: String, columns: Int) {
    let width = CharacterWidth { scalar in
      switch scalar.value {
      case 0x301, 0x200D: 0
      case ..<0x20: -1
      case 0x1100...: 2
      default: 1
      }
    }
    let measured = width.columns(of: cluster.utf8Span)
    #expect(measured == columns)
    #expect(measured == width.columns(of: cluster.unicodeScalars))
  }
}
