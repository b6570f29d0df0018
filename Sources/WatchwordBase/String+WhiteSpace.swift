extension String {
  package var withoutOuterWhiteSpace: String {
    guard let first = unicodeScalars.firstIndex(where: { !$0.isWhiteSpace }),
      let last = unicodeScalars.lastIndex(where: { !$0.isWhiteSpace })
    else { return "" }
    return String(unicodeScalars[first...last])
  }
}

extension String {
  /// The text without the colons and spaces at its end.
  package var withoutColon: String { String(reversed().drop { $0 == ":" || $0 == " " }.reversed()) }
}
