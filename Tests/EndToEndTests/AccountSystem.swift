import Glibc
import TestSupport
import Testing

/// Debian 12's own passwd and PAM in a mount namespace, whose own /etc has the account `ann`. Nothing on the machine
/// changes.
final class AccountSystem {
  static let old = "Old-Secret-12"
  /// The user ID of `ann`.
  private static let number = 4242

  /// The user who runs passwd.
  enum User {
    case ann
    /// The shadow file has no password for kim, and no line for lou. Tests/Servers has them.
    case kim, lou

    var number: Int {
      switch self {
      case .ann: AccountSystem.number
      case .kim: 4243
      case .lou: 4245
      }
    }
  }
  /// The modules that `make programs` unpacks, which would change how people log in if they were installed.
  static let (pwquality, passwdqc) = (unpacked("pwquality"), unpacked("passwdqc"))

  private static func unpacked(_ name: String) -> String {
    let command = "printf %s '\(PackageFile.root)'/.build/unpacked/lib/*/security/pam_\(name).so"
    return (try? Completion.of("sh", ["-c", command]).output) ?? ""
  }

  /// A module built from Tests/PAM that asks for a new password in pam_unix's words; `nil` if it cannot be built.
  static let again = file(
    ProgramFile.folder + "/pam_again.so",
    """
    cc=$(command -v cc || command -v clang || echo "$(dirname "$(readlink -f "$(command -v swift)")")/clang")
    $cc -shared -fPIC -o \(ProgramFile.folder)/pam_again.so \(PackageFile.root)/Tests/PAM/again.c
    """)

  /// The file at `path`, made by `script` if it is missing.
  private static func file(_ path: String, _ script: String) -> String? {
    // The compiler may be on the path of who plays the tests alone.
    let search = Stage().environment.merging(["PATH": environment("PATH") ?? ""]) { $1 }
    if unsafe access(path, R_OK) != 0 {
      _ = try? Completion.of("sh", ["-ec", script], environment: search)
    }
    return unsafe access(path, R_OK) == 0 ? path : nil
  }

  /// Replaces passwd by a script. The script has no root rights, so the namespace's shadow file belongs to the user.
  static func passwd(_ script: String) -> String {
    #"""
    cat >/etc/a-passwd <<'END'
    #!/bin/sh
    test "$1" != -S || { echo ann P 0; exit; }
    ask() { stty -echo; printf '%s' "$1"; IFS= read -r answer; stty echo; echo; }
    old() { ask 'Current password: '; }
    twice() { ask 'New password: '; ask 'Retype new password: '; }
    store() {
      hash=$(perl -e 'print crypt($ARGV[0], q($6$rounds=1000$othersalt))' "$answer")
      lines=$(grep -v ^ann: /etc/shadow; echo "ann:$hash::0:99999:7:::")
      printf '%s\n' "$lines" >/etc/shadow
    }
    \#(script)
    END
    chmod 4755 /etc/a-passwd; chown \#(number) /etc/shadow; mount --bind /etc/a-passwd /usr/bin/passwd
    """#
  }

  private let folder = TemporaryFolder()
  private let preparation: String
  private let user: User

  /// Makes a system where passwd's PAM stack is `pam` and the line of `ann` in /etc/shadow ends in `ages`.
  /// `preparation` runs in the namespace before the program.
  init(pam: String, ages: String = "::99999:7:::", preparation: String = "", of user: User = .ann) throws {
    let etc = folder.path + "/etc"
    self.user = user
    self.preparation = "mount --bind \(etc) /etc\n\(preparation)\n"
    let done = try Completion.of(
      "sh",
      [
        "-ec",
        """
        '\(PackageFile.root)/Tests/etc' \(etc); cp "$0" \(etc)/a-watchword; chmod 755 \(etc)/a-watchword
        echo 'ann:x:\(Self.number):\(Self.number):Ann Smith:/:/bin/sh' >>\(etc)/passwd
        echo "ann:$(perl -e 'print crypt("\(Self.old)", q($6$rounds=1000$saltsalt))'):\(ages)" >>\(etc)/shadow
        echo 'kim:x:4243:4243:Kim:/:/bin/sh' >>\(etc)/passwd; echo 'kim:*:\(ages)' >>\(etc)/shadow
        mkdir -p \(etc)/sudoers.d
        echo 'ann ALL=(ALL) NOPASSWD: ALL' >\(etc)/sudoers.d/ann
        printf '%s\\n' "$1" >\(etc)/pam.d/passwd
        """, ProgramFile.path("watchword"), pam,
      ])
    #expect(done.status == 0, "\(done)")
  }

  /// The days since 1970.
  static var today: Int { time(nil) / 86_400 }

  /// Starts `watchword passwd` as the user or as root, which `ann` becomes by sudo if that is asked for.
  func open(
    _ arguments: [String] = [], asRoot: Bool = false, bySudo: Bool = false
  ) throws -> TerminalEmulator {
    let user = "setpriv --reuid=\(user.number) --regid=\(user.number) --clear-groups --"
    let sudo = bySudo ? "sudo" : ""
    let script =
      "\(preparation)exec \(asRoot && !bySudo ? "" : user) \(sudo) /etc/a-watchword passwd --no-dictionary \"$@\""
    return try TerminalEmulator.open(
      "unshare", ["-m", "sh", "-ec", script, "sh"] + arguments,
      on: .with { ($0.output, $0.errors) = (.pipe, .pipe) })
  }

  /// Whether the shadow file has the hash of `password` for `ann`. With `terminal`, the file that its program sees.
  func holds(_ password: String, for terminal: TerminalEmulator? = nil) throws -> Bool {
    let root = terminal.map { "/proc/\($0.pid)/root" } ?? folder.path
    let script = "print crypt($ARGV[0], $ARGV[1]) eq $ARGV[1] ? 1 : 0"
    let line = (readText(root + "/etc/shadow") ?? "").split(separator: "\n").last {
      $0.hasPrefix("ann:")
    }
    let hash = line?.split(separator: ":", omittingEmptySubsequences: false)[1] ?? ""
    return try Completion.of("perl", ["-e", script, password, String(hash)]).output == "1"
  }

  /// When the password of `ann` was changed, in days since 1970; 0 if another has to be chosen at the next login.
  func lastChange() -> Int? {
    let line = (readText(folder.path + "/etc/shadow") ?? "").split(separator: "\n").last {
      $0.hasPrefix("ann:")
    }
    return line.flatMap { Int($0.split(separator: ":", omittingEmptySubsequences: false)[2]) }
  }

  /// Sends a signal to the passwd that the program on `terminal` started.
  func signalPasswd(of terminal: TerminalEmulator, _ name: String = "KILL") throws {
    // pkill(1) is not on every machine.
    let script = """
      found=1
      for file in /proc/[0-9]*/stat; do
        { read -r number name state parent rest <"$file"; } 2>/dev/null || continue
        if test "$name $parent" = "(passwd) $1"; then kill -s "$2" "$number" && found=0; fi
      done
      exit $found
      """
    #expect(try Completion.of("sh", ["-c", script, "sh", "\(terminal.pid)", name]).status == 0)
  }

  /// Fills the file system of the shadow file.
  static let fullDisk = """
    mount -t tmpfs -o size=64m none /mnt; cp -a /etc/. /mnt; mount --move /mnt /etc
    head -c 64M /dev/zero >/etc/a-filler 2>/dev/null || true
    """

  /// Makes another program hold the lock of the shadow file, as lckpwdf(3) does, until ``unlock()``.
  static let lock = """
    perl -e 'use Fcntl; alarm 60; open F, q(+>>), q(/etc/.pwd.lock); $lock = pack(q(s s l! l! l! l!), F_WRLCK);
      fcntl(F, F_SETLK, $lock) or die; open G, q(>), q(/etc/a-lock);
      select undef, undef, undef, .02 until -e q(/etc/an-unlock)' </dev/null >/dev/null 2>&1 &
    until test -e /etc/a-lock; do sleep 0.02; done
    """

  func unlock() { _ = folder.write("", to: "etc/an-unlock") }

  /// Whether passwd waits for that lock, as it does once it has the new password twice.
  var isLockAwaited: Bool {
    var facts = stat()
    guard unsafe stat(folder.path + "/etc/.pwd.lock", &facts) == 0 else { return false }
    return (readText("/proc/locks") ?? "").split(separator: "\n").contains {
      $0.contains("->") && $0.contains(":\(facts.st_ino) ")
    }
  }
}
