import Glibc
import TestSupport
import Testing

/// Attacks by a program in place of the system's passwd.
extension Attack {
  /// An attacker's passwd in a mount namespace: it asks for the old password as it should, then runs `script`. The
  /// helper tells what the account holds.
  private static func form(
    _ script: String, in folder: TemporaryFolder, on stage: Stage = .capturing
  ) throws -> TerminalEmulator {
    let form = try start(script, in: folder, as: [ProgramFile.path("watchword")], on: stage)
    try require(form.wait("the form stands") { form.shows("New password again") }, "no form")
    form.settle()
    form.send(old.bytes)
    form.press(.tab)
    return form
  }

  /// Starts the form with the command `program`.
  private static func start(
    _ script: String, in folder: TemporaryFolder, as program: [String], on stage: Stage
  ) throws -> TerminalEmulator {
    let tools = #"""
      #!/bin/sh
      show() { printf '%s' "$1"; IFS= read -r answer; printf '%s\n' "$answer" >>"$heard"; }
      ask() { stty -echo; show "$1"; stty echo; echo; }
      store() { printf '%s' "$answer" >\#(folder.path)/account; }
      test "$1" != -S || exit
      heard=\#(folder.path)/heard; ask 'Current password: '

      """#
    let path = folder.write(tools + script + "\n", to: "passwd")
    let helper = folder.write(
      "#!/bin/sh\n[ \"$(tr -d '\\0')\" = \"$(cat \(folder.path)/account)\" ] || exit 7\n", to: "helper")
    _ = folder.write(old.text, to: "account")
    // The program refuses a passwd without more rights than its own.
    for path in [path, helper] { _ = unsafe chmod(path, 0o4755) }
    return try TerminalEmulator.open(
      "unshare",
      [
        "-m", "sh", "-ec",
        "mount --bind \(path) /usr/bin/passwd; mount --bind \(helper) /usr/sbin/unix_chkpwd; exec \"$@\"",
        "sh",
      ] + program + ["passwd", "--policy", "classic"] + Victim.calm, on: stage)
  }

  private static let old = Needle.random(16)

  /// What the attacker's passwd was told, line by line.
  private static func heard(in folder: TemporaryFolder) -> [Substring] {
    (folder.read("heard") ?? "").split(separator: "\n")
  }

  /// Chooses `needle`, and waits until passwd was told `count` lines.
  private static func choose(
    _ needle: Needle, in form: TerminalEmulator, _ folder: TemporaryFolder, until count: Int
  ) throws {
    form.settle()
    for key in [Keystroke.tab, .enter] {
      form.send(needle.bytes)
      form.press(key)
    }
    try require(form.wait("passwd has it") { heard(in: folder).count >= count }, "it was not told")
  }

  /// Questions that must not be answered, and words that must not be shown.
  static let lies = [
    "show 'New password: '", "stty -echo; printf 'Old password: '; stty echo; show ''",
    "printf 'Your \\033[8mpassword\\033[0m: '; show ''",
    #"ask 'New password: '; while :; do printf 'it was %s\n\033]0;%s\007New password: ' "$answer" "$answer"; stty -echo; read -r x; done"#,
  ]

  static func lyingPasswd(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    let form = try form(lies[round % lies.count], in: folder)
    let needle = Needle.random(16)
    if round % lies.count == 3 {
      try choose(needle, in: form, folder, until: 2)
      form.settle(silence: 1_000)
      if form.shows(String(needle.text.prefix(6))) || form.shows(String(old.text.prefix(6))) {
        return "a password is shown"
      }
    } else {
      // The form waits for passwd the whole time.
      if Victim.holds(within: 2, form, { heard(in: folder).count > 1 }) { return "it was told more" }
      try require(heard(in: folder) == [old.text[...]], "it was not told the old one")
    }
    form.press(.escape)
    try Victim.end(form)
    return Victim.harm(to: form, secret: needle.text)
  }

  /// What passwd does with the new password, what it says about it, and what the user must read.
  static let untruths = [
    (script: "ask 'New password: '; store; kill -9 $$", words: "Password changed."),
    (
      "ask 'New password: '; ask 'Retype new password: '; store; echo 'passwd: password unchanged'; exit 10",
      changed
    ),
    ("ask 'New password: '; store; exit 1", changed),
    (
      "ask 'New password: '; ask 'Retype new password: '; store; while :; do ask 'New password: '; echo No.; done",
      changed
    ),
    ("ask 'New password: '; ask 'Retype new password: '; exit 0", "Your password was not changed."),
    (
      "ask 'New password: '; ask 'Retype new password: '; echo 'passwd: password updated successfully'; kill -9 $$",
      "Your password was not changed."
    ),
  ]
  private static let changed = "Your password on this machine was changed, but: "

  static func untruePasswd(_ round: Int) throws -> String? {
    let (folder, (script, words)) = (TemporaryFolder(), untruths[round % untruths.count])
    let form = try form(script, in: folder)
    let needle = Needle.random(16)
    try choose(needle, in: form, folder, until: 2)
    if !Victim.holds(within: 20, form, { form.shows(words) }) { return "it is not said: \(words)" }
    let holdsNew = folder.read("account") == needle.text
    try require(holdsNew != words.contains("not"), "the account has another password")
    if !form.hasEnded { form.press(.escape) }
    try Victim.end(form)
    return Victim.harm(to: form, secret: needle.text)
  }

  /// Another program of the same user opens every terminal that it can, from before the start. The form may then end
  /// with a line.
  static func terminalThief(_ round: Int) throws -> String? {
    let folder = TemporaryFolder(), question = "PIN of your bank card: "
    let heardPath = folder.write("", to: "heard")
    try require(
      unsafe chmod(folder.path, 0o755) == 0 && chmod(heardPath, 0o666) == 0, "the folder cannot be reached")
    let (copies, program, thiefPath) = try copies(mode: 0o711)
    return try withExtendedLifetime(copies) {
      let thief = try TerminalEmulator.open(thiefPath, ["terminal", question], on: asNobody)
      try require(thief.wait("the thief is there") { thief.shows("ready") }, "no thief")
      let user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--", program]
      let form = try start("ask 'New password: '; sleep 20", in: folder, as: user, on: .capturing)
      try require(
        form.wait("the form stands, or ends") { form.shows("New password again") || form.hasEnded },
        "neither a form nor an end")
      if form.hasEnded {
        return form.fate == .exited(3) && form.errorText.split(separator: "\n").count == 1
          ? nil : "\(form.fate): \(form.errorText)"
      }
      form.settle()
      form.send(old.bytes)
      form.press(.tab)
      try require(form.wait("passwd has it") { !heard(in: folder).isEmpty }, "passwd was told nothing")
      form.settle()
      if thief.shows("opened") { return "another program has opened passwd's terminal" }
      if form.shows("PIN") { return "another program's question is a field" }
      return nil
    }
  }

  static func passwdMemory(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    let form = try form(
      "ask 'New password: '; ask 'Retype new password: '; sleep 20", in: folder, on: readable)
    let needle = Needle.random(16)
    try choose(needle, in: form, folder, until: 3)
    for (part, text) in [(needle.part(0, 8), "new"), (old.part(0, 8), "old")] {
      let places = try scan(form.process, for: part)
      try require(!places.isEmpty, "the scan does not find a password")
      if let open = places.first(where: { !$0.isLocked }) {
        return "the \(text) one in memory that is not locked: \(open)"
      }
    }
    return nil
  }

  /// The end of a form must not end a passwd that may be changing something.
  static func interruptedPasswd(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    let form = try form(
      "ask 'New password: '; trap 'echo ended >>\"$heard\"' HUP INT TERM QUIT; ask 'Retype new password: '; sleep 3; "
        + "sleep 1; echo done >>\"$heard\"", in: folder)
    try choose(Needle.random(16), in: form, folder, until: 3)
    switch round % 4 {
    case 0: form.press(.control("c"))
    case 1: form.press(.escape)
    case 2: form.signal(SIGTERM)
    default: form.signal(SIGHUP)
    }
    try Victim.end(form)
    let heard = heard(in: folder)
    if heard.contains("ended") { return "it was signalled" }
    return heard.contains("done") ? nil : "the program has ended before it"
  }
}
