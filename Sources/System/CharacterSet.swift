import Glibc
public import Secrets

/// The character set that text leaves the program in.
public enum CharacterSet: Equatable, Sendable {
  /// UTF-8: that of a UTF-8 locale, and that of the C locale too, whose input is taken as UTF-8.
  case utf8
  /// Another one, which the C library knows by the locale.
  case locale

  /// The character set of the locale that setlocale(3) has set, see nl_langinfo(3).
  public static var current: CharacterSet {
    guard let name = unsafe nl_langinfo(nl_item(CODESET)) else { return .utf8 }
    return switch unsafe String(cString: name) {
    case "UTF-8", "ANSI_X3.4-1968": .utf8
    default: .locale
    }
  }

  /// The number of free bytes that ``append(_:to:)`` needs for `text`: in UTF-8 those of the text, in other character
  /// sets some more than it writes.
  public func room(for text: UTF8Span) -> Int {
    switch self {
    case .utf8: text.count
    // A character takes at most twice as many bytes as in UTF-8 (GB 18030: four for two).
    case .locale: 2 * text.count + CharacterSet.longestCharacter
    }
  }

  /// Puts `text` in this character set behind the bytes of `buffer`.
  ///
  /// What the terminal sent in the locale's character set comes out as the same bytes.
  ///
  /// - Throws: ``Failure/unwritable`` when the character set lacks a character of the text, and
  ///   ``SecretError/full`` as a ``Failure/memory(_:)`` where there is no ``room(for:)`` it. Nothing is changed then.
  public func append(_ text: UTF8Span, to buffer: inout SecretBuffer) throws(Failure) {
    switch self {
    case .utf8: try Failure.ofMemory { () throws(SecretError) in try buffer.append(text.span) }
    case .locale:
      try unsafe buffer.withFreeCapacity { (free) throws(Failure) in
        var written = 0
        var scalars = text.makeUnicodeScalarIterator()
        while let scalar = scalars.next() {
          written += unsafe try CharacterSet.write(
            scalar, to: UnsafeMutableRawBufferPointer(rebasing: free[written...]))
        }
        return written
      }
    }
  }

  /// Writes `scalar` in the locale's character set to the start of `memory`, and answers the number of bytes.
  private static func write(
    _ scalar: Unicode.Scalar, to memory: UnsafeMutableRawBufferPointer
  ) throws(Failure) -> Int {
    guard memory.count >= longestCharacter else { throw .memory(.full) }
    // The shift state that wctomb keeps for all callers does not matter: no locale of the C library has a
    // character set with shifts.
    let bytes = unsafe memory.bindMemory(to: CChar.self)
    let count = unsafe wctomb(bytes.baseAddress, wchar_t(bitPattern: scalar.value))
    guard count > 0 else { throw .unwritable }
    return Int(count)
  }

  /// The bytes that wctomb(3) may write at once (MB_LEN_MAX of the C library).
  private static let longestCharacter = 16
}

extension CharacterSet {
  /// Why a text could not be written in a character set.
  public enum Failure: Error, Equatable, Sendable {
    /// The character set lacks a character of the text.
    case unwritable
    /// There was no secret memory for it.
    case memory(SecretError)

    /// Carries out `body`, whose error becomes a ``memory(_:)``.
    static func ofMemory<R: ~Copyable>(_ body: () throws(SecretError) -> R) throws(Failure) -> R {
      do throws(SecretError) { return try body() } catch { throw .memory(error) }
    }
  }
}

extension SecretBuffer {
  /// Puts `text`, which is ASCII and so the same in every character set, behind the bytes in use.
  ///
  /// - Throws: ``SecretError/full`` as a ``CharacterSet/Failure/memory(_:)``; nothing is changed then.
  mutating func append(ascii text: String) throws(CharacterSet.Failure) {
    do throws(SecretError) { try append(text.utf8Span.span) } catch { throw .memory(error) }
  }
}
