import Glibc
import TestSupport
import Testing

/// Attacks through typed text, a verifier's output and lists.
extension Attack {
  private static func check(_ list: String, _ password: String) throws -> Int32 {
    try Completion.of(
      "watchword", ["check", "--policy", "nist", "--no-dictionary", "--blocklist", list],
      input: Array("\(password)\n".utf8)
    ).status
  }

  private static let password = "plum4Quartz!Ember9wheel"

  /// A list that cannot be read to its end ends the program before it says anything.
  static func blocklist(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    let list = round % 2 == 0 ? "/proc/self/mem" : folder.path + "/absent"
    let status: Int32
    if round < 2 {
      status = try check(list, password)
    } else {
      let form = try TerminalEmulator.open(
        "watchword", ["new", "--policy", "nist", "--blocklist", list] + Victim.calm, on: .capturing)
      try require(form.wait("it ends or draws") { form.hasEnded || form.isAlternateScreen }, "neither")
      form.press(.escape)
      try Victim.end(form)
      status = if case .exited(let number) = form.fate, !form.transcript.contains(0x1B) { number } else { -1 }
    }
    return status == 2 ? nil : "\(list): status \(status)"
  }

  /// A file that the kernel makes up has a size of 0 and a line.
  static func sizelessBlocklist(_ round: Int) throws -> String? {
    let line = readText("/proc/version")?.filter { !$0.isNewline } ?? ""
    try require(try check("/dev/null/absent", line) == 2, "check does not run")
    return try check("/proc/version", line) == 0 ? "a password of the list was accepted" : nil
  }

  /// A list with the password, in an encoding where it would not be found, from the start or only in the last line.
  static func encodedBlocklist(_ round: Int) throws -> String? {
    let encodings = ["UTF-16", "UTF-16LE", "UTF-16BE", "LATIN1", "NUL"]
    let (folder, encoding) = (TemporaryFolder(), encodings[round % 5])
    let change = encoding == "NUL" ? "tr '\\n' '\\0'" : "iconv -f UTF-8 -t \(encoding)"
    let before = round < 5 ? "" : "seq 20000; "
    let made = try Completion.of(
      "sh", ["-c", "{ \(before)printf '%s\\ncafé\\n' '\(password)' | \(change); } >list"], folder: folder.path
    )
    try require(made.status == 0, made.errors)
    let status = try check(folder.path + "/list", password)
    return status == 2 ? nil : "\(encoding): status \(status)"
  }

  /// The password is in the missing part: of a range file, of a whole file, or between two prefixes.
  static func cutLeaks(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    let list = LeakedList(count: 200_000)
    let place = list.lines.firstIndex { $0.hasPrefix(LeakedList.Password.leaked.hash) } ?? 0
    if round < 4 {
      let prefix = LeakedList.Password.leaked.hash.prefix(5)
      let range = LeakedList(count: 900).lines.map { $0.dropLast(1).prefix(35) + ":1\r\n" }
      let least = "C2C7A42C32EB2D49199A5BF2D0510BEE9A3"
      for name in ["00000", "FFFFF", String(prefix)] {
        let lines =
          name == prefix ? range.filter { $0 < least }.prefix([5, 100, 346, 600][round]) : range[...]
        _ = folder.write(lines.joined(), to: name + ".txt")
      }
    } else {
      var lines = list.lines[...]
      if round == 4 { lines = lines[..<place] }
      // 30 lines for the prefixes on either side, and none for the password's.
      if round == 5 {
        lines.removeAll { $0.hasPrefix("44F81") }
        for prefix in ["44F80", "44F82"] {
          lines += (0..<30).map {
            prefix + String(10_000 + $0 * 1_000) + String(repeating: "7", count: 30) + ":1\n"
          }
        }
        lines.sort()
      }
      _ = folder.write(lines.joined(), to: "list")
    }
    let output = try Completion.of(
      "watchword",
      [
        "check", "--no-dictionary", "--min-strength", "weak", "--leaked",
        folder.path + (round < 4 ? "" : "/list"),
      ],
      input: Array("\(LeakedList.Password.leaked.text)\n".utf8))
    return output.status == 0 ? "a password of the missing part was accepted" : nil
  }

  /// Anything but a file is refused, without waiting for it.
  static func strangeList(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    let lists = [folder.path + "/fifo", folder.path, "/dev/zero", folder.path + "/loop"]
    let (pipe, link) = unsafe (mkfifo(lists[0], 0o600), symlink(lists[3], lists[3]))
    try require(pipe == 0 && link == 0, "there is no such file")
    let status = try check(lists[round % 4], password)
    return status == 2 ? nil : "\(lists[round % 4]): status \(status)"
  }

  /// U+202E, U+2066, U+200B and U+E0041, which reverse text or are invisible.
  private static let invisible = ["\u{202E}", "\u{2066}", "\u{200B}", "\u{E0041}"]

  static func typeInvisible(_ round: Int) throws -> String? {
    let character = invisible[round % 4]
    let isText = round / 4 % 2 == 0, isPasted = round / 8 % 2 == 0
    let words = isText ? ["form", "--field", "text:city:City"] : ["new"]
    let form = try Victim.form(words, showing: isText ? "City" : "[ Set password ]", on: .capturing)
    if !isText { form.press(.control("r")) }
    let text = "abc\(character)def"
    if isPasted { form.paste(text) } else { form.type(text) }
    form.settle()
    try require(form.shows("def") || form.shows("fed"), "what was typed is not on the screen")
    let name = String(character.unicodeScalars.first?.value ?? 0, radix: 16)
    return form.transcript.contains(Array(character.utf8)) ? "U+\(name) went to the terminal" : nil
  }

  static func checkInvisible(_ round: Int) throws -> String? {
    let character = invisible[round % 4]
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let form = try refusal(by: "printf 'not %s here' '\(character)'", in: folder)
    try require(form.wait("the reason stands there") { form.shows("not") && form.shows("here") }, "no reason")
    let name = String(character.unicodeScalars.first?.value ?? 0, radix: 16)
    return form.transcript.contains(Array(character.utf8)) ? "U+\(name) went to the terminal" : nil
  }

  /// A form submitted with ``secret``, refused by its verifier: a line for the shell with the password in `$p`.
  private static func refusal(by script: String, in folder: TemporaryFolder) throws -> TerminalEmulator {
    let verifier = folder.command("read -r p; \(script); exit 1")
    let form = try Victim.form(["new", "--verify", verifier, "--verify-input", "text"])
    form.type("\(secret)\t\(secret)\r")
    return form
  }

  private static let secret = "Kq7.Zx4!Rv9@Wb2"

  /// Ways to quote the password with its letters and digits in order.
  static let sayings: [String] = [
    #"echo "$p""#, #"echo "no: $p.""#, #"echo "$p" | tr a-z A-Z"#, #"echo "$p" | tr A-Z a-z"#,
    #"echo "$p" | sed 's/./& /g'"#, #"echo "$p" | sed 's/./&\t/g'"#, #"echo "$p" | sed 's/./&-/g'"#,
    "echo \"$p\" | sed 's/./&\u{200B}/g'", "echo \"$p\" | sed 's/./&\u{AD}/g'",
    #"echo "$p" | sed 's/[.!@]/%2E/g; s/%2E//g'"#, #"echo "$p" | sed 's/!/\\x/g'"#,
    #"echo "$p" | sed 's/^.//'"#, #"echo "$p" | sed 's/.$//'"#, #"printf '%s\n%s' "${p%%!*}" "${p#*!}""#,
    #"printf '"%s"' "$p""#, #"printf '{"p":"%s"}' "$p""#,
  ]

  static func saying(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let form = try refusal(by: sayings[round % sayings.count], in: folder)
    let before = Set(form.rows)
    try require(
      Victim.holds(within: 10, form) { form.bells > 0 && !form.rows.filter { !before.contains($0) }.isEmpty },
      "no reason")
    form.settle()
    let said = simple(form.rows.joined()), letters = simple(secret)
    let runs = (0...letters.count - 4).map { letters[$0..<$0 + 4] }
    let seen = runs.contains { run in (0...said.count - 4).contains { said[$0..<$0 + 4] == run } }
    return seen ? "\(sayings[round % sayings.count]) is shown" : nil
  }

  /// The letters and digits of a text, in one case.
  private static func simple(_ text: String) -> [Character] {
    text.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.map { $0 }
  }

  /// Calls that want something other than the password on standard output.
  private static let wishes = [
    ["--hash", "sha512crypt"], ["--", "sh", "-c", "cat >/dev/null"], ["--verify", "false"],
    ["--output", "/dev/null/none"], ["--policy", "pin"],
  ]

  /// Lost arguments must not make the program print the password in the clear.
  static func lostArguments(_ round: Int) throws -> String? {
    let wish = wishes[round % wishes.count]
    let form = try TerminalEmulator.open(
      "unshare",
      BareSystem.withoutProc.arguments(
        running: [ProgramFile.path("watchword"), "new"] + Victim.calm + wish), on: .capturing)
    try require(
      form.wait("the form stands, or is refused") { form.shows("[ Set password ]") || form.hasEnded },
      "neither")
    form.type("\(secret)\t\(secret)\r")
    _ = Victim.holds(within: 5, form) { form.hasEnded || form.bells > 0 || form.shows("refused") }
    return form.outputText.contains(secret) ? "\(wish): the password is on standard output" : nil
  }

  /// Ways to make a file that requires something unusable or unclear.
  private static let spoilings = [
    "ulimit -n 4", "chmod 664 $file", "chmod 777 /etc/watchword", "printf '#\\366\\n' >>$file",
    "sed -i 's/.required./[Required]/' $file", "sed -i 's/]//' $file", "sed -i 's/nist/nits/' $file",
  ]

  /// Users get no password accepted that the system forbids.
  static func brokenRequirement(_ round: Int) throws -> String? {
    let script = """
      mount -t tmpfs none /mnt; mkdir /mnt/upper /mnt/work
      mount -t overlay none -o lowerdir=/etc,upperdir=/mnt/upper,workdir=/mnt/work /etc
      rm -rf /etc/watchword; mkdir -m 755 /etc/watchword; file=/etc/watchword/config
      printf '[required]\\npolicy=nist\\n' >$file
      \(spoilings[round / 2 % spoilings.count])
      exec "$0" "$@"
      """
    let isForm = round % 2 == 0
    let program = [ProgramFile.path("watchword")] + (isForm ? ["new", "--plain", "--quiet"] : ["check"])
    let arguments = ["-m", "sh", "-ec", script] + program + ["--no-dictionary"]
    if !isForm {
      let status = try Completion.of("unshare", arguments, input: Array("Kv7mQzR2\n".utf8)).status
      return status == 0 ? "\(spoilings[round / 2]): accepted" : nil
    }
    let form = try TerminalEmulator.open("unshare", arguments, on: .capturing)
    try require(
      form.wait("it asks, or is refused") { form.shows("New password") || form.hasEnded }, "neither")
    form.type("Kv7mQzR2\rKv7mQzR2\r")
    _ = Victim.holds(within: 2, form) { form.hasEnded }
    return form.fate == .exited(0) ? "\(spoilings[round / 2]): accepted" : nil
  }

  static func memoryLimit(_ round: Int) throws -> String? {
    let limit = 16 + 4 * round
    let form = try TerminalEmulator.open(
      "watchword", ["new", "--verify", "true"] + Victim.calm,
      on: .with {
        $0.output = .pipe
        $0.errors = .pipe
        $0.launching = ["--memlock", "\(limit * 1024)"]
      })
    try require(
      form.wait("it draws or ends") { form.hasEnded || form.shows("[ Set password ]") },
      "neither a form nor an end")
    if form.hasEnded {
      return form.fate == .exited(6) && form.mode(1049) == nil ? nil : "\(limit) KiB: \(form.fate)"
    }
    form.type("Kv7mQzR2\tKv7mQzR2\r")
    _ = Victim.holds(within: 5, form) { form.hasEnded || form.bells > 0 }
    return form.fate == .exited(0) ? nil : "\(limit) KiB: the form starts, and its verifier cannot"
  }

  /// A key is answered even with a large dictionary. One far too large may be refused before there is a form.
  static func hugeDictionary(_ round: Int) throws -> String? {
    let folder = TemporaryFolder()
    let list = folder.write("")
    try require(unsafe truncate(list, round == 0 ? 5 << 30 : 250 << 20) == 0, "there is no large file")
    let form = try TerminalEmulator.open(
      "watchword", ["new", "--no-animation", "--dictionary", list], on: .capturing)
    try require(
      form.wait("the form stands, or is refused") { form.shows("[ Set password ]") || form.hasEnded },
      "neither a form nor an end")
    if form.hasEnded { return form.fate == .exited(2) ? nil : "\(form.fate)" }
    form.type("abcdefghijkl")
    for key in Array("mno").map(String.init) {
      let start = form.transcript.count
      form.type(key)
      if !Victim.holds(within: 1, form, { form.transcript.count > start }) { return "a key was not answered" }
    }
    return nil
  }
}

extension Array<UInt8> {
  func contains(_ part: [UInt8]) -> Bool { firstRange(of: part) != nil }
}
