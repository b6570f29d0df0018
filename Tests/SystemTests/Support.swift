import Glibc
import WatchwordSecrets

/// The bytes of a buffer with no secret in it.
func bytes(of buffer: borrowing SecretBuffer) -> [UInt8] { buffer.bytes.indices.map { buffer.bytes[$0] } }

/// The bytes of a buffer with no secret in it, as text.
func text(of buffer: borrowing SecretBuffer) -> String { String(decoding: bytes(of: buffer), as: UTF8.self) }

/// Locales with character sets that the system lacks, compiled for a test.
enum CompiledLocale {
  /// Compiles a locale with the character set `name` into `folder` and sets it.
  static func use(_ name: String, language: String = "POSIX", in folder: String) -> Bool {
    let command = "localedef --no-archive --quiet -i \(language) -f \(name) \(folder)/test.\(name)"
    // It warns, and ends with 1, because the language POSIX has no paper size.
    _ = unsafe system(command)
    return unsafe setenv("LOCPATH", folder, 1) == 0 && setlocale(LC_CTYPE, "test.\(name)") != nil
  }
}
