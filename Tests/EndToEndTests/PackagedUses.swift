import Testing

/// Something that a person does with the installed package, in a shell with `set -e` on a terminal.
///
/// The shell runs as root in the home of ann, whose password is `Old-Secret-12`; the function `ann` runs a command as ann.
struct PackagedUse: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let script: String
  /// What is typed, each text once the one before it is on the screen.
  var talk: [(seen: String, typed: String)] = []
  var environment: [String: String] = [:]
  var status: Int32 = 0

  init(
    _ name: String, _ script: String, talk: [(seen: String, typed: String)] = [],
    environment: [String: String] = [:], status: Int32 = 0
  ) {
    (testDescription, self.script, self.talk) = (name, script, talk)
    (self.environment, self.status) = (environment, status)
  }

  private static let title = "Choose a new password"
  private static let new = "Kv7#mQzRpX2w"
  /// A new password and its repetition.
  private static let twice = "\(new)\t\(new)\r"

  static let all = withoutForm + forms + accounts + programs + languages + terminals

  private static let withoutForm = [
    PackagedUse(
      "bash completes its commands",
      """
      bash -c '. /usr/share/bash-completion/bash_completion
        for load in _comp_load __load_completion; do ! declare -F $load >/dev/null || { $load watchword; break; }; done
        complete -p watchword'
      """),
    PackagedUse(
      "zsh completes its commands",
      #"zsh -fc 'autoload -Uz compinit && compinit -u -D && test "$_comps[watchword]" = _watchword'"#),
    PackagedUse("fish completes its commands", "fish -c 'complete -C \"watchword gen\"' | grep -q ^generate"),
    PackagedUse("check refuses a common password", "echo password | watchword check", status: 1),
    PackagedUse("check accepts a good one", "echo '\(new)' | watchword check"),
    PackagedUse("generate draws a password", "watchword generate | grep -E '^.{8,32}$'"),
    PackagedUse(
      "generate draws words of its own list",
      "watchword generate --words 5 2>&1 | grep /usr/share/watchword/words/en"),
    PackagedUse(
      "generate draws words of the system's list",
      "watchword generate --words 5 --word-list /usr/share/dict/words"),
    PackagedUse(
      "hash knows all methods",
      """
      for method in bcrypt gost-yescrypt scram-sha-256 scrypt sha256crypt sha512crypt yescrypt; do
        echo '\(new)' | watchword hash --hash $method
      done
      """),
  ]

  private static let forms = [
    PackagedUse(
      "new writes a file for a group",
      """
      watchword new --output secret --mode 640 --owner root:ann
      test "$(stat -c '%a %U:%G' secret) $(cat secret)" = '640 root:ann \(new)'
      """, talk: [(title, twice)]),
    PackagedUse(
      "new asks pwscore", "ann watchword new --verify pwscore --verify-input text", talk: [(title, twice)]),
    PackagedUse(
      "new ends with status 1 after Esc", "ann watchword new", talk: [(title, "\u{1B}")], status: 1),
    PackagedUse(
      "new ends with status 130 after Ctrl-C", "ann watchword new || exit $?", talk: [(title, "\u{3}")],
      status: 130),
    PackagedUse(
      "new suggests a password", "ann watchword new", talk: [(title, "\u{7}"), (" bits ", "\u{1B}\u{1B}")],
      status: 1),
    PackagedUse(
      "new goes on line by line after F3", "ann watchword new",
      talk: [(title, "\u{1B}OR"), ("New password:", "\(new)\r"), ("again:", "\(new)\r")]),
    PackagedUse(
      "sign-up makes an account", "ann watchword sign-up >answer; grep '\"Ann\"' answer",
      talk: [("Name", "Ann\tann@example.org\t" + twice)]),
    PackagedUse(
      "form has fields of five types",
      """
      ann watchword form --field text:town --field number:age --field date:day --field yesno:news --field password >answer
      grep Rome answer
      """, talk: [("Town", "Rome\t42\t2026-01-02\t \tsecret\r")]),
  ]

  private static let accounts = [
    PackagedUse(
      "a hash that chpasswd -e sets lets su in",
      """
      echo "ann:$(echo '\(new)' | watchword hash)" | chpasswd -e
      setpriv --reuid=nobody --clear-groups su ann -c id
      """, talk: [("Password:", "\(new)\r"), ("(ann)", "")]),
    PackagedUse(
      "passwd makes a user choose again at the next login",
      "watchword passwd ann --expire; chage -l ann | grep 'must be changed'", talk: [("New password", twice)]),
    PackagedUse(
      "run answers su", "setpriv --reuid=nobody --clear-groups watchword run su ann -c id",
      talk: [("type it yourself", "Old-Secret-12\r"), ("(ann)", "")]),
    PackagedUse(
      "askpass answers sudo",
      """
      echo 'ann ALL=(ALL) ALL' >/etc/sudoers.d/ann
      SUDO_ASKPASS=/usr/bin/watchword-askpass ann sudo -A id -u
      """, talk: [("password for ann", "Old-Secret-12\r")]),
  ]

  private static let programs = [
    PackagedUse(
      "run answers zip", "echo content >a; ann watchword run zip -e a.zip a; unzip -P '\(new)' -p a.zip",
      talk: [("type it yourself", twice), ("content", "")]),
    PackagedUse(
      "run answers openssl",
      """
      echo content >a; ann watchword run openssl enc -aes-256-cbc -pbkdf2 -in a -out b
      openssl enc -d -aes-256-cbc -pbkdf2 -in b -pass 'pass:\(new)'
      """, talk: [("type it yourself", twice), ("content", "")]),
    PackagedUse(
      "run answers ssh-keygen",
      "ann watchword run ssh-keygen -q -f key -t ed25519; ssh-keygen -y -P '\(new)' -f key",
      talk: [("type it yourself", twice), ("ssh-ed25519", "")]),
    PackagedUse(
      "run answers age", "echo content >a; ann watchword run age -p -o b a; test -s b",
      talk: [("type it yourself", twice)]),
    PackagedUse(
      "run answers gpg",
      "echo content >a; ann watchword run gpg --pinentry-mode loopback -c a; test -s a.gpg",
      talk: [("type it yourself", twice)]),
    PackagedUse(
      "the pinentry answers gpg",
      """
      ann mkdir -m 700 .gnupg
      echo 'pinentry-program /usr/bin/pinentry-watchword' >.gnupg/gpg-agent.conf
      export GPG_TTY=$(tty)
      chown ann "$GPG_TTY"
      echo content >a; ann gpg --quiet -c a; ann gpgconf --kill all
      ann gpg --quiet -d a.gpg; ann gpgconf --kill all
      """,
      talk: [("Repeat", twice), ("for decryption", "\(new)\r"), ("content", "")]),
    PackagedUse(
      "askpass answers ssh-keygen",
      """
      ann ssh-keygen -q -t ed25519 -N 'horse battery' -f id
      export SSH_ASKPASS=watchword-askpass SSH_ASKPASS_REQUIRE=force
      ann ssh-keygen -y -f id
      """, talk: [("Enter passphrase", "horse battery\r"), ("ssh-ed25519", "")]),
  ]

  private static let languages = [
    ("de_DE", "Neues Passwort wählen"), ("de_AT", "Neues Passwort wählen"), ("fr_FR", "Nouveau mot de passe"),
    ("es_ES", "Elija una contraseña nueva"), ("pt_BR", "Escolha uma nova senha"),
    ("pt_PT", "Escolha uma nova senha"), ("ja_JP", "新しいパスワードの設定"), ("zh_CN", "设置新密码"), ("sv_SE", title),
  ].map { locale, text in
    PackagedUse(
      "new in the locale \(locale)", "ann watchword new", talk: [(text, "\u{1B}")],
      environment: ["LC_ALL": "\(locale).UTF-8"], status: 1)
  }

  private static let terminals =
    [("LC_ALL", "C"), ("LC_ALL", "de_DE@euro"), ("TERM", "vt100")].map { variable, value in
      PackagedUse(
        "new with \(variable)=\(value)", "ann watchword new", talk: [(title, "\u{1B}")],
        environment: [variable: value], status: 1)
    }
    + ["dumb", "unknown"].map { type in
      PackagedUse(
        "new with TERM=\(type) asks line by line", "ann watchword new",
        talk: [("New password:", "\(new)\r"), ("again:", "\(new)\r")], environment: ["TERM": type])
    }
}
