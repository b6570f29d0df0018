extension String {
  /// The labels of hosts that say whose a site is: all with four letters or more except the last one, and those that many
  /// sites have. The hosts are of a URL whose scheme may be missing, or of several with commas between them.
  package var places: [String] {
    let parts = utf8.split(separator: UInt8(ascii: "/"))
    return parts.indices.filter {
      parts[$0].last != UInt8(ascii: ":") && ($0 == 0 || parts[$0 - 1].last == UInt8(ascii: ":"))
    }.flatMap { index -> [String] in
      let behind = parts[index].lastIndex(of: UInt8(ascii: "@")).map { parts[index][$0...].dropFirst() }
      let labels = (behind ?? parts[index]).prefix { !":?#,".utf8.contains($0) }.split(
        separator: UInt8(ascii: "."))
      return (labels.count > 1 ? labels.dropLast() : labels[...]).compactMap { String($0) }
    }.filter { label in
      label.unicodeScalars.count { $0.properties.isAlphabetic } > 3
        && !["login", "mail", "accounts", "auth", "webmail"].contains(label.lowercased())
    }
  }
}

extension Span<UInt8> {
  /// Whether these are the bytes of `name`, or the same with capitals of ASCII.
  package func isName(_ name: String) -> Bool {
    name.utf8.count == count
      && zip(name.utf8, indices).allSatisfy { $0 == self[$1] | 0x20 || $0 == self[$1] }
  }
}
