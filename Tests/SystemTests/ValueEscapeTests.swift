import Glibc
import TestSupport
import Testing
import WatchwordSystem

/// What a template writes, read by the programs that it is for.
@Suite struct ValueEscapeTests {
  private let folder = TemporaryFolder()

  /// The texts that files of this kind can hold, at least 200, written with `template`, in which `¤` is the text and
  /// `№` its number.
  private func written(
    with escape: ValueEscape, as template: String, begin: String = "", end: String = "", of count: Int = 260
  ) throws -> (texts: [String], file: String) {
    let texts = (drawnTexts(count) + ["*", "#"]).filter { escape.fault(in: $0.utf8Span) == nil }
    try #require(texts.count >= 200)
    var file = begin
    for (number, text) in texts.enumerated() {
      file += template.split(separator: "¤", omittingEmptySubsequences: false)
        .map { $0.replacing("№", with: String(number)) }.joined(separator: escape.written(text))
    }
    return (texts, folder.write(file + end, to: "file"))
  }

  /// What `program` prints of a file: the texts, each with a NUL behind it, or a JSON array of them.
  private func read(by program: String, _ arguments: [String], environment: [String: String] = [:]) throws
    -> [String]
  {
    let stage = Stage.with { $0.environment.merge(environment) { $1 } }
    let end = try Completion.of(program, arguments, environment: stage.environment)
    try #require(end.status == 0 && end.errors.isEmpty, "\(end.errors)")
    return end.output.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// What Python finds in a file, with a script that puts the texts of the file `path` into a list `found`.
  private func python(_ script: String, _ path: String) throws -> [String] {
    try read(
      by: "/usr/bin/python3",
      [
        "-c",
        "import sys\npath = sys.argv[1]\n\(script)\nsys.stdout.buffer.write(b''.join(t.encode() + b'\\0' for t in found))",
        path,
      ])
  }

  private func expect(_ found: [String], _ texts: [String]) {
    let odd = zip(found, texts).first { Array($0.unicodeScalars) != Array($1.unicodeScalars) }
    #expect(
      odd == nil && found.count == texts.count, "\(found.count) of \(texts.count): \(String(describing: odd))"
    )
  }

  @Test(.programs("psql")) func `S1 pgpass is read by libpq`() throws {
    let (texts, file) = try written(with: .pgpass, as: "h:1:¤:¤:¤\n")
    let asked = folder.write(texts.map { $0 + "\0" }.joined(), to: "asked")
    let script = """
      import ctypes
      pq = ctypes.CDLL('libpq.so.5')
      pq.PQconnectStartParams.restype = pq.PQpass.restype = ctypes.c_void_p
      pq.PQpass.restype = ctypes.c_char_p
      pq.PQpass.argtypes = [ctypes.c_void_p]
      names = [b'host', b'hostaddr', b'port', b'dbname', b'user', b'passfile', None]
      found = []
      for text in open('\(asked)', 'rb').read().split(b'\\0')[:-1]:
        values = [b'h', b'127.0.0.1', b'1', text, text, path.encode(), None]
        keys, values = [(ctypes.c_char_p * 7)(*words) for words in (names, values)]
        found.append(pq.PQpass(pq.PQconnectStartParams(keys, values, 0)).decode())
      """
    expect(try python(script, file), texts)
  }

  @Test(.programs("mariadb")) func `S1 mycnf is read by my_print_defaults`() throws {
    let (texts, file) = try written(with: .mycnf, as: "o№=¤\nx№x = ¤ # it's\n", begin: "[client]\n")
    let end = try Completion.of("my_print_defaults", ["--defaults-file=\(file)", "client"])
    let expected = texts.enumerated().map { "--o\($0)=\($1)\n--x\($0)x=\($1)\n" }
    #expect(end.output == expected.joined())
  }

  @Test(.programs("jq")) func `S1 json is read by jq`() throws {
    let (texts, file) = try written(
      with: .json, as: ",¤", begin: "[null", end: "]\n")
    expect(try read(by: "jq", ["-j", #".[1:][] | . + "\u0000""#, file]), texts)
  }

  @Test(.programs("yaml")) func `S1 yaml is read by PyYAML`() throws {
    let (texts, file) = try written(with: .yaml, as: "- key: ¤ # it's\n")
    let script = "import yaml\nfound = [row['key'] for row in yaml.safe_load(open(path, encoding='utf-8'))]"
    expect(try python(script, file), texts)
  }

  @Test(.programs("python3")) func `S1 url is read by urllib`() throws {
    let (texts, file) = try written(with: .url, as: "postgres://ann:¤@db:5432/x?a=¤&b=№\n")
    let script = """
      from urllib.parse import urlsplit, unquote, parse_qs
      urls = [urlsplit(line.rstrip('\\n')) for line in open(path)]
      found = [unquote(url.password) for url in urls]
      assert found == [parse_qs(url.query)['a'][0] for url in urls]
      """
    expect(try python(script, file), texts)
  }

  @Test(.programs("python3")) func `S1 ini is read by configparser`() throws {
    let (texts, file) = try written(with: .ini, as: "o№ = ¤\n", begin: "[a]\n")
    let script = """
      import configparser
      parser = configparser.ConfigParser()
      parser.read(path, encoding='utf-8')
      found = [parser['a'][name] for name in parser['a']]
      """
    expect(try python(script, file), texts)
  }

  @Test func `S1 sh is read by sh`() throws {
    let (texts, file) = try written(with: .sh, as: "v=¤; printf '%s\\0' \"$v\"\n")
    expect(try read(by: "sh", [file]), texts)
  }

  @Test(.programs("xmllint")) func `S1 xml is read by xmllint`() throws {
    let (texts, file) = try written(
      with: .xml, as: "<t a=\"¤\" b='¤'>¤</t>\n", begin: "<r>\n", end: "</r>\n")
    for place in ["", "/@a", "/@b"] {
      let parts = texts.indices.map { "string(//t[\($0 + 1)]\(place)), '\n'" }
      var found: [String] = []
      // XPath's concat takes as many arguments as the stack has room for.
      for start in stride(from: 0, to: parts.count, by: 50) {
        let some = parts[start..<min(start + 50, parts.count)].joined(separator: ", ")
        let end = try Completion.of("xmllint", ["--xpath", "concat(\(some), '')", file])
        found += end.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2).map(
          String.init)
      }
      expect(found, texts)
    }
  }

  /// systemd reads os-release as it reads an EnvironmentFile, and systemd-tmpfiles writes what it has read there.
  @Test(.programs("systemd-creds")) func `S1 env is read by systemd's reader of such files`() throws {
    let (texts, _) = try written(with: .env, as: "")
    #expect(unsafe mkdir(folder.path + "/etc", 0o700) == 0)
    let script = """
      while IFS= read -r line; do
        printf '%s\\n' "$line" >etc/os-release
        echo 'f+ /out - - - - %B' | systemd-tmpfiles --create --root=. - || exit
        cat out
        printf '\\0'
      done <lines
      """
    _ = folder.write(texts.map { "BUILD_ID=\(ValueEscape.env.written($0))\n" }.joined(), to: "lines")
    expect(try read(by: "sh", ["-c", "cd \(folder.path) && " + script]), texts)
  }

  @Test(.programs("systemd-creds")) func `S1 envd is read by systemd's generator`() throws {
    let (texts, _) = try written(with: .envd, as: "")
    #expect(unsafe mkdir(folder.path + "/environment.d", 0o700) == 0)
    let lines = texts.enumerated().map { "WW\($0)=\(ValueEscape.envd.written($1))\n" }
    _ = folder.write(lines.joined(), to: "environment.d/50.conf")
    // The generator quotes what it writes, for systemd to read again.
    let script = #"""
      eval "$(/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator)"
      number=0
      while test $number -lt \#(texts.count); do
        eval "printf '%s\\0' \"\$WW$number\""
        number=$((number + 1))
      done
      """#
    expect(try read(by: "sh", ["-c", script], environment: ["XDG_CONFIG_HOME": folder.path]), texts)
  }

  @Test(.programs("python3")) func `S1 netrc is read by Python's netrc`() throws {
    let (texts, file) = try written(with: .netrc, as: "machine h№ login ann password ¤\n")
    let script = """
      import netrc
      hosts = netrc.netrc(path).hosts
      found = [hosts['h%d' % number][2] for number in range(len(hosts))]
      """
    expect(try python(script, file), texts)
  }

  /// What a proxy is told of the passwords for hosts h0, h1 and so on.
  private func passwords(toldBy program: String, _ arguments: [String], _ path: String, count: Int) throws
    -> [String]
  {
    let script = """
      import base64, http.server, subprocess, threading
      told = {}
      class Proxy(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
          told[self.headers['Host']] = base64.b64decode(self.headers['Authorization'].split()[1]).decode()
          self.send_response(200)
          self.send_header('Content-Length', '0')
          self.end_headers()
        def log_message(self, *_): pass
      server = http.server.HTTPServer(('127.0.0.1', 0), Proxy)
      threading.Thread(target=server.serve_forever, daemon=True).start()
      hosts = ['h%d' % number for number in range(\(count))]
      subprocess.run(
        ['\(program)'] + \(arguments) + ['http://' + host + '/' for host in hosts], check=True,
        env={'PATH': '/usr/bin', 'HOME': '\(folder.path)', 'http_proxy': 'http://127.0.0.1:%d' % server.server_port})
      assert all(told[host].startswith('ann:') for host in hosts)
      found = [told[host][4:] for host in hosts]
      """
    return try python(script, path)
  }

  @Test(.programs("python3", "curl")) func `S1 netrc is read by curl`() throws {
    let (texts, file) = try written(with: .netrc, as: "machine h№\nlogin ann\npassword ¤\n")
    expect(
      try passwords(toldBy: "curl", ["-s", "--netrc-file", file], file, count: texts.count), texts)
  }

  @Test(.programs("python3", "wget")) func `S1 netrc is read by wget`() throws {
    let (texts, file) = try written(with: .netrc, as: "machine h№ login ann password ¤\n")
    _ = folder.write(folder.read("file") ?? "", to: ".netrc")
    expect(
      try passwords(
        toldBy: "wget", ["-q", "--auth-no-challenge", "-O", "/dev/null"], file, count: texts.count), texts)
  }

  @Test(.programs("dotenv")) func `S1 dotenv is read by python-dotenv`() throws {
    let (texts, file) = try written(with: .dotenv, as: "WW№=¤ # it's\n", of: 400)
    let script = """
      import dotenv
      values = dotenv.dotenv_values(path)
      found = [values['WW%d' % number] for number in range(len(values))]
      """
    expect(try python(script, file), texts)
  }

  @Test(.programs("python3")) func `S1 base64 is read by Python's base64`() throws {
    let (texts, file) = try written(with: .base64, as: "¤\n")
    let script = """
      import base64
      found = [base64.b64decode(line.rstrip('\\n'), validate=True).decode() for line in open(path)]
      """
    expect(try python(script, file), texts)
  }

  @Test(
    arguments: [
      (.ini, " a", .blankAtStart), (.ini, "a\u{3000}", .blankAtEnd), (.ini, "a b", nil),
      (.env, "\u{FFFE}", .noncharacter), (.envd, "\u{1FFFE}", .noncharacter), (.envd, "\t", .tab),
      (.env, "\t", nil),
      (.xml, "\u{FFFF}", .noncharacter), (.xml, "\u{1FFFE}", nil), (.pgpass, " \u{FFFF} ", nil),
      (.netrc, "\t", .tab), (.netrc, " #'\"\\${x}", nil), (.dotenv, "\t", .tab),
      (.dotenv, "a${b", .separator("$")),
      (.dotenv, "$a{b$", nil), (.dotenv, "a'\"#b", nil), (.dotenv, "a'b$", .separator("$")),
      (.dotenv, "$a\\b", .separator("$")),
      (.dotenv, "a\\", .backslashAtEnd), (.dotenv, "a\\b", nil),
      (.base64, "\t", nil), (.mycnf, String(repeating: "\"", count: 2000), nil),
      (.mycnf, String(repeating: "\"", count: 2001), .tooLong(bytes: 2000)),
      (.netrc, String(repeating: "\"", count: 2001), .tooLong(bytes: 2000)),
    ] as [(ValueEscape, String, ValueEscape.Fault?)])
  func `S1 what a kind of file cannot hold is refused`(
    escape: ValueEscape, text: String, fault: ValueEscape.Fault?
  ) throws {
    #expect(escape.fault(in: text.utf8Span) == fault)
    let template = try AnswerTemplate(
      "{password:\(escape.rawValue)}", fields: [.init(name: "password", isSecure: true)])
    #expect(template.fault(in: text.utf8Span, of: "password") == fault)
    #expect(template.canRefuse || fault == nil)
    let hashed = try AnswerTemplate(
      "{password:\(escape.rawValue)}", fields: [.init(name: "password", isSecure: true, isHashed: true)])
    #expect(hashed.fault(in: text.utf8Span, of: "password") == nil && !hashed.canRefuse)
  }

  @Test(
    arguments: [
      (.pgsql, #"it's"#, #"'it''s'"#), (.pgsql, #"a\'b"#, #" E'a\\''b'"#), (.mysql, #"a\'b"#, #"'a\\''b'"#),
      (.env, #"a$b`c"d\e'f"#, #""a\$b\`c\"d\\e'f""#), (.yaml, "\u{FEFF}é\u{2028}", #""\ufeffé\u2028""#),
      (.url, "aé-._~ /", "a%C3%A9-._~%20%2F"), (.xml, "\t", "&#9;"),
      (.netrc, "aé1!$%&/()=?#:;,<>{}[]`~^|+*-_.@", "aé1!$%&/()=?#:;,<>{}[]`~^|+*-_.@"), (.netrc, "", "\"\""),
      (.netrc, "#a", "\"#a\""), (.netrc, "it's", "\"it's\""), (.netrc, #"a b"c\d"#, #""a b\"c\\d""#),
      // https://docs.docker.com/compose/how-tos/environment-variables/variable-interpolation/, "Env-file syntax"
      (.dotenv, #"a $b "c" #d"#, #"'a $b "c" #d'"#), (.dotenv, #"it's "a" #\b"#, #""it's \"a\" #\\b""#),
      (.base64, "", ""), (.base64, "f", "Zg=="), (.base64, "fo", "Zm8="), (.base64, "foobar", "Zm9vYmFy"),
      (.base64, "ü?>", "w7w/Pg=="),
    ] as [(ValueEscape, String, String)])
  func `S1 what a reader that needs a server gets`(escape: ValueEscape, text: String, written: String) {
    #expect(escape.written(text) == written)
  }
}

extension ValueEscape {
  /// Writes a text that is no secret.
  fileprivate func written(_ text: String) -> String {
    let template = try? AnswerTemplate("{t:\(rawValue)}", fields: [.init(name: "t", isSecure: true)])
    let format = AnswerFormat(.lines, hasNewline: false, template: template, characterSet: .utf8)
    return (try? format.text([(name: "t", text: text)])) ?? ""
  }
}
