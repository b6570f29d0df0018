import Glibc
import TestSupport
import Testing
import WatchwordSecrets
import WatchwordSystem

/// What a template writes for SQL and for a unit, read by real servers and by a systemd, which `make recipes` starts.
@Suite(.serialized, .machine(.servers))
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
    let lines = try texts.map { try written($0, by: template) }
    _ = unsafe chmod(folder.path, 0o755)
    let file = folder.write(lines.joined(), to: "statements")
    _ = unsafe chmod(file, 0o644)
    return (texts, file)
  }

  /// The line that a template makes of a text that is no secret.
  private func written(_ text: String, by template: AnswerTemplate) throws -> String {
    let format = AnswerFormat(.lines, template: template, characterSet: .utf8)
    let bytes = try format.encode(names: ["t"], locking: .ifPossible) { _, use in use(text.utf8Span) }
    return unsafe bytes.bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
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

  @Test func `S1 env is read by a unit of systemd`() throws {
    let texts = drawnTexts(250).filter { ValueEscape.env.fault(in: $0.utf8Span) == nil }
    let template = try AnswerTemplate("{t:env}", fields: [.init(name: "t", isSecure: true)])
    let lines = try texts.enumerated().map { "WW\($0)=\(try written($1, by: template))" }
    _ = folder.write(lines.joined(), to: "environment")
    _ = folder.write(
      texts.indices.map { "printf '%s\\0' \"$WW\($0)\"\n" }.joined() + ": >\(folder.path)/done", to: "script")
    _ = folder.write(
      """
      [Unit]
      DefaultDependencies=no
      [Service]
      Type=oneshot
      EnvironmentFile=\(folder.path)/environment
      StandardOutput=file:\(folder.path)/out
      ExecStart=/bin/sh \(folder.path)/script

      """, to: "read.service")
    _ = folder.write("[Unit]\nDefaultDependencies=no\nRequires=read.service\n", to: "read.target")
    // systemd as the first process of a namespace, which ends with it.
    let boot = """
      mount --make-rprivate /; mount -t proc proc /proc; mount -t tmpfs run /run
      mkdir -p /run/systemd/system; cp \(folder.path)/read.* /run/systemd/system
      exec env container=lxc /lib/systemd/systemd --system --unit=read.target --log-target=null
      """
    let script = """
      unshare --mount --pid --net --uts --ipc --fork --kill-child sh -c '\(boot)' >/dev/null 2>&1 &
      looks=300
      until test -e \(folder.path)/done || test $looks -eq 0; do sleep 0.1; looks=$((looks - 1)); done
      kill -KILL $!
      cat \(folder.path)/out
      """
    let found = try run(script).split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(
      String.init)
    #expect(found == texts && texts.count > 200)
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
