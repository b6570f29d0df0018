import Glibc
import TestSupport
import Testing

/// The recipes of docs/recipes.md, with the real programs. `make recipes` has servers for those that need one.
@Suite struct RecipeTests {
  /// A block of the page that hands a password to a program, and its effect.
  struct Recipe: CustomTestStringConvertible {
    /// Words that only this block has.
    var words: String
    /// The programs it needs, except what every Debian has.
    var programs: [String] = []
    var largeProgram: String?
    /// The title of its form.
    var title: String
    /// The texts typed into the fields; the last is the password.
    var texts: [String]
    /// Commands that make what the block needs.
    var before = ":"
    /// Commands that print what the block has set.
    var target: String
    /// Commands that succeed if the target accepts the password, which they read.
    var check: String
    /// What the block writes to standard output.
    var output = ""
    /// The key that cancels, and how the block ends then.
    var cancelling: (key: Keystroke, fate: TerminalEmulator.Fate) = (.escape, .exited(1))
    /// Whether the commands run with a copy of /etc that has an account alice.
    var isForCopyOfEtc = false
    /// Whether a server of `make recipes` is needed.
    var needsServer = false
    var page = "docs/recipes.md"

    var testDescription: String { words }

    static let all = [
      Recipe(
        words: "new --template 'alice", title: "Choose a new password",
        texts: [good, good], target: "grep alice etc/shadow",
        check: "{ tr '\\n' '\\0'; } | unix_chkpwd alice nonull", isForCopyOfEtc: true,
        page: "docs/answers.md"),
      Recipe(
        words: "sudo chpasswd -e", title: "Choose a new password",
        texts: [good, good], target: "grep alice etc/shadow",
        check: "{ tr '\\n' '\\0'; } | unix_chkpwd alice nonull", isForCopyOfEtc: true),
      Recipe(
        words: "openssl passwd", programs: ["openssl"], title: "Password of the administrator",
        texts: [good, good],
        target: "cat preseed.cfg",
        check: """
          set -- $(sed -n 's/^d-i passwd\\/root-password-crypted password \\$6\\$\\(.*\\)\\$.*/\\1/p' preseed.cfg)
          grep -qF " $(openssl passwd -6 -stdin -salt "$1")" preseed.cfg
          """),
      Recipe(
        words: "htpasswd -i", programs: ["htpasswd"], title: "Password of ann", texts: [good, good],
        target: "cat users.htpasswd", check: "htpasswd -vi users.htpasswd ann"),
      Recipe(
        words: "luksFormat", programs: ["cryptsetup"], title: "Passphrase of the disk",
        texts: [passphrase, passphrase],
        // Its own key derivation takes seconds and does not matter for the answer.
        before: #"""
          truncate -s 20M disk.img
          printf '#!/bin/sh\nexec /usr/sbin/cryptsetup "$@" --pbkdf-force-iterations 4 --pbkdf-memory 32\n' >bin/cryptsetup
          chmod +x bin/cryptsetup
          """#,
        target: "sha256sum disk.img",
        check: "tr -d '\\n' | /usr/sbin/cryptsetup open --test-passphrase --key-file - disk.img"),
      Recipe(
        words: "luksChangeKey", programs: ["cryptsetup"], title: "New passphrase of the disk",
        texts: [good, passphrase, passphrase],
        before: #"""
          truncate -s 20M disk.img
          printf '#!/bin/sh\ntest "$1" = open || set -- "$@" --pbkdf-force-iterations 4 --pbkdf-memory 32\n' >bin/cryptsetup
          echo 'exec /usr/sbin/cryptsetup "$@"' >>bin/cryptsetup
          chmod +x bin/cryptsetup
          printf '%s' '\#(good)' | cryptsetup luksFormat --batch-mode --key-file - disk.img
          """#,
        target: "sha256sum disk.img",
        check: "tr -d '\\n' | /usr/sbin/cryptsetup open --test-passphrase --key-file - disk.img"),
      Recipe(
        words: "passphrase-fd 0", programs: ["gpg"], title: "Passphrase of the file",
        texts: [passphrase, passphrase],
        before: "echo Hello. >notes.txt; mkdir -m 700 keys", target: "sha256sum notes.txt.gpg",
        check:
          "gpg --batch --pinentry-mode loopback --passphrase-fd 0 --decrypt notes.txt.gpg | grep -q Hello"),
      Recipe(
        words: "git credential", programs: ["git"], title: "git.example.org", texts: ["ann", "two words"],
        before: #"git config --file git.config credential.helper "store --file=$PWD/stored""#,
        target: "cat stored",
        check: """
          read -r password
          test "$(printf 'protocol=https\\nhost=git.example.org\\n\\n' | GIT_TERMINAL_PROMPT=0 git credential fill |
            sed -n 's/^password=//p')" = "$password"
          """),
      Recipe(
        words: "cloud-config", largeProgram: "cloud-init", title: "Password of ann", texts: [good, good],
        target: "cat user-data",
        check: #"""
          read -r password
          hash=$(sed -n 's/^    passwd: "\(.*\)"$/\1/p' user-data)
          test "$(perl -e 'print crypt($ARGV[0], $ARGV[1])' "$password" "$hash")" = "$hash" &&
            cloud-init schema --config-file user-data | grep -q Valid
          """#),
      Recipe(
        words: "restic --repo backup.restic init", programs: ["restic"], title: "Passphrase of the backup",
        texts: [passphrase, passphrase], target: "ls backup.restic",
        check: "restic --repo backup.restic cat config"),
      Recipe(
        words: "RESTIC_PASSWORD_COMMAND", programs: ["restic"], title: "Passphrase", texts: [good],
        before: "echo Hello. >notes.txt; echo '\(good)' | restic --repo backup.restic init",
        target: "echo '\(good)' | restic --repo backup.restic snapshots --json",
        check: "restic --repo backup.restic snapshots --json | grep -q notes"),
      Recipe(
        words: "borg init", programs: ["borg"], title: "Passphrase of the archive",
        texts: [passphrase, passphrase],
        target: "ls backup.borg", check: "BORG_PASSPHRASE_FD=0 borg list backup.borg"),
      Recipe(
        words: "borg create", programs: ["borg"], title: "Passphrase for borg", texts: [good],
        before:
          "echo Hello. >notes.txt; echo '\(good)' | BORG_PASSPHRASE_FD=0 borg init -e repokey backup.borg",
        target: "echo '\(good)' | BORG_PASSPHRASE_FD=0 borg list backup.borg",
        check: "BORG_PASSPHRASE_FD=0 borg extract --stdout backup.borg::notes | tar -xO | grep -q Hello"),
      Recipe(
        words: "passphrase-fd 3", programs: ["gpg"], title: "Passphrase of notes.tar",
        texts: [passphrase, passphrase],
        before: "echo Hello. >notes.txt; mkdir -m 700 keys", target: "sha256sum notes.tar.gpg",
        check: """
          gpg --batch --pinentry-mode loopback --passphrase-fd 0 --decrypt notes.tar.gpg | tar -xO | grep -q Hello
          """),
      Recipe(
        words: "age --passphrase", programs: ["age"], title: "Re-enter password",
        texts: [passphrase, passphrase],
        before: "echo Hello. >notes.txt", target: "sha256sum notes.age",
        check: """
          /usr/bin/python3 -c 'import os, pty, sys
          password = sys.stdin.readline()
          process, terminal = pty.fork()
          if process == 0: os.execvp("age", ["age", "-d", "-o", "plain", "notes.age"])
          while b"passphrase" not in os.read(terminal, 99): pass
          while __import__("termios").tcgetattr(terminal)[3] & 8: pass
          os.write(terminal, password.encode())
          try:
            while os.read(terminal, 99): pass
          except OSError: pass
          os.waitpid(process, 0)' && grep -q Hello plain && rm plain
          """, cancelling: (.control("c"), .killed(by: SIGINT))),
      Recipe(
        words: "systemd-creds", programs: ["systemd-creds"], title: "Password of the database", texts: [good],
        target: "sha256sum database.cred",
        check:
          #"read -r password; test "$(systemd-creds decrypt --name=database database.cred -)" = "$password""#),
      Recipe(
        words: "password:env", programs: [], title: "Password of the service", texts: [#"a"b$c`d\e'f g"#],
        target: "cat service.env",
        check: #"read -r password; . ./service.env; test "$DATABASE_PASSWORD" = "$password""#),
      Recipe(
        words: "kind: Secret", programs: ["yaml"], title: "Password for Kubernetes", texts: ["ü a\"b"],
        before: "printf '#!/bin/sh\\nexec cat >secret.yaml\\n' >bin/kubectl; chmod +x bin/kubectl",
        target: "cat secret.yaml",
        check: """
          /usr/bin/python3 -c 'import base64, sys, yaml
          data = yaml.safe_load(open("secret.yaml"))["data"]
          sys.exit(base64.b64decode(data["password"]).decode() + "\\n" != sys.stdin.readline())'
          """),
      Recipe(
        words: "mailer.toml", programs: ["python3"], title: "Password of the mailer",
        texts: [#"a"b\c'd ü"#],
        target: "cat mailer.toml",
        check: """
          /usr/bin/python3 -c 'import sys, tomllib
          smtp = tomllib.load(open("mailer.toml", "rb"))["smtp"]
          sys.exit(smtp["password"] + "\\n" != sys.stdin.readline())'
          """),
      Recipe(
        words: "password:dotenv", programs: ["dotenv"], title: "Password for Compose", texts: [#"a"b$c #d"#],
        target: "cat .env",
        check: """
          /usr/bin/python3 -c 'import dotenv, sys
          sys.exit(dotenv.dotenv_values(".env")["POSTGRES_PASSWORD"] + "\\n" != sys.stdin.readline())'
          """),
      Recipe(
        words: "userPassword", programs: ["ldapmodify"], title: "Password in the directory",
        texts: [good, good],
        // Without a server, ldapmodify only says what it would do.
        before: #"""
          printf '#!/bin/sh\nexec /usr/bin/ldapmodify -n -v "$@" >said 2>&1\n' >bin/ldapmodify
          chmod +x bin/ldapmodify
          """#,
        target: "cat said",
        check:
          #"read -r password; grep -A 1 '^replace userPassword:' said | grep -qFx "$(printf '\t%s' "$password")""#
      ),
      Recipe(
        words: "wpa_passphrase", programs: ["wpa_passphrase"], title: "Passphrase of the Wi-Fi",
        texts: [passphrase, passphrase], target: "cat wifi.conf",
        check: """
          read -r password; ! grep -F "$password" wifi.conf && test "$(stat -c %a wifi.conf)" = 600 &&
            grep -qF "$(wpa_passphrase home "$password" | grep "\tpsk=")" wifi.conf
          """),
      Recipe(
        words: "password:netrc", programs: ["python3"], title: "Password for ftp", texts: [#"a"b\c d"#],
        target: "cat .netrc",
        check: """
          /usr/bin/python3 -c 'import netrc, sys
          sys.exit(netrc.netrc(".netrc").hosts["ftp.example.org"][2] + "\\n" != sys.stdin.readline())'
          """),
      Recipe(
        words: "ansible-vault", programs: ["ansible-vault"], title: "Passphrase of the vault",
        texts: [passphrase],
        before: """
          echo 'key: value' >secrets.yml
          echo '\(passphrase)' | ansible-vault encrypt --vault-password-file /dev/stdin secrets.yml
          """,
        target: "cat secrets.yml", check: "ansible-vault view --vault-password-file /dev/stdin secrets.yml",
        output: "key: value\n"),
      Recipe(
        words: "scram-sha-256", programs: [], title: "New password of app", texts: [good, good],
        before: role, target: roleHash, check: logIn, needsServer: true),
      Recipe(
        words: "--output ~/.pgpass", programs: [], title: "Password of app", texts: [#"a:b\c d"#],
        before: role + #"; printf '%s' "ALTER ROLE app PASSWORD 'a:b\c d'" | sudo -u postgres psql -q"#,
        target: "cat .pgpass",
        check:
          #"read -r password; test "$password" = 'a:b\c d' && psql -w -h localhost -U app -d postgres -qc 'SELECT 1'"#,
        needsServer: true),
      Recipe(
        words: "rotate", programs: [], title: "Password to rotate",
        texts: [#"Kv7:mQz\R2'x"#, #"Kv7:mQz\R2'x"#],
        before: role + "; printf 'other:1:*:a:b\nlocalhost:5432:*:app:old\n' >.pgpass; chmod 600 .pgpass",
        target: roleHash + "; cat .pgpass",
        check: "grep -q other .pgpass && ! grep -q :old .pgpass && " + logIn
          + " && psql -w -h localhost -U app -d postgres -qc 'SELECT 1'", needsServer: true),
      Recipe(
        words: "ALTER USER", programs: [], title: "New password of app",
        texts: [#"Kv7mQz\R2'x"#, #"Kv7mQz\R2'x"#],
        before: user, target: "sudo mariadb -e 'SHOW CREATE USER app@localhost'",
        check: #"read -r password; mariadb -u app -p"$password" -e 'SELECT 1'"#, needsServer: true),
      Recipe(
        words: "--output ~/.my.cnf", programs: [], title: "Password of app", texts: [#"a"b#c\d e"#],
        before: user
          + #"; printf '%s' "ALTER USER app@localhost IDENTIFIED BY 'a\"b#c\\\\d e'" | sudo mariadb"#,
        target: "cat .my.cnf",
        check: #"read -r password; test "$password" = 'a"b#c\d e' && mariadb -e 'SELECT 1'"#,
        needsServer: true),
    ]

    /// The way to it is a button.
    static let signUp = Recipe(
      words: "Create account", title: "The club", texts: [], target: "ls", check: ":")

    private static let role =
      #"printf 'DROP ROLE IF EXISTS app;\nCREATE ROLE app LOGIN;\n' | sudo -u postgres psql -q"#
    private static let roleHash =
      #"sudo -u postgres psql -Atc "SELECT rolpassword FROM pg_authid WHERE rolname = 'app'""#
    private static let logIn =
      #"read -r password; PGPASSWORD="$password" psql -h localhost -U app -d postgres -qc 'SELECT 1'"#
    private static let user = #"sudo mariadb -e 'CREATE OR REPLACE USER app@localhost'"#

    private static let passphrase = "copper meadow battery oboe 83"

    /// Passes the recipe over where it cannot be tried.
    func require() throws {
      if let largeProgram { try Needs.largeProgram(largeProgram) }
      try Needs.programs(programs)
      if isForCopyOfEtc { try Needs.machine(.root, .mountNamespace) }
    }
  }

  private let folder = TemporaryFolder()

  private var environment: [String: String] {
    var environment = Stage().environment
    environment["PATH"] = folder.path + "/bin:" + (environment["PATH"] ?? "")
    environment["HOME"] = folder.path
    environment["GNUPGHOME"] = folder.path + "/keys"
    environment["GIT_CONFIG_GLOBAL"] = folder.path + "/git.config"
    environment["GIT_CONFIG_NOSYSTEM"] = "1"
    environment["SYSTEMD_CREDENTIAL_SECRET"] = folder.path + "/secret"
    environment["BORG_BASE_DIR"] = folder.path
    environment["WATCHWORD_INLINE"] = nil
    return environment
  }

  /// The arguments of `sh` for `commands`, in a place where `recipe` can do no harm.
  private func arguments(_ recipe: Recipe, _ commands: String) -> [String] {
    let copied = "mount --bind \(folder.path)/etc /etc && exec sh -c \"$1\""
    let isolated = "exec unshare --mount --propagation private sh -c '\(copied)' sh \"$1\""
    return ["-c", recipe.isForCopyOfEtc ? isolated : "exec sh -c \"$1\"", "sh", commands]
  }

  /// Runs `commands` where `recipe` would run, with a line as input.
  private func run(_ recipe: Recipe, _ commands: String, input: String = "") throws -> Completion {
    try Completion.of(
      "sh", arguments(recipe, commands), environment: environment, folder: folder.path,
      input: Array((input + "\n").utf8))
  }

  /// Makes what `recipe` needs, and a `sudo` that only starts the command.
  private func prepare(_ recipe: Recipe) throws {
    let etc = """
      '\(PackageFile.root)/Tests/etc' "$PWD/etc" && echo 'alice:x:4242:4242::/:/bin/sh' >>etc/passwd && echo 'alice:!:1::::::' >>etc/shadow
      """
    let commands = """
      mkdir bin && ln -s '\(ProgramFile.path("watchword"))' bin/watchword
      \(recipe.needsServer ? "" : "printf '#!/bin/sh\\nexec \"$@\"\\n' >bin/sudo && chmod +x bin/sudo")
      \(recipe.isForCopyOfEtc ? etc : "")
      \(recipe.before)
      """
    let end = try Completion.of("sh", ["-c", commands], environment: environment, folder: folder.path)
    #expect(end.status == 0, "\(end.errors)")
  }

  @Test(arguments: Recipe.all.filter { !$0.needsServer }, [true, false])
  func `S6 the real program takes the password, and whoever cancels leaves its target as it was`(
    recipe: Recipe, isAccepted: Bool
  ) throws {
    try play(recipe, isAccepted)
  }

  @Test(
    .serialized, .machine(.servers),
    arguments: Recipe.all.filter(\.needsServer), [true, false])
  func `S6 the real server takes the password, and whoever cancels leaves it as it was`(
    recipe: Recipe, isAccepted: Bool
  ) throws {
    try play(recipe, isAccepted)
  }

  @Test(arguments: [true, false])
  func `S6 F11 the address goes from sign-in to sign-up, and whoever cancels there makes no account`(
    isAccepted: Bool
  ) throws {
    let recipe = Recipe.signUp
    try prepare(recipe)
    let stage = Stage.with {
      ($0.environment, $0.folder, $0.output, $0.errors) = (environment, folder.path, .pipe, .pipe)
    }
    let block = try ScriptingPage.block(recipe.words, on: [recipe.page])
    let terminal = try TerminalEmulator.open("sh", arguments(recipe, block), on: stage)
    terminal.expect(recipe.title)
    terminal.type("ada@example.org")
    terminal.press(.tab, .tab, .tab)
    terminal.expect("▸ Create account ◂")
    terminal.press(.enter)
    terminal.expect("Join the club", "ada@example.org")
    terminal.fill(fields: "ada", "", goodForAccount, goodForAccount)
    terminal.press(isAccepted ? .enter : .escape)
    terminal.expect(.exited(isAccepted ? 0 : 1))
    let account = try run(recipe, "cat account").output
    #expect(account.contains(#""name":"Ada","email":"ada@example.org","password":"#) == isAccepted)
  }

  private func play(_ recipe: Recipe, _ isAccepted: Bool) throws {
    try recipe.require()
    try prepare(recipe)
    let before = try run(recipe, recipe.target)
    let stage = Stage.with {
      ($0.environment, $0.folder, $0.output, $0.errors) = (environment, folder.path, .pipe, .pipe)
    }
    let block = try ScriptingPage.block(recipe.words, on: [recipe.page])
    let terminal = try TerminalEmulator.open("sh", arguments(recipe, block), on: stage)
    terminal.expect(recipe.title)
    for (number, text) in recipe.texts.enumerated() {
      if number > 0 {
        terminal.press(.tab)
        // Keys are refused while the previous text is checked. Inline fields have no number.
        terminal.wait("field \(number) is active") {
          !terminal.isAlternateScreen || terminal.activeField == number
        }
      }
      terminal.type(text)
    }
    terminal.press(isAccepted ? .enter : recipe.cancelling.key)
    terminal.expect(isAccepted ? .exited(0) : recipe.cancelling.fate)
    let password = try #require(recipe.texts.last)
    if isAccepted {
      #expect(terminal.outputText.hasSuffix(recipe.output))
      #expect(try run(recipe, recipe.check, input: password).status == 0, "\(terminal.errorText)")
      #expect(try run(recipe, recipe.check, input: "another \(password)").status != 0)
    } else {
      #expect(try run(recipe, recipe.target) == before)
    }
  }
}
