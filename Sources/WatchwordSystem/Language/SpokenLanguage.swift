internal import CWatchwordSystem
internal import Glibc
internal import WatchwordBase

/// The language that the process speaks.
package enum SpokenLanguage {
  /// Makes the process speak the language that the environment asks for (LANGUAGE, LC_ALL, LC_MESSAGES, LANG; see
  /// gettext(3)), or that of `locale`. The character set of the process is already set.
  ///
  /// The catalogues are in ../share/locale beside the program, and nowhere else. The process speaks English if there is
  /// no catalogue, in the locale C, in a locale that is not installed, and on a terminal that cannot show the language:
  /// one whose character set is not UTF-8, or the Linux console for a language with wide characters. It does so, too, if a
  /// catalogue is broken. `terminalType` is the terminal's type; `nil` if TERM has it.
  package static func adopt(_ locale: String? = nil, terminalType: String? = nil) {
    if !isTranslated(locale, terminalType: terminalType) { release() }
  }

  /// Makes the process and its libraries speak English.
  package static func release() {
    ww_language_release()
    unsafe setlocale(LC_MESSAGES, "C")
  }

  /// Binds the catalogues. Returns false if the process has to speak English.
  private static func isTranslated(_ locale: String?, terminalType: String?) -> Bool {
    let name = unsafe string(setlocale(LC_MESSAGES, locale ?? ""))
    // As gettext has it: LANGUAGE counts unless the locale is C.
    guard let name, name != "C", LocaleCharacter.setName == "UTF-8" else { return false }
    let names = LanguageWish.names(in: name)
    guard !LanguageWish(firstOf: names).isEnglish, let prefix = ProgramFolder.prefix else { return false }
    let wishes = LanguageWish.all(in: names)
    // For each text, glibc tries every name, so a long list is refused. A name with a slash would lead glibc out of the
    // folder.
    guard wishes.count <= 100, wishes.allSatisfy(\.isName) else { return false }
    let folder = prefix + "/share/locale"
    guard unsafe ww_language_is_sound(folder, names) else { return false }
    unsafe ww_language_bind(folder)
    guard let language = unsafe string(ww_language_name()) else { return false }
    let found = wishes.first { $0.isEnglish || $0.means(language) }
    if found?.isEnglish == true { return false }
    return LanguageWish.isShown(language, onType: terminalType ?? environmentVariable("TERM"))
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String? {
    unsafe text.map { unsafe String(cString: $0) }
  }
}
