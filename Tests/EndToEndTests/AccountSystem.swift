import Glibc
import TestSupport
import Testing

/// Debian 12's own passwd and PAM in a mount namespace, with an /etc of its own in which the account `ann` is. Nothing on
/// the machine changes.
final class AccountSystem {
  static let old = "Old-Secret-12"
  /// The number of the user `ann`.
  private static let number = 4242
  /// What stands in the way of such a system here; `nil` where nothing does.
  static let obstacle: String? = {
    if geteuid() != 0 { return "only root can make it" }
    if !BareSystem.canBe { return "no mount namespace can be had" }
    for program in ["/usr/bin/passwd", "/usr/sbin/unix_chkpwd"] where unsafe access(program, X_OK) != 0 {
      return "there is no \(program)"
    }
    return (try? Completion.of("perl", ["-e", "exit 0"]))?.status == 0 ? nil : "there is no perl"
  }()

  /// Where pam_pwquality is, which is fetched from Debian's archive and installed nowhere; `nil` where it cannot be had.
  static let pwquality: String? = {
    let folder = ProgramFile.folder + "/pam"
    let module = folder + "/lib/x86_64-linux-gnu/security/pam_pwquality.so"
    if unsafe access(module, R_OK) == 0 { return module }
    let script =
      "mkdir -p \(folder) && cd \(folder) && apt-get download libpam-pwquality && dpkg-deb -x *.deb ."
    _ = try? Completion.of("sh", ["-ec", script])
    return unsafe access(module, R_OK) == 0 ? module : nil
  }()

  private let folder = TemporaryFolder()
  private let preparation: String

  /// Makes a system where passwd has the lines `pam`, the line of `ann` in /etc/shadow ends in `ages`, and `preparation` is
  /// done in the namespace before the program begins.
  init(pam: String, ages: String = "::99999:7:::", preparation: String = "") throws {
    let etc = folder.path + "/etc"
    self.preparation = "mount --bind \(etc) /etc\n\(preparation)\n"
    let done = try Completion.of(
      "sh",
      [
        "-ec",
        """
        cp -a /etc \(etc); cp "$0" \(etc)/a-watchword; chmod 755 \(etc)/a-watchword
        echo 'ann:x:\(Self.number):\(Self.number):Ann Smith:/:/bin/sh' >>\(etc)/passwd
        echo "ann:$(perl -e 'print crypt("\(Self.old)", q($6$rounds=1000$saltsalt))'):\(ages)" >>\(etc)/shadow
        printf '%s\\n' "$1" >\(etc)/pam.d/passwd
        """, ProgramFile.path("watchword"), pam,
      ])
    #expect(done.status == 0, "\(done)")
  }

  /// The days since 1970.
  static var today: Int { time(nil) / 86_400 }

  /// Starts `watchword passwd` as `ann`, or as root.
  func open(_ arguments: [String] = [], asRoot: Bool = false) throws -> TerminalEmulator {
    let user = "setpriv --reuid=\(Self.number) --regid=\(Self.number) --clear-groups --"
    let script = "\(preparation)exec \(asRoot ? "" : user) /etc/a-watchword passwd --no-dictionary \"$@\""
    return try TerminalEmulator.open(
      "unshare", ["-m", "sh", "-ec", script, "sh"] + arguments,
      on: .with { ($0.output, $0.errors) = (.pipe, .pipe) })
  }

  /// Whether the shadow file has the hash of `password` for `ann`; where the program on `terminal` is named, the file that
  /// it sees.
  func holds(_ password: String, for terminal: TerminalEmulator? = nil) throws -> Bool {
    let root = terminal.map { "/proc/\($0.pid)/root" } ?? folder.path
    let script = "print crypt($ARGV[0], $ARGV[1]) eq $ARGV[1] ? 1 : 0"
    let line = (readText(root + "/etc/shadow") ?? "").split(separator: "\n").last {
      $0.hasPrefix("ann:")
    }
    let hash = line?.split(separator: ":", omittingEmptySubsequences: false)[1] ?? ""
    return try Completion.of("perl", ["-e", script, password, String(hash)]).output == "1"
  }

  /// Sends a signal to the passwd that the program on `terminal` has started.
  func signalPasswd(of terminal: TerminalEmulator, _ name: String = "KILL") throws {
    #expect(try Completion.of("pkill", ["-\(name)", "-x", "passwd", "-P", "\(terminal.pid)"]).status == 0)
  }

  /// Has no room left where the shadow file is.
  static let fullDisk = """
    mount -t tmpfs -o size=64m none /mnt; cp -a /etc/. /mnt; mount --move /mnt /etc
    head -c 64M /dev/zero >/etc/a-filler 2>/dev/null || true
    """

  /// Has another program hold the lock of the shadow file, as lckpwdf(3) does, until ``unlock()``.
  static let lock = """
    perl -e 'use Fcntl; alarm 60; open F, q(+>>), q(/etc/.pwd.lock); $lock = pack(q(s s l! l! l! l!), F_WRLCK);
      fcntl(F, F_SETLK, $lock) or die; open G, q(>), q(/etc/a-lock);
      select undef, undef, undef, .02 until -e q(/etc/an-unlock)' </dev/null >/dev/null 2>&1 &
    until test -e /etc/a-lock; do sleep 0.02; done
    """

  func unlock() { _ = folder.write("", to: "etc/an-unlock") }

  /// Whether passwd waits for that lock, which it does once it has the new password twice.
  var isLockAwaited: Bool {
    var facts = stat()
    guard unsafe stat(folder.path + "/etc/.pwd.lock", &facts) == 0 else { return false }
    return (readText("/proc/locks") ?? "").split(separator: "\n").contains {
      $0.contains("->") && $0.contains(":\(facts.st_ino) ")
    }
  }
}
