import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

// Reads passwords, one to a line, and prints the bits that each has to the meter with the common words of a folder, and with
// a second argument the parts.
guard CommandLine.arguments.count > 1 else { fatalError("Usage: Figure FOLDER [parts]") }
let folder = CommandLine.arguments[1]
let memory = try SecretMemory(for: GuessMeter.capacities(oldPasswords: 1), locking: .ifPossible)
let meter = try GuessMeter(in: memory, oldPasswords: 1, commonWords: CommonWords { folder })
while let line = readLine() {
  let count = line.count
  let estimate = meter.estimate(of: line.utf8Span, count: count, context: ContextWords())
  let bits = ((estimate.bits ?? 0) * 100).rounded() / 100
  guard CommandLine.arguments.count > 2 else {
    print(bits)
    continue
  }
  let parts = meter.parts(of: line.utf8Span, count: count, context: ContextWords())
  print(bits, parts.map { "\($0.count): \($0.kind) \(($0.bits * 10).rounded() / 10)" }, separator: "\t")
}
