internal import Glibc
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordSystem

/// A file of settings.
struct ConfigurationFile {
  /// The folder that it is in.
  let folder: String

  /// The path of the file.
  var path: String { folder + "/config" }

  /// Reads the file.
  ///
  /// It and its folder have to belong to root or the user, and nobody else may write to them: who can write to the
  /// folder can put another file there. Symbolic links are followed, and what they lead to is looked at.
  ///
  /// - Returns: The text, `nil` when there is no file.
  /// - Throws: Why the file is not read.
  func read() throws(FileError) -> String? {
    let parent = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard parent >= 0 else { return try Self.absent(folder) }
    defer { close(parent) }
    _ = try Self.check(parent, .folder)
    // Without waiting for the other end of a FIFO.
    let file = unsafe openat(parent, "config", O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { return try Self.absent(path) }
    defer { close(file) }
    guard try Self.check(file, .file) == S_IFREG else { throw .notRegularFile }
    return try Self.contents(of: file)
  }

  /// Reads the descriptor `file` to its end.
  static func contents(of file: Int32) throws(FileError) -> String {
    let bytes = try bytesToEnd(of: file, atMost: capacity)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    return text
  }

  /// Answers `nil` where there is nothing at `path`, which could not be opened: not even a link that leads nowhere.
  private static func absent(_ path: String) throws(FileError) -> String? {
    let failure = FileError.last
    var status = stat()
    guard unsafe lstat(path, &status) != 0, [ENOENT, ENOTDIR].contains(errno) else { throw failure }
    return nil
  }

  /// Throws where somebody else may decide what is in `descriptor`; returns its kind.
  private static func check(_ descriptor: Int32, _ subject: FileError.Subject) throws(FileError) -> mode_t {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
    guard [0, geteuid()].contains(status.st_uid) else { throw .foreignOwner(subject) }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else { throw .writable(subject) }
    return status.st_mode & S_IFMT
  }

  /// The most bytes of a file.
  static let capacity = 1 << 14
}

extension Configuration {
  /// Reads what the system, the person and the environment have set, of which only the first can require something.
  ///
  /// - Parameters:
  ///   - system: The file of the system.
  ///   - person: The file of the person.
  ///   - variable: Lines as those of a file; `nil` for none.
  ///   - skipsDefaults: Whether only what is required is read.
  ///   - width: How wide characters are.
  /// - Throws: Why it is not known what the system requires.
  init(
    system: ConfigurationFile, person: ConfigurationFile?, variable: String?, skipsDefaults: Bool,
    width: CharacterWidth
  ) throws(ProgramError) {
    self.init()
    try read(system, canRequire: true, skipsDefaults: skipsDefaults, width: width)
    if skipsDefaults { return }
    if let person { try read(person, width: width) }
    if let variable { try read(variable, from: Self.variable, width: width) }
  }

  /// The configuration of this process.
  static func ofProcess(
    skipsDefaults: Bool = false, width: CharacterWidth
  ) throws(ProgramError) -> Configuration {
    let lines = PersonFolder.environment(variable)
    var configuration = try Configuration(
      system: ConfigurationFile(folder: "/etc/watchword"),
      person: PersonFolder.path("XDG_CONFIG_HOME", else: ".config").map {
        ConfigurationFile(folder: $0 + "/watchword")
      },
      variable: lines, skipsDefaults: skipsDefaults, width: width)
    if lines == nil, !skipsDefaults, unsafe getenv(variable) != nil {
      configuration.remark(Self.unusable(variable, because: .notText))
    }
    return configuration
  }

  /// The variable of the environment with further lines.
  private static let variable = "WATCHWORD_OPTIONS"

  private mutating func read(
    _ file: ConfigurationFile, canRequire: Bool = false, skipsDefaults: Bool = false, width: CharacterWidth
  ) throws(ProgramError) {
    let text: String?
    do throws(FileError) {
      text = try file.read()
    } catch {
      let line = Self.unusable(file.path.quoted, because: error)
      if canRequire { throw .unknownRequirement(line) }
      return remark(line)
    }
    guard let text else { return }
    try read(text, from: file.path, canRequire: canRequire, skipsDefaults: skipsDefaults, width: width)
  }

  private static func unusable(_ name: String, because reason: FileError) -> String {
    text("cannot use {file}: {reason}", ["file": name, "reason": "\(reason)"])
  }
}
