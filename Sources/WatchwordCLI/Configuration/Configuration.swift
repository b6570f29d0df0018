internal import Glibc
internal import Watchword
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// What the place and the person have set beforehand, for the options that the table lets them set.
struct Configuration {
  struct Setting {
    let value: OptionValue
    /// The command that it is for; `nil` for all that take it.
    let command: Command?
    /// Whether nothing that comes later can change it.
    let isRequired: Bool
    let place: Place
  }

  struct Place: CustomStringConvertible {
    let file: String
    /// The number of the line, from 1 on.
    let line: Int

    /// The start of a remark. It is made where it is needed: most lines need none.
    var description: String {
      // translators: A line of a file, in front of what is wrong there.
      text("{file}, line {number}", ["file": file.escaped, "number": String(line)])
    }

    /// What is wrong with the line, in a line that begins with the place.
    func remark(_ remark: String) -> String {
      text("{place}: {remark}", ["place": description, "remark": remark])
    }
  }

  /// The settings, in the order in which they were read.
  private(set) var settings: [Setting] = []
  /// What is wrong with what was read, a line each.
  private(set) var remarks: [String] = []

  /// Reads `text`, a setting a line; a later one wins. A line that is wrong is told, and skipped, unless it may be one
  /// that requires something.
  ///
  /// - Parameters:
  ///   - text: The lines: the name of a long option, with its argument behind an equals sign; a section; or a comment.
  ///   - name: What the text is called in a remark.
  ///   - canRequire: Whether it may have the section `[required]`.
  ///   - skipsDefaults: Whether all that stands outside of that section is passed over.
  ///   - width: How wide characters are, for the sign that masks.
  /// - Throws: What is wrong with a line under `[required]`, or with one that could be meant as that section.
  mutating func read(
    _ text: String, from name: String, canRequire: Bool = false, skipsDefaults: Bool = false,
    width: CharacterWidth
  ) throws(ProgramError) {
    var section: Section? = (nil, false)
    // A comment must not go on over the line ends of other systems, and hide what is required behind them.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, content) in lines.enumerated() {
      let line = String(content).withoutOuterWhiteSpace
      let place = Place(file: name, line: index + 1)
      if line.isEmpty || line.hasPrefix("#") { continue }
      do throws(ProgramError) {
        let start = line.splitAtEqualsSign.before
        // Other brackets, or none, are meant for those of the section as well.
        if start.utf8.contains(where: "[]".utf8.contains)
          || start.lowercased().filter(\.isLetter).hasPrefix("required")
        {
          section = nil
          section = try Self.section(line, canRequire: canRequire)
        } else if let section, section.isRequired || !skipsDefaults {
          let value = try Self.setting(line, for: section.command, width: width)
          settings.append(
            Setting(
              value: value, command: section.command, isRequired: section.isRequired, place: place))
        }
      } catch {
        let line = place.remark(error.line ?? "")
        if canRequire, section?.isRequired != false { throw .unknownRequirement(line) }
        remarks.append(line)
      }
    }
  }

  /// The values of `command` in the order in which they count, with those that were `typed`, and what is to say about
  /// them. A value that a required one contradicts is left out, and that is said.
  func values(of command: Command, typed: [OptionValue]) -> (values: [OptionValue], remarks: [String]) {
    var remarks = remarks
    let settings = settings.filter { setting in
      setting.value.option.canBeSet(for: command) && setting.command ?? command == command
    }
    let required = settings.filter(\.isRequired)
    func isAllowed(_ value: OptionValue, at place: Place? = nil) -> Bool {
      guard let rule = required.last(where: { $0.value.excludes(value) }) else { return true }
      if rule.value.option != value.option || rule.value.argument != value.argument {
        let remark = text(
          "'{option}' is left out, since {place} requires '{required}'",
          [
            "option": (place == nil ? "--" : "") + value.typed, "place": "\(rule.place)",
            "required": rule.value.typed,
          ])
        remarks.append(place?.remark(remark) ?? remark)
      }
      return false
    }
    let allowed =
      settings.filter { !$0.isRequired && isAllowed($0.value, at: $0.place) }.map(\.value)
      + typed.filter { isAllowed($0) }
    if required.contains(where: { $0.value.option == .policy }), !CommonWords.ofProgram.open() {
      remarks.append(Protection.lackOfWords)
    }
    return (allowed + required.map(\.value), remarks)
  }

  private static func setting(
    _ line: String, for command: Command?, width: CharacterWidth
  ) throws(ProgramError) -> OptionValue {
    let (before, behind) = line.splitAtEqualsSign
    let (name, argument) = (before.withoutOuterWhiteSpace, behind?.withoutOuterWhiteSpace)
    guard let option = Option.named(name) else {
      throw .unknownOption(name, among: Option.allCases.filter { $0.setting != nil }.map(\.name))
    }
    guard option.setting != nil else {
      throw .text("option {option} cannot be set beforehand", ["option": name.quoted])
    }
    if let command, !option.canBeSet(for: command) {
      throw .text(
        "option {option} cannot be set for {command}",
        ["option": name.quoted, "command": command.rawValue.quoted])
    }
    if let placeholder = option.placeholder, argument == nil {
      throw .missingArgument(placeholder, of: name.escaped)
    }
    if option.placeholder == nil, argument != nil {
      throw .text("option {option} takes no argument", ["option": name.quoted])
    }
    let value = OptionValue(option: option, argument: argument ?? "", width: width)
    // What a path begins at would depend on the folder that the program is started in.
    let isPath =
      option.placeholder == "FILE"
      || option == .policy && PolicyFile(named: value.argument)?.isOfSystem == false
    if isPath, !value.argument.hasPrefix("/") {
      throw .text(
        "option {option} takes a path from the root here, not {value}",
        ["option": name.quoted, "value": value.argument.quoted])
    }
    // What is wrong with the argument by itself is told with the line.
    var options = Options()
    try option.apply(value, to: &options)
    return value
  }

  /// What a line stands under: the command that it is for, and whether it is required.
  private typealias Section = (command: Command?, isRequired: Bool)

  private static func section(_ line: String, canRequire: Bool) throws(ProgramError) -> Section {
    if line == "[required]", canRequire { return (nil, true) }
    if let command = Command.allCases.first(where: { "[\($0.rawValue)]" == line }) { return (command, false) }
    throw canRequire
      ? .text("there is no section {section}", ["section": line.quoted])
      : .text("there is no section {section} here; its lines are skipped", ["section": line.quoted])
  }
}

extension Option {
  /// Whether the option may be set beforehand for `command`. Rules for new passwords have no business where one is
  /// asked for that exists already.
  fileprivate func canBeSet(for command: Command) -> Bool {
    setting != nil && commands.contains(command)
      && (!scope.isForNewPassword || Scope.ruling.commands.contains(command))
  }

  /// The name without what makes the opposite of it, as in `mouse` for `no-mouse`.
  var subject: Substring { name.hasPrefix("no-") ? name.dropFirst("no-".count) : name[...] }
}

extension OptionValue {
  /// Whether `other` would change what this value requires: its option is the opposite, or the same and no list that grows,
  /// or it is one of those that this option fixes.
  fileprivate func excludes(_ other: OptionValue) -> Bool {
    let isOpposite = option.subject == other.option.subject && option != other.option
    return isOpposite || option == other.option && option.setting == .one || option.fixes(self, other)
  }

  /// The option as it stands in a file, with its argument.
  fileprivate var typed: String {
    option.name + (option.placeholder == nil ? "" : "=\(argument.escaped)")
  }
}

extension ProgramError {
  /// What the place requires is not known, as `line` says. No option helps.
  static func unknownRequirement(_ line: String) -> ProgramError {
    var error = ProgramError(line)
    error.isAnsweredByHelp = false
    return error
  }
}

struct ConfigurationFile {
  let folder: String

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

  static let capacity = 1 << 14
}

extension Configuration {
  /// Reads what the system, the person and the environment's `variable` have set, of which only the first can require
  /// something. It alone is read with `skipsDefaults`, and only what it requires.
  ///
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
      configuration.remarks.append(Self.unusable(variable, because: .notText))
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
      return remarks.append(line)
    }
    guard let text else { return }
    try read(text, from: file.path, canRequire: canRequire, skipsDefaults: skipsDefaults, width: width)
  }

  private static func unusable(_ name: String, because reason: FileError) -> String {
    text("cannot use {file}: {reason}", ["file": name, "reason": "\(reason)"])
  }
}
