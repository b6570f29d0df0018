/// German locales, some with other character sets, one of Portugal and one of America, made by localedef(1) and kept
/// among the built files.
package enum Locales {
  /// The folder for LOCPATH; `nil` if they cannot be made.
  package static let made: String? = {
    let folder = ProgramFile.folder + "/locales"
    let make = """
      mkdir -p '\(folder)' && cd '\(folder)' && for name in de_DE.ISO-8859-1 de_DE.ISO-8859-15 de_DE.UTF-8 pt_PT.UTF-8 \
        en_US.UTF-8; do
      test -e $name/LC_CTYPE || localedef -c -i ${name%.*} -f ${name#*.} ./$name || test -e $name/LC_CTYPE || exit
      done
      """
    let status = try? Completion.of("sh", ["-c", make]).status
    return status == 0 ? folder : nil
  }()

  /// The environment with a locale that LANGUAGE counts in, if it is set: from glibc 2.39 on it does not in C.UTF-8.
  static func counting(_ environment: [String: String]) -> [String: String] {
    guard environment["LANGUAGE"] != nil, environment["LC_ALL"] == "C.UTF-8", let made else {
      return environment
    }
    return environment.merging(["LC_ALL": "en_US.UTF-8", "LOCPATH": made]) { $1 }
  }
}
