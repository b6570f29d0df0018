import TestSupport

extension Completion {
  /// Runs `watchword check` without a word list, with `input` as its standard input.
  static func ofCheck(_ input: [UInt8], _ arguments: [String] = [], locale: String = "C.UTF-8") throws
    -> Completion
  {
    var environment = Stage().environment
    environment["LC_ALL"] = locale
    return try of(
      "watchword", ["check", "--no-dictionary"] + arguments, environment: environment, input: input)
  }

  /// The same with a text.
  static func ofCheck(_ input: String, _ arguments: [String] = [], locale: String = "C.UTF-8") throws
    -> Completion
  {
    try ofCheck(Array(input.utf8), arguments, locale: locale)
  }

  /// Runs a shell script that finds the program as `$0`.
  static func ofScript(_ script: String) throws -> Completion {
    try of("sh", ["-c", script, ProgramFile.path("watchword")])
  }
}
