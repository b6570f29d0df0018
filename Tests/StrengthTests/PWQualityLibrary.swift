import CPWQuality

/// libpwquality itself, with the settings of a file. Only the tests link it: a check leaves the password in memory.
@safe
final class PWQualityLibrary {
  private let settings: cpwquality_settings

  /// Reads the file at `path`; `nil` if the library refuses it.
  init?(path: String) {
    guard let settings = unsafe pwquality_default_settings() else { return nil }
    guard unsafe pwquality_read_config(settings, path, nil) == 0 else {
      unsafe pwquality_free_settings(settings)
      return nil
    }
    unsafe self.settings = settings
  }

  deinit { unsafe pwquality_free_settings(settings) }

  /// The library's error, below zero, or a score.
  func check(_ password: String, old: String?, user: String?) -> Int32 {
    unsafe pwquality_check(settings, password, old, user, nil)
  }

  func number(_ setting: Int32) -> Int {
    var value: Int32 = 0
    _ = unsafe pwquality_get_int_value(settings, setting, &value)
    return Int(value)
  }

  func text(_ setting: Int32) -> String? {
    var value: UnsafePointer<CChar>?
    _ = unsafe pwquality_get_str_value(settings, setting, &value)
    return unsafe value.map { unsafe String(cString: $0) }
  }
}
