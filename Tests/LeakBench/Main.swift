import Glibc
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

/// The part of `make bench-leaked` that searches a list as the program does, and prints how often it reads for a
/// look-up and how long that takes.
///
///     LeakBench FILE
@main struct Main {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else { exit(2) }
    let bench = try Bench(path: CommandLine.arguments[1])
    var random = SystemRandomNumberGenerator()
    let hits = (0..<1_000).compactMap { _ in bench.someHash(using: &random) }
    let others = hits.map { String($0.dropLast(4)) + "0000" }
    try bench.measure("a hash of the list", hits)
    try bench.measure("any other hash", others)
    try bench.measureTexts("a password, with its thread")
  }
}

private struct Bench {
  let list: LeakedFile
  /// The same file, to choose hashes from and to drop from the cache.
  let file: Int32
  let size: Int

  init(path: String) throws {
    list = try LeakedFile(path: path)
    file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    size = Int(lseek(file, 0, SEEK_END))
    print("one look-up".padded(to: 30), "reads", "most", "µs cold", "µs warm", separator: "  ")
  }

  func someHash(using random: inout some RandomNumberGenerator) -> String? {
    var bytes = [UInt8](repeating: 0, count: 128)
    guard
      unsafe pread(file, &bytes, bytes.count, off_t.random(in: 0..<off_t(size - 128), using: &random)) > 0,
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    return String(decoding: bytes[(end + 1)...].prefix(LeakHasher.digitCount), as: UTF8.self)
  }

  func measure(_ name: String, _ hashes: [String]) throws {
    var page = try SecretBuffer(capacity: LeakedFile.pageSize, locking: .ifPossible)
    var (readCount, most) = (0, 0)
    func find(_ digits: String) {
      var count = 0
      let finding = list.finding(onHash: digits.utf8Span.span, reading: &page, readCount: &count)
      precondition(finding != .unreadable && finding != .open)
      readCount += count
      most = max(most, count)
    }
    let cold = hashes.prefix(200).map { hash in
      forget()
      return time { find(hash) }
    }
    hashes.forEach(find)
    readCount = 0
    let warm = hashes.map { hash in time { find(hash) } }
    printRow(name, reads: Double(readCount) / Double(hashes.count), most: most, cold: cold, warm: warm)
  }

  func measureTexts(_ name: String) throws {
    let search = try LeakSearch(list, locking: .ifPossible)
    let texts = (0..<1_000).map { "text \($0)" }
    func find(_ text: String) { precondition(search.find(text.utf8Span) != .unreadable) }
    find("first")
    let cold = texts.prefix(200).map { text in
      forget()
      return time { find(text) }
    }
    texts.forEach(find)
    printRow(name, cold: cold, warm: texts.map { text in time { find(text) } })
  }

  /// Makes the kernel forget what it has read of the file.
  private func forget() { posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) }

  private func time(_ body: () -> Void) -> Double {
    let start = now()
    body()
    return now() - start
  }

  /// The time in microseconds.
  private func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }

  /// Prints the mean of the reads, and the medians of the times.
  private func printRow(
    _ name: String, reads: Double? = nil, most: Int? = nil, cold: [Double], warm: [Double]
  ) {
    let cells: [(String, Int)] = [
      (reads.map { "\(($0 * 10).rounded() / 10)" } ?? "", 5), (most.map { "\($0)" } ?? "", 4),
      ("\(Int(cold.sorted()[cold.count / 2].rounded()))", 7),
      ("\(warm.sorted()[warm.count / 2].rounded(.up))", 7),
    ]
    print(name.padded(to: 30), cells.map { $0.padded(to: -$1) }.joined(separator: "  "), separator: "  ")
  }
}

extension String {
  /// Pads with spaces, on the left if `width` is negative.
  fileprivate func padded(to width: Int) -> String {
    let spaces = String(repeating: " ", count: Swift.max(0, abs(width) - count))
    return width < 0 ? spaces + self : self + spaces
  }
}
