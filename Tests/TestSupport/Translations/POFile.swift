/// A file of translations as translators write it, or the template they start from; see the manual of GNU gettext, "The
/// Format of PO Files".
package struct POFile: Sendable {
  package struct Entry: Sendable {
    package struct ID: Hashable, Sendable, CustomStringConvertible {
      /// The context (msgctxt), the text and its plural. Context and plural are mostly missing.
      package var context: String?, text = "", plural: String?

      package init(_ text: String, plural: String? = nil, context: String? = nil) {
        (self.context, self.text, self.plural) = (context, text, plural)
      }

      package var description: String {
        [context, text, plural].compactMap { $0.map { "\"\($0)\"" } }.joined(separator: " / ")
      }
    }

    package var id = ID("")
    /// The translations, one for each form of a plural.
    package var translations: [String] = []
    /// The words after `#,`.
    package var flags: [String] = []
    /// Whether the template no longer has it.
    package var isObsolete = false
  }

  /// The name of the file without its ending: the language.
  package let name: String
  package private(set) var entries: [Entry] = []
  package private(set) var header: [String] = []

  package init(_ path: String) throws {
    self.init(
      name: String((path.split(separator: "/").last ?? "").prefix { $0 != "." }), try PackageFile.text(path))
  }

  package init(name: String, _ text: String) {
    self.name = name
    for block in text.split(separator: "\n\n") { read(block.split(separator: "\n")) }
  }

  package static func all() throws -> [POFile] {
    try PackageFile.paths(in: "Sources/Languages/po", suffix: ".po").map { try POFile($0) }
  }

  private mutating func read(_ lines: [Substring]) {
    var entry = Entry()
    var keyword = ""
    for var line in lines {
      if line.hasPrefix("#,") {
        entry.flags += line.dropFirst(2).split { ", ".contains($0) }.map(String.init)
      }
      if line.hasPrefix("#~") {
        entry.isObsolete = true
        line = line.dropFirst(2).drop { $0 == " " }
      }
      guard let quote = line.firstIndex(of: "\""), !line.hasPrefix("#") else { continue }
      let said = Self.unescaped(line[line.index(after: quote)...].dropLast())
      if quote != line.startIndex { keyword = String(line[..<quote].prefix { $0 != " " }) }
      let isNew = quote != line.startIndex
      switch keyword {
      case "msgctxt": entry.id.context = (entry.id.context ?? "") + said
      case "msgid": entry.id.text += said
      case "msgid_plural": entry.id.plural = (entry.id.plural ?? "") + said
      default:
        if isNew { entry.translations.append("") }
        entry.translations[entry.translations.count - 1] += said
      }
    }
    if entry.translations.isEmpty { return }
    if entry.id.text.isEmpty {
      header = entry.translations[0].split(separator: "\n").map(String.init)
    } else {
      entries.append(entry)
    }
  }

  private static func unescaped(_ text: Substring) -> String {
    var (result, isEscaped) = ("", false)
    for character in text {
      if isEscaped {
        result.append(["n": "\n", "t": "\t", "r": "\r"][character] ?? character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}
