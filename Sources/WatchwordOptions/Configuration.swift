internal import Glibc
internal import Watchword
internal import WatchwordBase
package import WatchwordScreen
internal import WatchwordStrength
internal import WatchwordSystem

/// What the system and the user have configured, for the options whose table row allows it.
package struct Configuration {
  package struct Setting {
    package internal(set) var value: OptionValue
    /// The command that the setting is for; `nil` for all commands that take the option.
    package let command: Command?
    /// Whether the setting is required, so that nothing later can change it.
    let isRequired: Bool
    package let place: Place
  }

  package struct Place: CustomStringConvertible {
    package let file: String
    /// Counted from 1.
    package let line: Int

    /// The start of a remark. Made on demand, because most lines need no remark.
    package var description: String {
      // translators: A line of a file, in front of what is wrong there.
      text("{file}, line {number}", ["file": file.escaped, "number": String(line)])
    }

    /// `remark`, about what is wrong with the line, with the place in front.
    package func remark(_ remark: String) -> String {
      text("{place}: {remark}", ["place": description, "remark": remark])
    }
  }

  package internal(set) var settings: [Setting] = []
  /// What is wrong with the files, one line each.
  package private(set) var remarks: [String] = []

  package init() {}

  /// Reads `text`, one setting a line; a later setting wins. Reports and skips a wrong line, unless it may be a
  /// requirement.
  ///
  /// - Parameters:
  ///   - text: The lines: a long option, with its argument after an equals sign; a section; or a comment.
  ///   - name: The name of the text in a remark.
  ///   - canRequire: Whether the text may have the section `[required]`.
  ///   - skipsDefaults: Whether to ignore everything outside that section.
  ///   - width: Character widths, for the masking character.
  /// - Throws: What is wrong with a line under `[required]`, or with a line that could be meant as that heading.
  package mutating func read(
    _ text: String, from name: String, canRequire: Bool = false, skipsDefaults: Bool = false,
    width: CharacterWidth
  ) throws(ProgramError) {
    let faults = readLines(
      text, from: name, canRequire: canRequire, skipsDefaults: skipsDefaults, width: width)
    for fault in faults {
      if fault.mayBeRequired { throw .unknownRequirement(fault.line) }
      remarks.append(fault.line)
    }
  }

  /// Reads `text` to its end, as ``read(_:from:canRequire:skipsDefaults:width:)`` does, and returns what is wrong with it.
  mutating func readLines(
    _ text: String, from name: String, canRequire: Bool, skipsDefaults: Bool = false, width: CharacterWidth
  ) -> [(line: String, mayBeRequired: Bool)] {
    var faults: [(line: String, mayBeRequired: Bool)] = []
    var section: Section? = (nil, false)
    // Splits at the line ends of other systems too. Otherwise a comment could run across them, and hide requirements.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, content) in lines.enumerated() {
      let line = String(content).withoutOuterWhiteSpace
      let place = Place(file: name, line: index + 1)
      if line.isEmpty || line.hasPrefix("#") { continue }
      do throws(ProgramError) {
        let start = line.splitAtEqualsSign.before
        // A line with wrong or missing brackets may be meant as the section `[required]`.
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
        faults.append((place.remark(error.line ?? ""), canRequire && section?.isRequired != false))
      }
    }
    return faults
  }

  /// The values of `command`, of which later ones win: settings, then those `typed`, then requirements. Drops each value
  /// that contradicts a requirement, and reports it twice: in the remarks for the user, and as a refusal for the log.
  package func values(
    of command: Command, typed: [OptionValue]
  ) -> (values: [OptionValue], remarks: [String], refusals: [String]) {
    var notes = (remarks: remarks, refusals: [String]())
    let (allowed, required) = settings(of: command, &notes)
    let typed = typed.filter { Self.isAllowed($0, required, &notes) }
    let isReplaced = { (option: Option) in
      option.setting == .several && typed.contains { $0.option == option }
    }
    let values = allowed.map(\.value).filter { !isReplaced($0.option) } + typed
    if required.contains(where: { $0.value.option == .policy }), !CommonWords.ofProgram.open() {
      notes.remarks.append(ProgramProtection.lackOfWords)
    }
    return (values + required.map(\.value), notes.remarks, notes.refusals)
  }

  /// The settings that count for `command` if nothing else is typed. Of an option that is no list it is only the last.
  func inForce(for command: Command) -> [Setting] {
    var notes: Notes = ([], [])
    let (allowed, required) = settings(of: command, &notes)
    let all = allowed + required
    return all.enumerated().filter { index, setting in
      let (option, later) = (setting.value.option, all[(index + 1)...])
      return !later.contains { other in
        other.value.option == option && option.setting == .one
          || option == .dictionary && other.value.option == .noDictionary
      }
    }.map(\.element)
  }

  /// Whether the system requires one of `options` of `command`.
  func requires(_ options: [Option], of command: Command) -> Bool {
    settings.contains {
      $0.isRequired && options.contains($0.value.option) && $0.value.option.canBeSet(for: command)
    }
  }

  /// Makes something from the configuration. If that fails, leaves out the settings that stop it, each with a remark, so
  /// that no line of their own keeps users from a key.
  ///
  /// - Throws: Why it cannot be made from the requirements alone.
  func sparing<Made>(
    _ make: (Configuration) throws(ProgramError) -> Made
  ) throws(ProgramError) -> Made {
    if let made = try? make(self) { return made }
    var right = self
    right.settings = settings.filter(\.isRequired)
    _ = try make(right)
    for setting in settings where !setting.isRequired {
      var longer = right
      longer.settings.append(setting)
      do throws(ProgramError) {
        _ = try make(longer)
        right = longer
      } catch {
        right.remarks.append(setting.place.remark(error.line ?? ""))
      }
    }
    return try make(right)
  }

  private typealias Notes = (remarks: [String], refusals: [String])

  /// The settings for `command` that no requirement forbids, and the requirements.
  private func settings(of command: Command, _ notes: inout Notes) -> (
    allowed: [Setting], required: [Setting]
  ) {
    let settings = settings.filter { setting in
      setting.value.option.canBeSet(for: command) && setting.command ?? command == command
    }
    let required = settings.filter(\.isRequired)
    let allowed = settings.filter {
      !$0.isRequired && Self.isAllowed($0.value, at: $0.place, required, &notes)
    }
    let last = allowed.filter { setting in
      guard setting.value.option.setting == .several,
        let last = allowed.last(where: { $0.value.option == setting.value.option })
      else { return true }
      return last.place.file == setting.place.file && last.command == setting.command
    }
    return (last, required)
  }

  private static func isAllowed(
    _ value: OptionValue, at place: Place? = nil, _ required: [Setting], _ notes: inout Notes
  ) -> Bool {
    guard let rule = required.last(where: { $0.value.excludes(value) }) else { return true }
    if rule.value.option != value.option || rule.value.argument != value.argument {
      let remark = text(
        "'{option}' is left out, since {place} requires '{required}'",
        [
          "option": (place == nil ? "--" : "") + value.typed, "place": "\(rule.place)",
          "required": rule.value.typed,
        ])
      notes.remarks.append(place?.remark(remark) ?? remark)
      let required = rule.value.option == value.option ? "another" : "\"\(rule.value.name)\""
      notes.refusals.append(
        "option \"\(value.name)\" refused: \(rule.place.file), line \(rule.place.line) requires \(required)")
    }
    return false
  }

  private static func setting(
    _ line: String, for command: Command?, width: CharacterWidth
  ) throws(ProgramError) -> OptionValue {
    let (before, behind) = line.splitAtEqualsSign
    let (name, argument) = (before.withoutOuterWhiteSpace, behind?.withoutOuterWhiteSpace)
    guard let option = Option.named(name) else {
      throw .gone("--\(name)")
        ?? .unknownOption(name, among: Option.allCases.filter { $0.setting != nil }.flatMap(\.names))
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
    let value = OptionValue(
      option: option, argument: argument ?? (option.hasOpposite ? name : ""), width: width)
    // A relative path would depend on the working folder.
    if let path = value.path, !path.hasPrefix("/") {
      throw .text(
        "option {option} takes a path from the root here, not {value}",
        ["option": name.quoted, "value": value.argument.quoted])
    }
    // Applies the value on trial, so that an invalid argument is reported with its line.
    var options = Options()
    try option.apply(value, to: &options)
    return value
  }

  /// The command that the lines below are for, and whether they are required.
  private typealias Section = (command: Command?, isRequired: Bool)

  private static func section(_ line: String, canRequire: Bool) throws(ProgramError) -> Section {
    if line == "[required]", canRequire { return (nil, true) }
    if let command = Command.withoutServices.first(where: { "[\($0.rawValue)]" == line }) {
      return (command, false)
    }
    throw canRequire
      ? .text("there is no section {section}", ["section": line.quoted])
      : .text("there is no section {section} here; its lines are skipped", ["section": line.quoted])
  }
}

extension Option {
  /// Whether the option can be configured for `command`. Rules for new passwords do not apply to an existing one.
  func canBeSet(for command: Command) -> Bool {
    setting != nil && scope.contains(command)
      && (!scope.isForNewPassword || Scope.ruling.contains(command))
      || alsoSetFor?.contains(command) == true
  }
}

extension OptionValue {
  /// Whether `other` would change what this value requires, as a value of the same option does, unless that option is a
  /// list, or of an option that this one fixes.
  fileprivate func excludes(_ other: OptionValue) -> Bool {
    option == other.option && option.setting != .list || option.fixes(self, other)
  }

  /// The option as in a file, with its argument.
  var typed: String {
    name + (option.placeholder == nil ? "" : "=\(argument.escaped)")
  }
}

extension ProgramError {
  /// The system's requirements are unknown, because of `line`. No option helps.
  static func unknownRequirement(_ line: String) -> ProgramError {
    var error = ProgramError(line)
    error.isAnsweredByHelp = false
    return error
  }
}

extension Configuration {
  /// Reads the settings of the system, the user and the environment's `variable`. Only the system can require
  /// something. With `skipsDefaults` reads only the requirements.
  ///
  /// - Throws: Why the system's requirements are unknown.
  package init(
    system: ConfigurationFile, person: ConfigurationFile?, variable: String?, skipsDefaults: Bool,
    width: CharacterWidth
  ) throws(ProgramError) {
    self.init()
    try read(system, canRequire: true, skipsDefaults: skipsDefaults, width: width)
    if skipsDefaults { return }
    if let person { try read(person, width: width) }
    if let variable { try read(variable, from: Self.variable, width: width) }
  }

  package static func ofProcess(
    skipsDefaults: Bool = false, width: CharacterWidth
  ) throws(ProgramError) -> Configuration {
    let lines = exactEnvironmentVariable(variable)
    var configuration = try Configuration(
      system: ConfigurationFile(folder: "/etc/watchword"),
      person: UserFolder.path("XDG_CONFIG_HOME", else: ".config").map {
        ConfigurationFile(folder: $0 + "/watchword")
      },
      variable: lines, skipsDefaults: skipsDefaults, width: width)
    if lines == nil, !skipsDefaults, environmentVariable(variable) != nil {
      configuration.remarks.append(Self.unusable(variable, because: .notText))
    }
    return configuration
  }

  /// An environment variable with further lines.
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

  static func unusable(_ name: String, because reason: FileError) -> String {
    text("cannot use {file}: {reason}", ["file": name, "reason": "\(reason)"])
  }
}
