internal import Glibc

package struct ProcessState: Sendable {
  package let pid: Int32

  package init(_ pid: Int32) { self.pid = pid }

  /// The process in gpg-agent's words for its caller: `PID/UID HOST`.
  package func asOwner(user: UInt32 = geteuid(), host: String? = nil) -> String {
    var name = [CChar](repeating: 0, count: 65)
    _ = unsafe gethostname(&name, name.count)
    return
      "\(pid)/\(user) \(host ?? String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))"
  }

  /// The state letter: R runs, S sleeps, T is stopped, Z is a zombie; `nil` if there is no such process.
  package var letter: Character? {
    contents("stat").flatMap { text in text.lastIndex(of: ")").flatMap { text[$0...].dropFirst(2).first } }
  }

  /// Whether it is gone, a zombie, or bound to end: a killed process needs a processor to end on, and a busy machine
  /// may have none yet.
  package var isKilled: Bool {
    if letter ?? "Z" == "Z" { return true }
    // SIGKILL is pending, or a signal that ends the process by default.
    let pending = ["SigPnd", "ShdPnd"].compactMap { status($0).flatMap { UInt64($0, radix: 16) } }
    if pending.contains(where: { $0 & 1 << (SIGKILL - 1) != 0 }) { return true }
    guard let text = contents("stat"), let end = text.lastIndex(of: ")") else { return true }
    // PF_EXITING, and PF_SIGNALED just before it.
    let flags = text[end...].split(separator: " ").dropFirst(7).first.flatMap { UInt($0) } ?? 0
    return flags & 0x404 != 0
  }

  package var wakeUps: Int { Int(status("voluntary_ctxt_switches") ?? "") ?? -1 }

  /// How long its own code has run, in hundredths of a second; 0 if the kernel does not say.
  package var timeRun: Int { number(12) ?? 0 }

  /// When it began, in hundredths of a second.
  package var start: Int { number(20) ?? 0 }

  /// The number `place` words after the name.
  private func number(_ place: Int) -> Int? {
    contents("stat").flatMap { text in
      text.lastIndex(of: ")").flatMap { Int(text[$0...].split(separator: " ").dropFirst(place).first ?? "") }
    }
  }

  /// Whether it waits in poll(2) for input, a signal or nothing, without a time limit, or with one of those after which
  /// the form checks the terminal's modes and waits on.
  ///
  /// `nil` if the kernel does not say: the process is not dumpable and the test not root, or root without the
  /// capability to trace, as in a container.
  package var isAsleepForGood: Bool? {
    guard let text = contents("syscall") else { return letter == nil ? true : nil }
    let words = text.split(separator: " ")
    guard let name = words.first, name != "running", words.count >= 5 else { return false }
    // poll's third argument is a time in milliseconds, ppoll's a pointer to one.
    #if arch(x86_64)
      let (poll, ppoll) = ("7", "271")
    #else
      let (poll, ppoll) = ("none", "73")
    #endif
    if name == poll { return words[3].hasSuffix("ffffffff") }
    guard name == ppoll, let time = UInt(words[3].dropFirst(2), radix: 16) else { return false }
    return time == 0 || isWatchPeriod(at: time)
  }

  /// Whether the timespec at `address` of its memory is exactly one second, a quarter or a tenth.
  private func isWatchPeriod(at address: UInt) -> Bool {
    guard let memory = try? Descriptor(opening: "/proc/\(pid)/mem", O_RDONLY) else { return false }
    var time = timespec()
    let size = MemoryLayout<timespec>.size
    guard unsafe pread(memory.number, &time, size, off_t(address)) == size else { return false }
    return (time.tv_sec, time.tv_nsec) == (1, 0)
      || time.tv_sec == 0 && [100_000_000, 250_000_000].contains(time.tv_nsec)
  }

  /// Whether it waits in write(2) until descriptor `number` takes more; `nil` if the kernel does not say.
  package func isBlockedWriting(to number: Int) -> Bool? {
    #if arch(x86_64)
      isBlocked(inCalls: ["1", "20"], on: number)
    #else
      isBlocked(inCalls: ["64", "66"], on: number)
    #endif
  }

  /// Whether it waits in read(2) until descriptor `number` has something; `nil` if the kernel does not say.
  package func isBlockedReading(from number: Int) -> Bool? {
    #if arch(x86_64)
      isBlocked(inCalls: ["0"], on: number)
    #else
      isBlocked(inCalls: ["63"], on: number)
    #endif
  }

  private func isBlocked(inCalls calls: [Substring], on number: Int) -> Bool? {
    guard let text = contents("syscall") else { return nil }
    let words = text.split(separator: " ")
    return words.count > 2 && calls.contains(words[0]) && words[1] == "0x\(String(number, radix: 16))"
  }

  package func status(_ name: String) -> String? {
    contents("status")?.split(separator: "\n").first { $0.hasPrefix("\(name):") }
      .map { line in String(line.dropFirst(name.utf8.count + 1).drop { $0 == " " || $0 == "\t" }) }
  }

  /// The text of a file of /proc/PID, or `nil` if it cannot be read. Root can open files that it may not read.
  package func contents(_ name: String) -> String? {
    readText("/proc/\(pid)/\(name)").flatMap { $0.isEmpty ? nil : $0 }
  }

  package var children: [ProcessState] {
    (contents("task/\(pid)/children") ?? "").split(separator: " ")
      .compactMap { Int32($0) }.map { ProcessState($0) }
  }

  package var name: String { status("Name") ?? "" }
}

package func readText(_ path: String) -> String? { (try? Descriptor(opening: path, O_RDONLY))?.text }

package func writeText(_ text: String, to path: String) throws {
  let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC)
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = file.write(rest)
    guard count > 0 else { throw SystemFailure(call: "write \(path)", number: errno) }
    rest = rest.dropFirst(count)
  }
}
