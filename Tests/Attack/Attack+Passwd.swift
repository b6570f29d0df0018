import Glibc
import TestSupport
import Testing

/// Attacks by what stands in the place of the system's passwd.
extension Attack {
  /// A passwd of the attacker's, in a mount namespace: it asks for the old password as it should, and goes on with `script`.
  private static func form(
    _ script: String, in folder: TemporaryFolder, on stage: Stage = .capturing
  ) throws -> TerminalEmulator {
    let tools = #"""
      #!/bin/sh
      show() { printf '%s' "$1"; IFS= read -r answer; printf '%s\n' "$answer" >>"$heard"; }
      ask() { stty -echo; show "$1"; stty echo; echo; }
      heard=\#(folder.path)/heard; ask 'Current password: '

      """#
    let path = folder.write(tools + script + "\n", to: "passwd")
    _ = unsafe chmod(path, 0o755)
    let form = try TerminalEmulator.open(
      "unshare",
      [
        "-m", "sh", "-ec", "mount --bind \(path) /usr/bin/passwd; exec \"$@\"", "sh",
        ProgramFile.path("watchword"), "passwd", "--policy", "classic",
      ] + Victim.calm, on: stage)
    try require(form.wait("the form stands") { form.shows("New password again") }, "no form")
    form.settle()
    form.send(old.bytes)
    form.press(.tab)
    return form
  }

  private static let old = Needle.random(16)

  /// What the attacker's passwd was told, line by line.
  private static func heard(in folder: TemporaryFolder) -> [Substring] {
    (folder.read("heard") ?? "").split(separator: "\n")
  }

  /// Chooses `needle`, until passwd was told as many lines as `count`.
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
      // The form waits for passwd all the while.
      if Victim.holds(within: 2, form, { heard(in: folder).count > 1 }) { return "it was told more" }
      try require(heard(in: folder) == [old.text[...]], "it was not told the old one")
    }
    form.press(.escape)
    try Victim.end(form)
    return Victim.harm(to: form, secret: needle.text)
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

  /// What ends a form must not end a passwd that may be changing something.
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
