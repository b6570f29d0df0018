internal import Glibc

/// A system without what programs count on, as a chroot or a rescue shell may be. A program has it to itself, in a mount
/// namespace of its own.
package enum BareSystem: String, CaseIterable, Sendable {
  case withoutProc
  /// /dev has nothing but tty, null and urandom.
  case withFewDevices

  /// How unshare(1) gets the namespace: others than root need one of users too.
  package static var unsharing: String { geteuid() == 0 ? "-m" : "-rm" }

  /// Whether there can be such a system here.
  package static let canBe = allCases.allSatisfy {
    (try? Completion.of("unshare", $0.arguments(running: ["true"])))?.status == 0
  }

  /// The arguments with which unshare(1) runs `command` there.
  package func arguments(running command: [String]) -> [String] {
    let script =
      switch self {
      case .withoutProc: "mount -t tmpfs none /proc"
      case .withFewDevices:
        "mount -t tmpfs none /mnt; for name in tty null urandom; do : >/mnt/$name; "
          + "mount --bind /dev/$name /mnt/$name; done; mount --rbind /mnt /dev"
      }
    return [Self.unsharing, "sh", "-ec", #"\#(script); exec "$@""#, "sh"] + command
  }
}
