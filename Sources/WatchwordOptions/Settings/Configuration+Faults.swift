internal import CWatchwordSystem
internal import Glibc
internal import Watchword
package import WatchwordBase
package import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordStrength

extension Configuration {
  /// What would be wrong if the file at `path` were the system's, a line for each fault. The real files of the system and
  /// the user are not read. What the file names, such as a list, is.
  ///
  /// - Throws: Why the file cannot be read. It may belong to anybody, since it may be on its way to its place.
  package static func faults(inFileAt path: String, width: CharacterWidth) throws(FileError) -> [String] {
    let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    guard !ww_fifo_lacks_writer(file) else { throw .notRegularFile }
    // A writer may still need time.
    _ = fcntl(file, F_SETFL, 0)
    var configuration = Configuration()
    let faults = configuration.readLines(
      try ConfigurationFile.contents(of: file), from: path, canRequire: true, width: width
    ).map(\.line)
    let access = configuration.settings.compactMap { setting in
      setting.value.path.flatMap(obstacle).map { obstacle in
        setting.place.remark(unusable(setting.value.argument.quoted, because: obstacle))
      }
    }
    let (_, remarks, obstacles) = configuration.effects
    // What stops a command is mostly a file that cannot be read, which the line quotes.
    let placed = obstacles.map { obstacle in
      let culprit = configuration.settings.first { setting in
        setting.value.path.map { path in
          obstacle.utf8.indices.contains { obstacle.utf8[$0...].starts(with: path.quoted.utf8) }
        } == true
      }
      return culprit?.place.remark(obstacle) ?? "\(path.escaped): \(obstacle)"
    }
    return faults + access + remarks + placed
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

extension OptionValue {
  /// The file that the value names, if it does.
  var path: String? { option.isPath(argument) ? argument : nil }
}
