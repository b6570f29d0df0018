internal import CWatchwordSystem

/// The language that was set up for the process, out of the catalogues of gettext(3).
///
/// These are files, and can come from elsewhere: a translation that does not do what the English text does is dropped.
final class ProcessLanguage: Language {
  /// The language of the process; `nil` where that is English.
  static var current: ProcessLanguage? { ww_language_is_bound() ? one : nil }

  private static let one = ProcessLanguage()

  func translation(of english: String, context: String?) -> String? {
    let id = context.map { "\($0)\u{4}\(english)" } ?? english
    return unsafe string(ww_language_text(id)).flatMap { $0.isUsable(for: english) ? $0 : nil }
  }

  func translation(of one: String, _ many: String, count: Int) -> String? {
    unsafe string(ww_language_plural(one, many, UInt(max(0, count)))).flatMap {
      $0.isUsable(for: many) || count == 1 && $0.isUsable(for: one) ? $0 : nil
    }
  }

  private func string(_ text: UnsafePointer<CChar>?) -> String? {
    unsafe text.flatMap { unsafe String(validatingCString: $0) }
  }
}

extension String {
  /// Whether the text can stand in the place of `english`. It has to say something, with the same placeholders. Nothing
  /// in it may move the cursor, but for line feeds where the English text has one and as many tabs, which part the
  /// columns of a table, or be there unseen.
  package func isUsable(for english: String) -> Bool {
    if isEmpty { return false }
    for scalar in unicodeScalars where scalar.isControlOrSeparator || scalar.isInvisible {
      guard scalar == "\n" || scalar == "\t", english.unicodeScalars.contains(scalar) else { return false }
    }
    return tabCount == english.tabCount && placeholders == english.placeholders
  }

  private var tabCount: Int { utf8.count { $0 == UInt8(ascii: "\t") } }

  /// What stands in braces in the text.
  package var placeholders: Set<Substring> {
    var names: Set<Substring> = []
    var rest = self[...]
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
    {
      names.insert(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return names
  }
}
