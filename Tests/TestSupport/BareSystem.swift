internal import Glibc

/// A system that lacks what programs count on, like a chroot or a rescue shell. Each program gets its own, in a mount
/// namespace.
package enum BareSystem: String, CaseIterable, Sendable {
  case withoutProc
  /// /dev has only tty, null and urandom.
  case withFewDevices

  /// How unshare(1) gets the namespace. Only root does without a user namespace.
  package static var unsharing: String { geteuid() == 0 ? "-m" : "-rm" }

  /// Whether such a system can be made here.
  package static let canBe = allCases.allSatisfy {
    (try? Completion.of("unshare", $0.arguments(running: ["true"])))?.status == 0
  }

  /// The arguments for unshare(1) that run `command` there.
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
