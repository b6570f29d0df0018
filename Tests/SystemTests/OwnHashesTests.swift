import CWatchwordHashes
import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordSecrets
import WatchwordSystem

/// The hashes that libcrypt does not make.
@Suite struct OwnHashesTests {
  /// The hash of a text that is no secret.
  private func hash(_ text: String, _ method: HashMethod, cost: Int? = nil) throws -> String {
    var password = try SecretBuffer(capacity: 1_000, locking: .ifPossible)
    try password.append(text.utf8Span.span)
    var hasher = try PasswordHasher(method, cost: cost ?? method.standardCost, locking: .ifPossible)
    return SystemTests.text(of: try hasher.hash(password))
  }

  /// What a script prints that gets `arguments` as sys.argv[1:].
  private func python(_ script: String, _ arguments: [String] = []) throws -> String {
    let end = try Completion.of("/usr/bin/python3", ["-c", script] + arguments)
    try #require(end.status == 0, "\(end.errors)")
    return end.output
  }

  /// The text as SASLprep makes it; `nil` if the text itself is used.
  private func prepared(_ text: String, in work: UnsafeMutableRawPointer) -> [UInt8]? {
    let bytes = Array(text.utf8CString)
    let count = unsafe ww_saslprep(bytes, bytes.count - 1, work)
    return count < 0 ? nil : unsafe Array(UnsafeRawBufferPointer(start: work, count: count))
  }

  /// What PostgreSQL's pg_saslprep does, with the tables and the normal form of Python.
  private static let preparing = """
    import stringprep, sys, unicodedata, zlib
    names = 'a1 c12 c21_c22 c3 c4 c5 c6 c7 c8 c9'.split()
    prohibited = [getattr(stringprep, 'in_table_' + name) for name in names]
    def prepare(text):
      if text.isascii(): return None
      text = ''.join(' ' if stringprep.in_table_c12(c) or c == '\\u200B' else c for c in text)
      text = ''.join(c for c in text if not stringprep.in_table_b1(c))
      if not text or any(table(c) for c in text for table in prohibited): return None
      right = [stringprep.in_table_d1(c) for c in text]
      if any(right) and (any(stringprep.in_table_d2(c) for c in text) or not (right[0] and right[-1])): return None
      return unicodedata.normalize('NFKC', text).encode()

    """

  @Test func `S2 SASLprep is PostgreSQL's, for each code point`() throws {
    let expected = try python(
      Self.preparing + """
        sum = 0
        for point in range(0x110000):
          if not 0xD800 <= point < 0xE000:
            sum = zlib.crc32((prepare(chr(point)) or b'-') + b'\\0', sum)
        print(sum)
        """)
    let work = UnsafeMutableRawPointer.allocate(byteCount: Int(WW_SCRAM_WORK), alignment: 8)
    defer { unsafe work.deallocate() }
    var sum = CyclicRedundancyCheck()
    for point in UInt32(0)..<0x110000 {
      guard let scalar = Unicode.Scalar(point) else { continue }
      sum.take(unsafe (prepared(String(scalar), in: work) ?? Array("-".utf8)) + [0])
    }
    #expect("\(sum.value)\n" == expected)
  }

  @Test func `S2 SASLprep is PostgreSQL's, for texts`() throws {
    let texts =
      drawnTexts(300) + [
        "\u{627}1\u{628}", "\u{627}1", "1\u{627}", "\u{627}a\u{628}", "\u{AD}", "a\u{AD}\u{200B}b", "ﬁ①ª㍿",
        "e\u{301}\u{327}",
        "\tä", "ä\u{7F}", String(repeating: "ﷺ", count: 170), "\u{110BD}", "𝔘𝔫𝔦", "\u{1100}\u{1161}\u{11A8}",
      ]
    let work = UnsafeMutableRawPointer.allocate(byteCount: Int(WW_SCRAM_WORK), alignment: 8)
    defer { unsafe work.deallocate() }
    let script =
      Self.preparing + "for text in sys.argv[1:]: print((prepare(text) or b'-').decode(), end='\\0')"
    let found = try python(script, texts).split(separator: "\0", omittingEmptySubsequences: false)
      .dropLast().map { Array($0.utf8) }
    #expect(found.count == texts.count && found.contains(Array("-".utf8)))
    for (text, found) in zip(texts, found) {
      #expect(unsafe (prepared(text, in: work) ?? Array("-".utf8)) == found, "\(text.debugDescription)")
    }
  }

  @Test func `S2 scram-sha-256 serves the dialogue of RFC 7677`() throws {
    let salt: [UInt8] = [
      0x5B, 0x6D, 0x99, 0x68, 0x9D, 0x12, 0x35, 0x8E, 0xEC, 0xA0, 0x4B, 0x14, 0x12, 0x36, 0xFA, 0x81,
    ]
    let work = UnsafeMutableRawPointer.allocate(byteCount: Int(WW_SCRAM_WORK), alignment: 8)
    defer { unsafe work.deallocate() }
    var hash = [CChar](repeating: 0, count: Int(WW_SCRAM_LENGTH))
    let count = unsafe ww_scram("pencil", 6, salt, 4096, work, &hash)
    let secret = String(decoding: hash.prefix(count).map { UInt8($0) }, as: UTF8.self)
    let script = """
      import base64, hashlib, hmac, sys
      name, rest, keys = sys.argv[1].split('$')
      iterations, salt = rest.split(':')
      stored, server = (base64.b64decode(key) for key in keys.split(':'))
      nonce = 'rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0'
      said = ','.join(['n=user,r=rOprNGfwEbeRWgbNEkqO', 'r=' + nonce + ',s=' + salt + ',i=' + iterations, 'c=biws,r=' + nonce])
      def sign(key): return hmac.digest(key, said.encode(), 'sha256')
      proof = base64.b64decode('dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=')
      client = bytes(a ^ b for a, b in zip(proof, sign(stored)))
      assert name == 'SCRAM-SHA-256' and hashlib.sha256(client).digest() == stored
      print(base64.b64encode(sign(server)).decode())
      """
    #expect(try python(script, [secret]) == "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=\n")
  }

  @Test(arguments: [1, 63, 64, 65, 511]) func `S2 scram-sha-256 takes every length`(count: Int) throws {
    let text = String(repeating: "a", count: count)
    let secret = try hash(text, .scramSHA256, cost: 5000)
    let script = """
      import base64, hashlib, hmac, sys
      salt = base64.b64decode(sys.argv[2])
      salted = hashlib.pbkdf2_hmac('sha256', sys.argv[1].encode(), salt, 5000)
      stored = hashlib.sha256(hmac.digest(salted, b'Client Key', 'sha256')).digest()
      server = hmac.digest(salted, b'Server Key', 'sha256')
      keys = ':'.join(base64.b64encode(key).decode() for key in (stored, server))
      print('SCRAM-SHA-256$5000:' + sys.argv[2] + '$' + keys)
      """
    let salt = secret.split(separator: ":")[1].split(separator: "$")[0]
    #expect(try python(script, [text, String(salt)]) == secret + "\n")
    #expect(try hash(text, .scramSHA256, cost: 5000) != secret, "each hash has a salt of its own")
  }
}

/// CRC-32, as zlib has it.
private struct CyclicRedundancyCheck {
  private var rest = UInt32.max
  var value: UInt32 { ~rest }

  mutating func take(_ bytes: [UInt8]) {
    for byte in bytes {
      rest ^= UInt32(byte)
      for _ in 0..<8 { rest = rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
  }
}
