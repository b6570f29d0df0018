import Glibc

/// Plays all attacks against the program that WATCHWORD names, and prints a line for each. Arguments select attacks by
/// parts of their names.
@main enum Main {
  /// The most seconds for one attack, and for all.
  private static let limits = (one: 60, all: 570)

  static func main() {
    let end = time(nil) + limits.all
    // A call that hangs must not keep anybody waiting.
    alarm(UInt32(limits.all) + 20)
    let words = CommandLine.arguments.dropFirst()
    let chosen = Attack.all.filter { attack in words.isEmpty || words.contains { attack.name.contains($0) } }
    var outcomes: [Outcome] = []
    for attack in chosen {
      let outcome = Outcome(of: attack, rounds: attack.rounds, seconds: min(limits.one, end - time(nil)))
      print(outcome.line)
      fflush(nil)
      outcomes.append(outcome)
    }
    let promised = outcomes.filter(\.attack.isPromised)
    let tried = promised.map(\.tried).reduce(0, +), held = promised.map(\.held).reduce(0, +)
    let missing = promised.count { $0.tried == 0 }
    print("sum: tried \(tried)  held \(held)" + (missing == 0 ? "" : "  not played \(missing)"))
    exit(outcomes.allSatisfy(\.isGood) ? 0 : 1)
  }
}
