import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen

@testable import Watchword

/// The list of keys in the man page, made from the table that binds them; RECORD=1 writes it again.
struct KeyTableTests {
  /// The names of keys, and what they do in the words of the page of keys. A binding that the page leaves out, because
  /// it is much like the one above, is named together with that one.
  private static let rows: [(names: [String], text: String)] = KeyBinding.all.reduce(into: []) {
    rows, binding in
    let names = binding.keys.map { $0.name(.ascii, .english, spelled: true) }
    if let text = binding.text?(.english) {
      rows.append((names, text.replacing("this page", with: "the page of keys")))
    } else if [.deleteWordBackward, .pageUp].contains(binding.action) {
      rows[rows.count - 1].names += names
    }
  }

  @Test func `the man page has the keys of the table`() throws {
    let entries = Self.rows.map { names, text in
      let keys = names.map { "\"\($0.replacing("-", with: #"\-"#))\"" }.joined(separator: " \", \" ")
      return ".TP\n.BR \(keys)\n\(text.prefix(1).uppercased())\(text.dropFirst())."
    }
    try PackageFile.expect(
      "docs/man/watchword.1", between: #".\" keys"#, and: #".\" end of keys"#,
      toHold: entries.joined(separator: "\n"))
  }
}
