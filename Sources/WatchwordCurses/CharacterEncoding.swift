internal import CWatchwordCurses
internal import Glibc
internal import WatchwordBase
package import WatchwordScreen

/// The locale's character set, and what follows from it for input and output.
package enum CharacterEncoding: Equatable, Sendable {
  case utf8
  /// The C locale: ASCII on the screen. Input is read as UTF-8, which most keyboards send anyway.
  case ascii
  /// Another character set, by name, that the C library converts.
  case other(String)
  /// A locale, by name, that is not available: only ASCII, on the screen and from the keyboard.
  case unavailable(String)

  /// Sets the process's character set to that of `locale`, or of the environment (locale(7)) if that is `nil` or empty.
  ///
  /// If a UTF-8 locale is not installed, uses C.UTF-8 instead, which the C library always has.
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

  package static var locale: String {
    unsafe setlocale(LC_CTYPE, nil).map { unsafe String(cString: $0) } ?? "C"
  }

  /// Restores the character set of `locale`, which the process had before.
  package static func giveBack(_ locale: String) { unsafe setlocale(LC_CTYPE, locale) }

  package static var current: CharacterEncoding {
    switch LocaleCharacter.setName {
    case "UTF-8": .utf8
    case "ANSI_X3.4-1968", "US-ASCII", "": .ascii
    case let name: .other(name)
    }
  }

  package var characterWidth: CharacterWidth {
    switch self {
    case .utf8: CharacterWidth { Int(wcwidth(wchar_t($0.value))) }
    case .ascii, .unavailable: .ascii
    case .other:
      CharacterWidth { has($0) ? Int(wcwidth(wchar_t($0.value))) : -1 }
    }
  }

  var textMode: KeyDecoder.TextMode {
    switch self {
    case .utf8, .ascii: .utf8
    case .unavailable: .ascii
    case .other: .other { LocaleCharacter.conversion(of: $0) }
    }
  }

  /// Whether the character set has `scalar`, which may come from a terminal that sends keys as Unicode numbers.
  func has(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return true }
    switch self {
    case .utf8, .ascii: return true
    case .unavailable: return false
    case .other: return LocaleCharacter.withBytes(of: scalar) { _ in }
    }
  }

  /// The reason given for bytes that are not text.
  var notText: Event.InputProblem { if case .unavailable = self { .noCharacterSet } else { .notText } }
}

extension LocaleCharacter {
  /// Decodes `bytes`, which start with the first byte of a character, see mbrtowc(3).
  static func conversion(of bytes: Span<UInt8>) -> PartialScalar.Step {
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
}
