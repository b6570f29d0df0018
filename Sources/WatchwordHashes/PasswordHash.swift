internal import WatchwordSecrets
internal import WatchwordSystem

/// Hashes passwords for systems and databases. All methods but ``Method/scramSHA256`` need libcrypt, which is loaded
/// when the first hash is made.
public enum PasswordHash {
  /// A method of crypt(5), or PostgreSQL's.
  public struct Method: RawRepresentable, CaseIterable, Hashable, Sendable {
    let own: HashMethod

    /// All methods.
    public static var allCases: [Method] { HashMethod.allCases.compactMap { Method(rawValue: $0.rawValue) } }

    /// yescrypt, which crypt(5) prefers.
    public static var yescrypt: Method { Method(own: .yescrypt) }
    /// yescrypt with a hash of GOST R 34.11-2012.
    public static var gostYescrypt: Method { Method(own: .gostYescrypt) }
    /// scrypt.
    public static var scrypt: Method { Method(own: .scrypt) }
    /// bcrypt, for passwords of at most 72 bytes.
    public static var bcrypt: Method { Method(own: .bcrypt) }
    /// SHA-512, in many rounds.
    public static var sha512crypt: Method { Method(own: .sha512crypt) }
    /// SHA-256, in many rounds.
    public static var sha256crypt: Method { Method(own: .sha256crypt) }
    /// What PostgreSQL stores (RFC 5803).
    public static var scramSHA256: Method { Method(own: .scramSHA256) }

    private init(own: HashMethod) { self.own = own }

    /// The method with this name, such as "gost-yescrypt"; `nil` if there is none.
    public init?(rawValue: String) {
      guard let own = HashMethod(rawValue: rawValue), own != .standard else { return nil }
      self.own = own
    }

    /// The name, such as "gost-yescrypt".
    public var rawValue: String { own.rawValue }
  }

  /// Why there is no hash.
  public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason as one line without a period.
    public let description: String
  }

  /// The hash of `password` with a new salt. It takes a tenth of a second or more, as it is meant to.
  ///
  /// - Parameters:
  ///   - password: The password, which is not empty.
  ///   - method: How to hash it.
  ///   - cost: As in crypt(5); `nil` for the default.
  /// - Returns: The hash as it is stored.
  /// - Throws: ``Failure``, such as for a cost that the method does not have.
  public static func make(
    _ password: UTF8Span, by method: Method = .yescrypt, cost: Int? = nil
  ) throws(Failure) -> String {
    let method = method.own
    let cost = cost ?? method.standardCost
    guard method.costs.contains(cost) else {
      throw Failure(
        description:
          "the cost of \(method.rawValue) is \(method.costs.lowerBound) to \(method.costs.upperBound)")
    }
    do {
      var hasher = try PasswordHasher(method, cost: cost, locking: .ifPossible)
      var text = try SecretBuffer(capacity: max(1, password.count), locking: .ifPossible)
      try text.append(password.span)
      let hash = try hasher.hash(text)
      return hash.withBytes { String(copying: unsafe UTF8Span(unchecked: $0)) }
    } catch {
      throw Failure(description: "\(error)")
    }
  }
}
