internal import CWatchwordSystem
internal import Glibc
internal import Watchword
internal import WatchwordBase
package import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

extension Configuration {
  /// What would be wrong if the file at `path` were the system's, a line for each fault. The real files of the system and
  /// the user are not read. What the file names, such as a list, is.
  ///
  /// - Parameters:
  ///   - path: The file, which may belong to anybody, since it may be on its way to its place; `-` for standard input.
  ///   - root: The folder that will be the root; `nil` for the root of this system.
  ///   - width: Character widths, for the masking character.
  /// - Returns: The faults, and whether they are only that lists are missing.
  /// - Throws: Why the file or the folder cannot be used.
  package static func faults(
    inFileAt path: String, below root: String?, width: CharacterWidth
  ) throws(ProgramError) -> (lines: [String], areMissingLists: Bool) {
    let (isInput, name) = (path == "-", path == "-" ? text("standard input") : path)
    var configuration = Configuration()
    var lines: [String]
    do throws(FileError) {
      let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
      let file = isInput ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : unsafe open(path, flags)
      guard file >= 0 else { throw .last }
      defer { close(file) }
      if !isInput {
        guard !ww_fifo_lacks_writer(file) else { throw .notRegularFile }
        // A writer may still need time.
        _ = fcntl(file, F_SETFL, 0)
      }
      lines = configuration.readLines(
        try ConfigurationFile.contents(of: file), from: name, canRequire: true, width: width
      ).map(\.line)
    } catch {
      throw ProgramError(unusable(isInput ? name : path.quoted, because: error))
    }
    lines += root == nil ? configuration.openToOthers : []
    if let root { lines += try configuration.move(below: root) }
    var (missing, areMissingLists): ([String], Bool) = ([], lines.isEmpty)
    // A list that is missing hides what else would stop the command, so it is tried again without.
    repeat {
      let (_, remarks, obstacles) = configuration.effects
      let culprits = obstacles.map(configuration.culprit)
      let placed = zip(obstacles, culprits).map { $1?.place.remark($0) ?? "\(name.escaped): \($0)" }
      lines += (remarks + placed).filter { !lines.contains($0) }
      areMissingLists =
        areMissingLists && remarks.isEmpty && culprits.allSatisfy { $0?.namesMissingList == true }
      missing = culprits.compactMap { $0?.namesMissingList == true ? $0?.value.path : nil }
      configuration.settings.removeAll { $0.value.path.map(missing.contains) == true }
    } while !missing.isEmpty
    return (lines, areMissingLists)
  }

  /// The setting that names the file that `obstacle` quotes. What stops a command is mostly a file that cannot be read.
  private func culprit(of obstacle: String) -> Setting? {
    settings.first { setting in
      setting.value.path.map { path in
        obstacle.utf8.indices.contains { obstacle.utf8[$0...].starts(with: path.quoted.utf8) }
      } == true
    }
  }

  /// A line for each setting whose file somebody else can change or replace, or not all users can read.
  private var openToOthers: [String] {
    settings.compactMap { setting in
      setting.value.path.flatMap(Self.obstacle).map { obstacle in
        setting.place.remark(Self.unusable(setting.value.argument.quoted, because: obstacle))
      }
    }
  }

  /// Has each setting that names a file name the one below the folder `root`. Leaves out those whose file must not be
  /// looked for there, and returns a line for each.
  ///
  /// - Throws: Why the folder cannot be used.
  private mutating func move(below root: String) throws(ProgramError) -> [String] {
    let folder = unsafe ww_folder_open(root)
    guard folder >= 0 else { throw ProgramError(Self.unusable(root.quoted, because: .last)) }
    defer { close(folder) }
    var lines: [String] = []
    settings = settings.compactMap { setting in
      guard let path = setting.value.path else { return setting }
      var (file, failure) = (unsafe ww_file_look_below(folder, "." + path, false), FileError.last)
      defer { close(file) }
      // Where no link leads out, every name can be taken as it stands.
      if file >= 0 || failure.isAbsence {
        return setting.naming((root.hasSuffix("/") ? String(root.dropLast()) : root) + path)
      }
      var reason = "\(failure)"
      if failure == .system(SystemError(number: EXDEV)) {
        file = unsafe ww_file_look_below(folder, "." + path, true)
        if file >= 0 { return setting.naming(linkTarget("/proc/self/fd/\(file)")) }
        failure = .last
        reason =
          !failure.isAbsence ? "\(failure)" : text("a link leads out of {folder}", ["folder": root.quoted])
      }
      let values: KeyValuePairs = ["file": path.quoted, "reason": reason]
      lines.append(setting.place.remark(text("cannot use {file}: {reason}", values)))
      return nil
    }
    return lines
  }

  /// The options of each command as far as they are set beforehand; remarks on the settings; and what stops a command.
  var effects: (options: [Options], remarks: [String], obstacles: [String]) {
    var (all, remarks, obstacles): ([Options], [String], [String]) = ([], [], [])
    for command in Command.withoutServices {
      var options = Options()
      options.command = command
      defer { all.append(options) }
      do throws(ProgramError) {
        // The fields of a form come from the command line.
        let fields = [
          OptionValue(option: .field, argument: FormField.Kind.newPassword.rawValue, width: .ascii)
        ]
        options = try Options(command, command == .form ? fields : [], configuration: self)
        let found = options.remarks
        remarks += found.filter { !remarks.contains($0) && $0 != ProgramProtection.lackOfWords }
        options = try options.resolved()
        if Option.Scope.ruling.contains(command) { _ = try options.readLists() }
        if let list = options.form.wordList {
          _ = try rethrow(try WordFile(path: list), as: { ProgramError.unreadable(list: list, $0) })
        }
      } catch {
        if let line = error.line, !obstacles.contains(line) { obstacles.append(line) }
      }
    }
    return (all, remarks, obstacles)
  }

  /// Why the system's settings must not name a file: somebody else can change or replace it, or not all users can read
  /// it. `nil` also if it is not there.
  private static func obstacle(of path: String) -> FileError? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    do throws(FileError) {
      try ConfigurationFile.check(status, .file)
      var isOpen = status.st_mode & S_IROTH != 0
      var folder = path
      while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
        let isOwn = folder == path
        folder = String(folder[..<slash])
        guard unsafe stat(folder, &status) == 0 else { return .closed }
        isOpen = isOpen && status.st_mode & S_IXOTH != 0
        // Nobody can replace another user's folder in a sticky one, such as /tmp.
        if !isOwn, status.st_mode & S_ISVTX != 0 { status.st_mode &= ~(S_IWGRP | S_IWOTH) }
        try ConfigurationFile.check(status, .folder)
      }
      return isOpen ? nil : .closed
    } catch {
      return error
    }
  }
}

extension Configuration.Setting {
  /// Whether the setting names a list, and there is none of that name.
  fileprivate var namesMissingList: Bool {
    var status = stat()
    guard value.option != .policy, let path = value.path else { return false }
    return unsafe stat(path, &status) != 0 && FileError.last.isAbsence
  }

  /// The setting with another file.
  fileprivate func naming(_ path: String) -> Self {
    var other = self
    other.value = OptionValue(option: value.option, argument: path, width: value.width)
    return other
  }
}

extension OptionValue {
  /// The file that the value names, if it does.
  var path: String? { option.isPath(argument) ? argument : nil }
}
