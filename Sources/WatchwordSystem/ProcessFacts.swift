import Glibc
import WatchwordMessages

/// What proc(5) tells of a process of this machine.
package struct ProcessFacts: Equatable, Sendable {
  /// The start of the name of its program.
  package let name: String
  /// Its process group, and the one in the foreground of the terminal that controls it.
  package let group, foreground: Int32
  /// The number of the terminal that controls it, as stat(2) has it; 0 for none.
  package let terminal: UInt
  /// When it began, in ticks since the machine did. No two processes have the same number and the same start.
  package let start: UInt64
  /// Its effective user.
  package let user: UInt32

  /// Looks at the process `number`; `nil` where there is none, or where it cannot be seen.
  package init?(_ number: Int32) {
    func content(of file: String) -> String? {
      Self.read(file, of: number).map { String(decoding: $0, as: UTF8.self) }
    }
    // A name may hold blanks and parentheses.
    guard let line = content(of: "stat"), let name = line.firstIndex(of: "("),
      let end = line.lastIndex(of: ")")
    else { return nil }
    let words = line[line.index(after: end)...].split(separator: " ")
    let user = content(of: "status")?.split(separator: "\n").first { $0.hasPrefix("Uid:") }?
      .split(separator: "\t").dropFirst(2).first
    guard words.count > 19, let group = Int32(words[2]), let terminal = Int32(words[4]),
      let foreground = Int32(words[5]), let start = UInt64(words[19]), let user = user.flatMap({ UInt32($0) })
    else { return nil }
    self.name = String(line[line.index(after: name)..<end])
    (self.group, self.foreground, self.start, self.user) = (group, foreground, start, user)
    // The kernel counts devices as dev_t does.
    self.terminal = UInt(UInt32(bitPattern: terminal))
  }

  /// The value that the variable `name` had in the environment of the process `number` when its program began; `nil` also
  /// where it may not be read.
  package static func variable(_ name: String, of number: Int32) -> String? {
    let start = Array("\(name)=".utf8)
    return read("environ", of: number)?.split(separator: 0).first { $0.starts(with: start) }
      .flatMap { String(validating: $0.dropFirst(start.count), as: UTF8.self) }
  }

  /// Whether the process `number` finds the same files at the same paths as this one.
  package static func sharesFiles(_ number: Int32) -> Bool {
    var (own, other) = (stat(), stat())
    return unsafe stat("/proc/self/ns/mnt", &own) == 0 && stat("/proc/\(number)/ns/mnt", &other) == 0
      && (own.st_dev, own.st_ino) == (other.st_dev, other.st_ino)
  }

  private static func read(_ file: String, of number: Int32) -> [UInt8]? {
    let descriptor = unsafe open("/proc/\(number)/\(file)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return try? bytesToEnd(of: descriptor, atMost: longest)
  }

  /// The most bytes of a file that is read: an environment can be as long as that of a shell that is full of functions.
  private static let longest = 1 << 20
}
