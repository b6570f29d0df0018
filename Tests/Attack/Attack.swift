import Glibc
import TestSupport

/// A way of attacking the program, played several times.
struct Attack: CustomStringConvertible, Sendable {
  /// What an attack needs.
  enum Need: String {
    case root = "root"
    case tracing = "leave to trace other processes"
    case tmux = "tmux"
    case namespaces = "leave to mount in a namespace"

    var isMet: Bool {
      switch self {
      case .root: geteuid() == 0
      case .tracing: Self.canTrace
      case .tmux: TmuxScreen.isInstalled
      case .namespaces: BareSystem.canBe
      }
    }

    private static let canTrace: Bool = {
      guard let victim = try? TerminalEmulator.open("cat") else { return false }
      return (try? withLastMoment(of: victim.process, endedBy: SIGTERM) {}) != nil
    }()
  }

  /// The number that docs/threats.md gives it; 0 for attacks that never succeeded.
  let finding: Int
  /// What is attacked.
  let name: String
  /// The rounds of `make attack`.
  let rounds: Int
  /// The rounds of `make test`.
  let roundsInTest: Int
  let needs: [Need]
  /// Whether the documents promise that the attack fails.
  let isPromised: Bool
  /// Plays a round by its number, from 0. Returns what went wrong for the user, or `nil`.
  let run: @Sendable (_ round: Int) throws -> String?

  var description: String { name }

  init(
    _ finding: Int, _ name: String, rounds: Int, roundsInTest: Int = 0, needs: [Need] = [],
    isPromised: Bool = true, run: @escaping @Sendable (_ round: Int) throws -> String?
  ) {
    (self.finding, self.name, self.rounds) = (finding, name, rounds)
    (self.roundsInTest, self.needs) = (roundsInTest, needs)
    (self.isPromised, self.run) = (isPromised, run)
  }
}

/// The result of an attack.
struct Outcome {
  let attack: Attack
  private(set) var tried = 0
  private(set) var held = 0
  /// What went wrong first.
  private(set) var reason: String?

  /// Plays `rounds` rounds, or as many as `seconds` allow.
  init(of attack: Attack, rounds: Int, seconds: Int) {
    self.attack = attack
    if let need = attack.needs.first(where: { !$0.isMet }) {
      reason = "skipped: needs \(need.rawValue)"
      return
    }
    let end = time(nil) + seconds
    while tried < rounds, time(nil) < end {
      let answer: String?
      do { answer = try attack.run(tried) } catch { answer = "not played: \(error)" }
      tried += 1
      if let answer { reason = reason ?? answer } else { held += 1 }
    }
  }

  /// Whether every promise was kept.
  var isGood: Bool { tried == held || !attack.isPromised }

  /// The line that is printed.
  var line: String {
    let name = attack.name + String(repeating: " ", count: max(0, 58 - attack.name.count))
    let finding = attack.finding == 0 ? "held before" : "finding \(attack.finding)"
    let start = finding + String(repeating: " ", count: max(1, 13 - finding.count)) + name
    if tried == 0 { return "\(start)  \(reason ?? "no time left")" }
    let counts = "\(start)  tried \(tried)  held \(held)"
    if tried == held { return counts }
    return counts + (attack.isPromised ? "  " : "  (not promised)  ") + (reason ?? "")
  }
}

/// A condition without which an attack means nothing.
struct NotPlayed: Error, CustomStringConvertible {
  let description: String
}

/// Throws ``NotPlayed`` unless `condition` holds.
func require(_ condition: Bool, _ what: String) throws {
  if !condition { throw NotPlayed(description: what) }
}
