import CWatchwordHashes
import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordSecrets
import WatchwordSystem

/// The hash of a password.
@Suite struct PasswordHasherTests {
  /// The hash of a text that is no secret.
  private func hash(_ text: String, _ method: HashMethod, cost: Int? = nil) throws -> String {
    var password = try SecretBuffer(capacity: 1_000, locking: .ifPossible)
    try password.append(text.utf8Span.span)
    var hasher = try PasswordHasher(method, cost: cost ?? method.costs.lowerBound, locking: .ifPossible)
    return SystemTests.text(of: try hasher.hash(password))
  }

  private let library: ww_hash_library

  init() throws {
    var library = ww_hash_library()
    try #require(unsafe ww_hash_load(&library))
    self.library = library
  }

  /// Whether crypt(3) makes `hash` of `text` again.
  private func matches(_ hash: String, _ text: String) -> Bool {
    var data = [UInt8](repeating: 0, count: 32_768)
    return unsafe library.hash(text, hash, &data, Int32(data.count)).map { unsafe String(cString: $0) }
      == hash
  }

  private static let ofLibrary = HashMethod.allCases.filter { $0 != .scramSHA256 }

  private static let hashMatrix = ofLibrary.flatMap { method in
    ["x", "Kv7mQzR2", "pass word: 'é漢😀", String(repeating: "a", count: method.longestPassword)].map {
      (method, $0)
    }
  }

  @Test(arguments: hashMatrix) func `F5 crypt(3) knows the password by its hash, and no other one`(
    method: HashMethod, text: String
  ) throws {
    let hash = try hash(text, method)
    #expect(hash.hasPrefix(method.prefix) && !hash.contains(":") && hash.allSatisfy(\.isASCII))
    #expect(matches(hash, text))
    #expect(!matches(hash, "b" + text.dropFirst()))
    #expect(try self.hash(text, method) != hash, "each hash has a salt of its own")
  }

  @Test(arguments: [
    (HashMethod.yescrypt, 1, "$y$j75$"), (.yescrypt, 2, "$y$j85$"), (.standard, 3, "$y$j7T$"),
    (.gostYescrypt, 1, "$gy$j75$"), (.scrypt, 6, "$7$BU..../....$"), (.bcrypt, 4, "$2b$04$"),
    (.bcrypt, 5, "$2b$05$"), (.sha512crypt, 1_000, "$6$rounds=1000$"),
    (.sha256crypt, 1_001, "$5$rounds=1001$"), (.sha512crypt, 5_000, "$6$"),
  ]) func `F5 the hash says what it costs`(method: HashMethod, cost: Int, start: String) throws {
    let hash = try hash("Kv7mQzR2", method, cost: cost)
    // After scrypt's cost comes the salt.
    #expect(hash.hasPrefix(method == .scrypt ? String(start.dropLast()) : start), "\(hash)")
  }

  @Test func `F5 the least and the greatest cost of a method are those that the library takes`() {
    var setting = [CChar](repeating: 0, count: WW_HASH_SETTING_LENGTH)
    for method in Self.ofLibrary {
      func takes(_ cost: Int) -> Bool {
        unsafe library.make_setting(method.prefix, UInt(cost), nil, 0, &setting, Int32(setting.count)) != nil
      }
      let costs = method.costs
      #expect(costs.contains(method.standardCost) && takes(costs.lowerBound) && takes(costs.upperBound))
      // SHA takes the nearest number for one out of range, and its standard for 0.
      if costs.lowerBound > 1, costs.lowerBound < 1_000 { #expect(!takes(costs.lowerBound - 1), "\(method)") }
      if costs.upperBound < 100 { #expect(!takes(costs.upperBound + 1), "\(method)") }
    }
    #expect(unsafe library.make_setting(nil, 0, nil, 0, &setting, Int32(setting.count)) != nil)
    #expect(setting.starts(with: HashMethod.standard.prefix.utf8.map(CChar.init)))
  }

  @Test(arguments: HashMethod.allCases) func `F5 no password is cut off`(method: HashMethod) {
    let text = String(repeating: "a", count: method.longestPassword + 1)
    #expect(throws: AnswerError.tooLong(limit: method.longestPassword)) { try hash(text, method) }
    for text in ["", "a\0b", "\0"] {
      #expect(throws: AnswerError.system(SystemError(number: EINVAL))) { try hash(text, method) }
    }
  }

  @Test func `F5 the limits are those of the library`() {
    #expect(CRYPT_MAX_PASSPHRASE_SIZE == 512 && WW_HASH_WORK == 32_768)
    var data = [UInt8](repeating: 0, count: 32_768)
    let long = String(repeating: "a", count: 512)
    #expect(unsafe library.hash(long, "$6$rounds=1000$salt", &data, Int32(data.count)) == nil)
    // Bcrypt takes 72 bytes and ignores the rest.
    let hashes = [72, 73].map { count in
      unsafe library.hash(
        String(repeating: "a", count: count), "$2b$04$abcdefghijklmnopqrstuu", &data, Int32(data.count)
      ).map { unsafe String(cString: $0) }
    }
    #expect(hashes[0] != nil && hashes[0] == hashes[1])
  }

  @Test func `F5 memory that is too little is said`() async {
    await #expect(processExitsWith: .success) {
      var password = try SecretBuffer(capacity: 10, locking: .ifPossible)
      try password.append("Kv7mQzR2".utf8Span.span)
      var hasher = try PasswordHasher(.yescrypt, cost: 11, locking: .ifPossible)
      var limit = rlimit(rlim_cur: 1 << 29, rlim_max: 1 << 29)
      guard unsafe setrlimit(__rlimit_resource_t(9), &limit) == 0 else { exit(1) }
      do throws(AnswerError) {
        _ = try hasher.hash(password)
        exit(2)
      } catch {
        guard error == .system(SystemError(number: ENOMEM)) else { exit(3) }
      }
    }
  }
}
