package import WatchwordBase
package import WatchwordSecrets

/// Why an answer cannot be written or a password cannot be hashed. The description ends a line that names what failed.
package enum AnswerError: Error, Equatable, CustomStringConvertible, Sendable {
  /// There is no memory for the answer or the hash.
  case memory(SecretError)
  /// The locale's character set lacks a character of a text.
  case unwritable
  case name(String)
  /// The system has no libcrypt.
  case noLibrary
  /// The password has more bytes than the hash method takes.
  case tooLong(limit: Int)
  /// The library failed, for instance with ENOMEM.
  case system(SystemError)

  package var description: String {
    switch self {
    case .memory: text("there is no locked memory for it")
    case .unwritable: text("the locale's character set has not all of its characters")
    case .name(let name): text("a value cannot have the name '{name}'", ["name": name])
    case .noLibrary: text("there is no library {library}", ["library": "libcrypt.so.1"])
    case .tooLong(let limit): text("it has more than {count} bytes", ["count": String(limit)])
    case .system(let error): error.description
    }
  }
}
