internal import Glibc
internal import WatchwordBase
internal import WatchwordOptions
internal import WatchwordSystem

/// Who asks: the program as the kernel knows it, and not by what it says of itself.
struct Asker: Equatable {
  /// A short name, such as cryptsetup.
  let name: String
  /// The name with its path, in the words of a form.
  let words: String
  /// The file that is known to run, if root alone can have put it there; `nil` if not.
  var trustedPath: String?
  var arguments: [String] = []

  /// An unknown program.
  init() { (name, words) = (text("the program"), "") }

  private init(_ name: String, _ words: String) {
    (self.name, self.words) = (name.replacingControls, words.replacingControls)
  }

  init(process: Int32) {
    let arguments = Self.arguments(of: process)
    guard let program = Self.resolved("/proc/\(process)/exe") else {
      self.init(hidden: process)
      self.arguments = arguments
      return
    }
    let base = program.lastComponent
    // Such as python3.11.
    guard Self.interpreters.contains(String(base.prefix { $0.isLetter })),
      let script = Self.script(of: process, arguments)
    else {
      self.init(base, "\(base) (\(program))")
      self.arguments = arguments
      trustedPath = Self.onlyRootCanWrite(program) ? program : nil
      return
    }
    let name = script.lastComponent
    self.init(
      name,
      text("{program} ({path}, by {interpreter})", ["program": name, "path": script, "interpreter": base]))
    self.arguments = arguments
    trustedPath = Self.onlyRootCanWrite(program) && Self.onlyRootCanWrite(script) ? script : nil
  }

  /// A process whose file cannot be seen.
  private init(hidden process: Int32) {
    guard let said = ProcessFacts(process)?.name else {
      self.init()
      return
    }
    guard ProcessFacts.user(of: process) == 0, geteuid() != 0 else {
      self.init(said, text("{program} (its path cannot be seen)", ["program": said.quoted]))
      return
    }
    self.init(said, text("{program} (set-user-ID; its path cannot be seen)", ["program": said.quoted]))
    // Such a name is that of the file, or of a link to it, and only root can make a program with root's rights.
    let path = "/usr/bin/" + said
    var status = stat()
    let isSetUserID = unsafe stat(path, &status) == 0 && status.st_mode & S_ISUID != 0
    if isSetUserID, !said.contains("/"), Self.onlyRootCanWrite(path) { trustedPath = path }
  }

  private static let interpreters: Set = [
    "python", "perl", "ruby", "bash", "dash", "sh", "zsh", "ksh", "fish", "node", "tclsh", "lua", "php",
  ]

  private static func arguments(of process: Int32) -> [String] {
    guard let (file, _) = try? openFile("/proc/\(process)/cmdline", atMost: 1 << 20) else { return [] }
    defer { close(file) }
    let bytes = (try? bytesToEnd(of: file, atMost: 1 << 21)) ?? []
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The script that an interpreter runs: its first argument that is no option.
  private static func script(of process: Int32, _ arguments: [String]) -> String? {
    guard let first = arguments.dropFirst().first(where: { !$0.hasPrefix("-") }) else { return nil }
    let path = first.hasPrefix("/") ? first : "/proc/\(process)/cwd/\(first)"
    return resolved(path).flatMap { unsafe access($0, F_OK) == 0 ? $0 : nil }
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Whether the file, and each folder above it, belongs to root and can be written by nobody else.
  static func onlyRootCanWrite(_ path: String) -> Bool {
    guard var place = resolved(path) else { return false }
    while true {
      var status = stat()
      guard unsafe lstat(place, &status) == 0, status.st_uid == 0, status.st_mode & (S_IWGRP | S_IWOTH) == 0
      else { return false }
      guard place != "/", let slash = place.lastIndex(of: "/") else { return true }
      place = slash == place.startIndex ? "/" : String(place[..<slash])
    }
  }
}

extension String {
  fileprivate var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }
}
