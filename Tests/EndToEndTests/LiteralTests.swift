import Glibc
import TestSupport
import Testing
import WatchwordSecrets
import WatchwordSystem

private let hasServers = unsafe getenv("WATCHWORD_SERVERS") != nil

/// What a template writes for SQL, read by the real servers, which `make recipes` starts.
@Suite(.serialized, .enabled(if: hasServers, "only make recipes has them"))
struct LiteralTests {
  private let folder = TemporaryFolder()

  private func run(_ command: String, _ arguments: String...) throws -> String {
    let end = try Completion.of("sh", ["-ec", command, "sh"] + arguments)
    try #require(end.status == 0, "\(end.errors)")
    return end.output
  }

  /// The texts written as literals, a statement each, which asks the server for the bytes in hexadecimal digits.
  private func statements(_ escape: ValueEscape, _ template: String) throws -> (texts: [String], file: String)
  {
    let texts = drawnTexts(250).filter { escape.fault(in: $0.utf8Span) == nil }
    let template = try AnswerTemplate(template, fields: [.init(name: "t", isSecure: true)])
    let format = AnswerFormat(.lines, template: template, characterSet: .utf8)
    let lines = try texts.map { text in
      let bytes = try format.encode(names: ["t"], locking: .ifPossible) { _, use in use(text.utf8Span) }
      return unsafe bytes.bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
    _ = unsafe chmod(folder.path, 0o755)
    let file = folder.write(lines.joined(), to: "statements")
    _ = unsafe chmod(file, 0o644)
    return (texts, file)
  }

  private func hexadecimal(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test(arguments: ["on", "off"]) func `S1 pgsql is read by PostgreSQL`(conforming: String) throws {
    let (texts, file) = try statements(.pgsql, "SELECT encode(convert_to({t:pgsql}, 'UTF8'), 'hex');")
    let script =
      #"PGCLIENTENCODING=UTF8 sudo --preserve-env=PGCLIENTENCODING -u postgres psql -Atq -v ON_ERROR_STOP=1 -c "SET standard_conforming_strings = $2" -f "$1""#
    #expect(try run(script, file, conforming) == texts.map { hexadecimal($0) + "\n" }.joined())
  }

  @Test func `S1 mysql is read by MariaDB`() throws {
    let (texts, file) = try statements(.mysql, "SELECT LOWER(HEX({t:mysql}));")
    let script = #"mariadb --default-character-set=utf8mb4 -N <"$1""#
    #expect(try run(script, file) == texts.map { hexadecimal($0) + "\n" }.joined())
  }

  @Test func `S2 a role logs in with what SASLprep changes, and with what it refuses`() throws {
    let texts = [
      "ä", "Straße", "e\u{301}t\u{E9}", "ﬁnd ①②", "a\u{A0}b", "a\u{AD}b", "a\u{200B}b", "\u{2028}x", "漢字",
      "カﾞ",
      "한국어", "\u{1112}\u{1161}\u{11AB}", "\u{627}1\u{628}", "\u{627}1", "\u{627}ab", "🙂", "\u{E000}x", "Ω ㎏",
      "x\u{7F}ä",
      "naïve\u{FEFF}", "𝔘𝔫𝔦", "\u{110BD}é",
    ]
    for text in texts {
      let hash = try run(
        #"printf '%s\n' "$1" | "$2" hash --hash scram-sha-256 2>/dev/null || echo none"#, text,
        ProgramFile.path("watchword"))
      // No form takes a control character.
      guard hash != "none\n" else { continue }
      let logIn = #"""
        printf "DROP ROLE IF EXISTS lou;\nCREATE ROLE lou LOGIN PASSWORD '%s';\n" "$2" | sudo -u postgres psql -q
        PGPASSWORD="$1" psql -h localhost -U lou -d postgres -Atqc 'SELECT 1'
        ! PGPASSWORD="x$1" psql -h localhost -U lou -d postgres -Atqc 'SELECT 1' 2>/dev/null
        """#
      #expect(try run(logIn, text, String(hash.dropLast())) == "1\n", "\(text.debugDescription)")
    }
  }
}
