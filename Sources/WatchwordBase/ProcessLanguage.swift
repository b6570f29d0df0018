internal import CWatchwordSystem

/// The language that was set up for the process, from the catalogues of gettext(3).
///
/// Catalogues are files, and may come from elsewhere. So a translation is used only if it can replace the English text;
/// see ``isUsable(for:)``.
final class ProcessLanguage: Language {
  /// The language of the process; `nil` if that is English.
  static var current: ProcessLanguage? { ww_language_is_bound() ? one : nil }

  private static let one = ProcessLanguage()

  var name: String {
    let header = unsafe string(ww_language_name()) ?? ""
    return String(Substring(header.utf8.prefix { $0 != UInt8(ascii: "\n") }))
  }

  func translation(of english: String, context: String?) -> String? {
    let id = context.map { "\($0)\u{4}\(english)" } ?? english
    return unsafe string(ww_language_text(id))?.replacement(for: english)
  }

  func translation(of one: String, _ many: String, count: Int) -> String? {
    unsafe string(ww_language_plural(one, many, UInt(max(0, count))))?.replacement(
      for: one, many, count: count)
  }

  private func string(_ text: UnsafePointer<CChar>?) -> String? {
    unsafe text.flatMap { unsafe String(validatingCString: $0) }
  }
}
