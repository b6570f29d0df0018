internal import CWatchwordCurses
internal import Glibc
internal import WatchwordMessages
package import WatchwordScreen

/// The character set of the locale, and what follows from it for input and output.
package enum CharacterEncoding: Equatable, Sendable {
  case utf8
  /// The C locale: ASCII on the screen; input is taken as UTF-8, which is what most keyboards send all the same.
  case ascii
  /// Another character set, by its name, that the C library converts from and to.
  case other(String)
  /// A locale, by its name, that cannot be had: ASCII alone, on the screen and from the keyboard.
  case unavailable(String)

  /// Sets the character set of the process to that of `locale`, or where it is `nil` or empty to that of the
  /// environment (LC_ALL, LC_CTYPE, LANG; locale(7)).
  ///
  /// A UTF-8 locale that is not installed is replaced by C.UTF-8, which the C library always has.
  @discardableResult
  package static func adopt(_ locale: String?) -> CharacterEncoding {
    if unsafe setlocale(LC_CTYPE, locale ?? "") != nil { return current }
    let name =
      ([locale] + ["LC_ALL", "LC_CTYPE", "LANG"].map(environmentVariable)).lazy.compactMap(\.self)
      .first { !$0.isEmpty } ?? ""
    let tail = name.split(separator: ".", maxSplits: 1).last?.lowercased() ?? ""
    if tail.hasPrefix("utf-8") || tail.hasPrefix("utf8"), unsafe setlocale(LC_CTYPE, "C.UTF-8") != nil {
      return current
    }
    unsafe setlocale(LC_CTYPE, "C")
    return .unavailable(name)
  }

  /// The name of the locale that the process has its character set from.
  package static var locale: String {
    unsafe setlocale(LC_CTYPE, nil).map { unsafe String(cString: $0) } ?? "C"
  }

  /// Sets the character set of the process to that of `locale`, which it had before.
  package static func giveBack(_ locale: String) { unsafe setlocale(LC_CTYPE, locale) }

  /// What the locale that is set has.
  package static var current: CharacterEncoding {
    let name = unsafe nl_langinfo(Int32(CODESET)).map { unsafe String(cString: $0) } ?? ""
    return switch name {
    case "UTF-8": .utf8
    case "ANSI_X3.4-1968", "US-ASCII", "": .ascii
    default: .other(name)
    }
  }

  /// How wide characters are on the screen, by wcwidth(3).
  package var characterWidth: CharacterWidth {
    switch self {
    case .utf8: CharacterWidth { Int(wcwidth(wchar_t($0.value))) }
    case .ascii, .unavailable: .ascii
    case .other:
      CharacterWidth { scalar in
        var isKnown = false
        LocaleCharacter.withBytes(of: scalar) { _ in isKnown = true }
        return isKnown ? Int(wcwidth(wchar_t(scalar.value))) : -1
      }
    }
  }

  /// How the key decoder takes bytes beyond ASCII.
  var textMode: KeyDecoder.TextMode {
    switch self {
    case .utf8, .ascii: .utf8
    case .unavailable: .ascii
    case .other: .other { LocaleCharacter.conversion(of: $0) }
    }
  }

  /// Why bytes that are no text are left out.
  var notText: Event.Refusal { if case .unavailable = self { .noCharacterSet } else { .notText } }
}

/// The value of an environment variable, or `nil` where it is not set.
package func environmentVariable(_ name: String) -> String? {
  unsafe getenv(name).map { unsafe String(cString: $0) }
}

/// Characters of the locale's own character set, by mbrtowc(3).
enum LocaleCharacter {
  /// What `bytes`, from the first byte of a character on, spell.
  static func conversion(of bytes: Span<UInt8>) -> PartialScalar.Answer {
    var character: wchar_t = 0
    var state = mbstate_t()
    let length = unsafe bytes.withUnsafeBytes {
      unsafe mbrtowc(&character, $0.bindMemory(to: CChar.self).baseAddress, $0.count, &state)
    }
    defer { character = 0 }
    switch length {
    case -2: return .unfinished
    case -1: return .invalid
    default: return Unicode.Scalar(UInt32(bitPattern: character)).map { .scalar($0) } ?? .invalid
    }
  }

  /// Calls `body` with the bytes of `scalar`; not where the character set does not have it.
  static func withBytes(of scalar: Unicode.Scalar, _ body: (borrowing Span<UInt8>) -> Void) {
    var bytes = [16 of UInt8](repeating: 0)
    var state = mbstate_t()
    var span = bytes.mutableSpan
    let length = unsafe span.withUnsafeMutableBytes {
      unsafe wcrtomb($0.bindMemory(to: CChar.self).baseAddress, wchar_t(scalar.value), &state)
    }
    guard (1...16).contains(length) else { return }
    body(bytes.span.extracting(first: length))
  }
}
