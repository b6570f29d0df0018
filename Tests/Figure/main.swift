import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

// Reads passwords, one to a line, and prints the bits that each has to the meter, with the common words of a folder.
//
//     Figure FOLDER [explain]
guard CommandLine.arguments.count > 1 else { fatalError("no folder") }
let folder = CommandLine.arguments[1]
let explains = CommandLine.arguments.count > 2
let memory = try SecretMemory(for: GuessMeter.capacities(oldPasswords: 1), locking: .ifPossible)
let meter = try GuessMeter(
  in: memory, oldPasswords: 1, commonWords: folder == "-" ? nil : CommonWords { folder })
while let line = readLine() {
  let estimate = meter.estimate(of: line.utf8Span, count: line.count, context: ContextWords())
  let bits = ((estimate.bits ?? 0) * 100).rounded() / 100
  print(explains ? "\(bits)\t\(line)\t\(meter.parts(of: line.utf8Span, count: line.count, context: ContextWords()).map { "\($0.kind) \($0.count) \(($0.bits * 10).rounded() / 10) \($0.place.map { "\($0)" } ?? "-")" })" : "\(bits)")
}
