import Glibc
import WatchwordBase

/// What proc(5) tells about a process of this machine.
package struct ProcessFacts: Equatable, Sendable {
  /// The start of the program's name.
  package let name: String
  package let parent, session: Int32
  package let group: Int32
  /// The foreground group of the controlling terminal.
  package let foreground: Int32
  /// The number of the controlling terminal, as in stat(2); 0 for none.
  package let terminal: UInt
  /// When it began, in ticks since boot. Number and start together identify a process.
  package let start: UInt64

  /// `nil` if there is no such process or it cannot be seen.
  package init?(_ number: Int32) {
    // A name may contain spaces and parentheses, so it ends at the last parenthesis of the line. Bytes are looked at, not
    // characters: that was nearly half of what a pinentry does before its first picture.
    guard let line = Self.read("stat", of: number), let name = line.firstIndex(of: UInt8(ascii: "(")),
      let end = line.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let words = line[(end + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 20)
    func value<T: FixedWidthInteger>(_ index: Int) -> T? { T(String(decoding: words[index], as: UTF8.self)) }
    guard words.count > 19, let parent: Int32 = value(1), let session: Int32 = value(3),
      let group: Int32 = value(2), let terminal: Int32 = value(4),
      let foreground: Int32 = value(5), let start: UInt64 = value(19)
    else { return nil }
    self.name = String(decoding: line[(name + 1)..<end], as: UTF8.self)
    (self.parent, self.session) = (parent, session)
    (self.group, self.foreground, self.start) = (group, foreground, start)
    // The kernel encodes the terminal as a dev_t.
    self.terminal = UInt(UInt32(bitPattern: terminal))
  }

  /// Whether /proc is mounted, and shows the processes by the numbers that they have for this one.
  package static var areVisible: Bool { linkTarget("/proc/self") == "\(getpid())" }

  /// The effective user of the process `number`; `nil` as for its facts.
  package static func user(of number: Int32) -> UInt32? {
    content(of: "status", number)?.split(separator: "\n").first { $0.hasPrefix("Uid:") }?
      .split(separator: "\t").dropFirst(2).first.flatMap { UInt32($0) }
  }

  /// The path of the file that runs as the process `number`, as the kernel has it; `nil` if that may not be read.
  ///
  /// `isHere` is false if this process sees another file at that path, or none: the file was removed, or is in another
  /// mount namespace. So it is for a process in another user namespace, where PR_SET_MM_MAP of prctl(2) lets a program
  /// name any file as its own.
  package static func program(of number: Int32) -> (path: String, isHere: Bool)? {
    let link = "/proc/\(number)/exe"
    var (file, found) = (stat(), stat())
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4097) { path in
      guard let start = path.baseAddress else { return nil }
      let count = unsafe readlink(link, start, path.count - 1)
      guard count > 0, unsafe stat(link, &file) == 0 else { return nil }
      unsafe path[count] = 0
      let isSame =
        unsafe stat(start, &found) == 0 && (file.st_dev, file.st_ino) == (found.st_dev, found.st_ino)
      return unsafe (String(cString: start), isSame && shares("user", number))
    }
  }

  /// Some visible process that the terminal of this number controls.
  package static func controlled(by terminal: UInt) -> ProcessFacts? {
    guard let folder = unsafe opendir("/proc") else { return nil }
    defer { unsafe closedir(folder) }
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if let number = Int32(name), mayHaveTerminal(number), let facts = ProcessFacts(number),
        facts.terminal == terminal
      {
        return facts
      }
    }
    return nil
  }

  /// Returns false for most processes that need not be looked at to find the users of a terminal. Reading their facts
  /// takes ten times as long.
  ///
  /// A terminal always has the leader of its session: when that ends, the session loses the terminal. If a leader is in
  /// an outer PID namespace, 0 stands for it, and for the groups there, whose names cannot be known. Threads of the
  /// kernel have 0 for both. /proc may hide a leader of another user's.
  private static func mayHaveTerminal(_ number: Int32) -> Bool {
    let session = getsid(number)
    return session == 0
      ? getpgid(number) != 0 : session < 0 || session == number || ProcessFacts(session) == nil
  }

  /// The value of the variable `name` when the program of the process `number` began; `nil` also if it may not be read.
  package static func variable(_ name: String, of number: Int32) -> String? {
    let start = Array("\(name)=".utf8)
    return read("environ", of: number)?.split(separator: 0).first { $0.starts(with: start) }
      .flatMap { String(validating: $0.dropFirst(start.count), as: UTF8.self) }
  }

  /// Whether the process `number` is in the same mount namespace, so that paths lead to the same files.
  package static func sharesFiles(_ number: Int32) -> Bool { shares("mnt", number) }

  private static func shares(_ namespace: String, _ number: Int32) -> Bool {
    var (own, other) = (stat(), stat())
    return unsafe stat("/proc/self/ns/\(namespace)", &own) == 0
      && stat("/proc/\(number)/ns/\(namespace)", &other) == 0
      && (own.st_dev, own.st_ino) == (other.st_dev, other.st_ino)
  }

  private static func content(of file: String, _ number: Int32) -> String? {
    read(file, of: number).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func read(_ file: String, of number: Int32) -> [UInt8]? {
    let descriptor = unsafe open("/proc/\(number)/\(file)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return try? bytesToEnd(of: descriptor, atMost: longest)
  }

  /// The most bytes of a file to read. The environment of a shell full of functions can be long.
  private static let longest = 1 << 20
}
