internal import Glibc

/// The environment variable `name`; `nil` if it is not set. Bytes that are not UTF-8 are replaced by U+FFFD.
package func environmentVariable(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// The environment variable `name`; `nil` if it is not set or not UTF-8. So a path in it is never another than was
/// meant.
package func exactEnvironmentVariable(_ name: String) -> String? {
  unsafe getenv(name).flatMap { unsafe String(validatingCString: $0) }
}
