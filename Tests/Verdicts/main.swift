import CWatchwordZxcvbn
import Glibc
import WatchwordStrength

// A program that judges passwords without a form, and links nothing else of the package.
//
//     Verdicts bench          verdicts a second by policy, beside the library of guesses alone
//     Verdicts threads LIST   judges on many threads with shared lists, and ends with 1 where two verdicts differ
switch CommandLine.arguments.dropFirst().first {
case "bench": exit(await bench())
case "threads" where CommandLine.arguments.count == 3:
  exit(try await judgeOnThreads(CommandLine.arguments[2]))
default: exit(64)
}

/// Passwords of several kinds, the same in each run: random ones, words with numbers, two words, and words with
/// symbols.
func passwords(_ count: Int) -> [String] {
  let words = [
    "anchor", "basket", "desert", "garden", "island", "kitchen", "ladder", "orange", "rabbit", "window",
  ]
  var state: UInt64 = 29
  func next(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
  func random(_ count: Int) -> String {
    String(decoding: (0..<count).map { _ in UInt8(33 + next(94)) }, as: UTF8.self)
  }
  return (0..<count).map { number in
    let word = words[next(words.count)]
    return switch number % 4 {
    case 0: random(6 + next(11))
    case 1: "\(word)\(next(10_000))"
    case 2: word.prefix(1).uppercased() + word.dropFirst() + "-" + words[next(words.count)]
    default: "\(word.prefix(4))\(1950 + next(80))\(random(3))"
    }
  }
}

/// How many passwords a second `judge` handles, in that many threads.
func rate(_ threads: Int, _ judge: @escaping @Sendable (String) -> Void) async -> Double {
  let all = passwords(2_000)
  all.prefix(200).forEach(judge)
  let clock = ContinuousClock()
  let time = await clock.measure {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<threads { group.addTask { all.forEach(judge) } }
    }
  }
  return Double(threads * all.count) / (time / .seconds(1))
}

/// Prints the table. The cost of a verdict above the library of guesses alone does not depend on the machine.
///
/// - Returns: 1 if it costs more than allowed.
func bench() async -> Int32 {
  let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  let policies: [(String, PasswordPolicy)] = [
    ("classic", .classic), ("nist", .nist), ("owasp", .owasp), ("wpa2", .wpa2), ("pci", .pci), ("bsi", .bsi),
  ]
  var rows: [(name: String, judge: @Sendable (String) -> Void)] = [
    ("libzxcvbn alone", { _ = unsafe ZxcvbnMatch($0, nil, nil) })
  ]
  rows += policies.map { name, policy in (name, { _ = try? policy.evaluate($0, context: ["Ada Lovelace"]) }) }
  for count in [3_000, 40_000] {
    guard let lists = try? PasswordLists(contextWords: (0..<count).map { "word\($0)" }) else { return 1 }
    let policy = PasswordPolicy.nist.using(lists)
    rows.append(("nist, \(count) words", { _ = try? policy.evaluate($0) }))
  }
  print(
    "passwords a second".padded(20), "one core".padded(-10), "\(cores) cores".padded(-10), "floors".padded(-7)
  )
  var (floor, worst) = (0.0, 0.0)
  for row in rows {
    var (one, all) = (0.0, 0.0)
    for _ in 1...3 {
      one = max(one, await rate(1, row.judge))
      all = max(all, await rate(cores, row.judge))
    }
    if floor == 0 { floor = one }
    worst = max(worst, floor / one)
    let floors = (floor / one * 100).rounded() / 100
    print(row.name.padded(20), "\(Int(one))".padded(-10), "\(Int(all))".padded(-10), "\(floors)".padded(-7))
  }
  guard worst <= 4 else {
    print("A verdict costs more than 4 floors.")
    return 1
  }
  return 0
}

/// Judges the same passwords in one thread and in many, with the same lists.
func judgeOnThreads(_ path: String) async throws -> Int32 {
  let lists = try PasswordLists(
    dictionaryPaths: [path], blocklistPaths: [path], passwords: ["umbrella-Lantern-4711"],
    contextWords: ["club"])
  let all = passwords(100) + ["umbrella-Lantern-4711", "zebra", "Lante\u{301}rne", ""]
  let policies = [
    PasswordPolicy.nist.using(lists), PasswordPolicy.classic.using(lists),
    try PasswordPolicy(.length(8...), .custom("no spaces") { text in !text.span.contains(0x20) }),
  ]
  let judge: @Sendable () -> [PasswordPolicy.Verdict?] = {
    policies.flatMap { policy in all.map { try? policy.evaluate($0, context: ["ada@example.org"]) } }
  }
  let expected = judge()
  let same = await withTaskGroup(of: Bool.self) { group in
    for _ in 0..<16 { group.addTask { judge() == expected } }
    return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
  }
  print("\(same) of 16 threads came to the same verdicts")
  return same == 16 ? 0 : 1
}

extension Span<UInt8> {
  func contains(_ byte: UInt8) -> Bool {
    for index in indices where self[index] == byte { return true }
    return false
  }
}

extension String {
  /// Pads with spaces, on the left if `width` is negative.
  func padded(_ width: Int) -> String {
    let spaces = String(repeating: " ", count: max(0, abs(width) - count))
    return width < 0 ? spaces + self : self + spaces
  }
}
