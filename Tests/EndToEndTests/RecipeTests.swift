import Glibc
import TestSupport
import Testing

/// The recipes of docs/scripting.md, with the real programs.
@Suite struct RecipeTests {
  /// A block of the page that hands a password to a program, and its effect.
  struct Recipe: CustomTestStringConvertible {
    /// Words that only this block has.
    var words: String
    /// The programs it needs.
    var programs: [String]
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
    /// Whether the commands run with a copy of /etc that has an account alice.
    var isForCopyOfEtc = false

    var testDescription: String { words }

    static let all = [
      Recipe(
        words: "new --template 'alice", programs: ["chpasswd", "unix_chkpwd"], title: "Choose a new password",
        texts: [good, good], target: "grep alice etc/shadow",
        check: "{ tr '\\n' '\\0'; } | unix_chkpwd alice nonull", isForCopyOfEtc: true),
      Recipe(
        words: "sudo chpasswd -e", programs: ["chpasswd", "unix_chkpwd"], title: "Choose a new password",
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
        words: "gpg", programs: ["gpg"], title: "Passphrase of the file", texts: [passphrase, passphrase],
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
    ]

    private static let passphrase = "correct horse battery staple"

    /// Why the recipe cannot be tried here; `nil` if it can.
    var obstacle: String? {
      if let missing = programs.first(where: { !ScriptingPage.isInstalled($0) }) {
        return "\(missing) is not installed"
      }
      guard isForCopyOfEtc else { return nil }
      let mounting = try? Completion.of("unshare", ["--mount", "true"])
      return mounting?.status == 0 ? nil : "this machine gives no mount namespace of its own"
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
      cp -a /etc etc && echo 'alice:x:4242:4242::/:/bin/sh' >>etc/passwd && echo 'alice:!:1::::::' >>etc/shadow
      """
    let commands = """
      mkdir bin && ln -s '\(ProgramFile.path("watchword"))' bin/watchword &&
      printf '#!/bin/sh\\nexec "$@"\\n' >bin/sudo && chmod +x bin/sudo
      \(recipe.isForCopyOfEtc ? etc : "")
      \(recipe.before)
      """
    let end = try Completion.of("sh", ["-c", commands], environment: environment, folder: folder.path)
    #expect(end.status == 0, "\(end.errors)")
  }

  @Test(arguments: Recipe.all, [true, false])
  func `F1 the real program takes the password, and whoever cancels leaves its target as it was`(
    recipe: Recipe, isAccepted: Bool
  ) throws {
    if let obstacle = recipe.obstacle {
      print("skipped: the recipe with \(recipe.words), since \(obstacle)")
      return
    }
    try prepare(recipe)
    let before = try run(recipe, recipe.target)
    let stage = Stage.with {
      ($0.environment, $0.folder, $0.output, $0.errors) = (environment, folder.path, .pipe, .pipe)
    }
    let block = try ScriptingPage.block(recipe.words)
    let terminal = try TerminalEmulator.open("sh", arguments(recipe, block), on: stage)
    terminal.expect(recipe.title)
    for (number, text) in recipe.texts.enumerated() {
      if number > 0 {
        terminal.press(.tab)
        // Keys are refused while the previous text is checked.
        terminal.wait("field \(number) is active") { terminal.activeField == number }
      }
      terminal.type(text)
    }
    terminal.press(isAccepted ? .enter : .escape)
    terminal.expectExit(isAccepted ? 0 : 1)
    let password = try #require(recipe.texts.last)
    if isAccepted {
      #expect(try run(recipe, recipe.check, input: password).status == 0, "\(terminal.errorText)")
      #expect(try run(recipe, recipe.check, input: "another \(password)").status != 0)
    } else {
      #expect(try run(recipe, recipe.target) == before)
    }
  }
}
