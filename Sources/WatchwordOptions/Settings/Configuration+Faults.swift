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
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { throw .last }
    defer { close(file) }
    var configuration = Configuration()
    let faults = configuration.readLines(
      try ConfigurationFile.contents(of: file), from: path, canRequire: true, width: width
    ).map(\.line)
    let access = configuration.settings.compactMap { setting in
      setting.value.path.flatMap(obstacle).map { obstacle in
        setting.place.remark(unusable(setting.value.argument.quoted, because: obstacle))
      }
    }
    let (remarks, obstacles) = configuration.effects
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

  /// Remarks on the settings of all commands, and what stops a command, a line each.
  var effects: (remarks: [String], obstacles: [String]) {
    var (remarks, obstacles): ([String], [String]) = ([], [])
    for command in Command.allCases {
      let found = values(of: command, typed: []).remarks
      remarks += found.filter { !remarks.contains($0) && $0 != ProgramProtection.lackOfWords }
      do throws(ProgramError) {
        let options = try Options(standingFor: command, self)
        if Option.Scope.ruling.commands.contains(command) { _ = try options.readLists() }
        if let list = options.form.wordList {
          _ = try rethrow(try WordFile(path: list), as: { ProgramError.unreadable(list: list, $0) })
        }
      } catch {
        if let line = error.line, !obstacles.contains(line) { obstacles.append(line) }
      }
    }
    return (remarks, obstacles)
  }

  /// Why a file that the system's settings name is no file for all users; `nil` also if it is not there.
  private static func obstacle(of path: String) -> FileError? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    if status.st_mode & (S_IWGRP | S_IWOTH) != 0 { return .writable(.file) }
    var isOpen = status.st_mode & S_IROTH != 0
    var folder = path
    while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      folder = String(folder[..<slash])
      isOpen = unsafe isOpen && stat(folder, &status) == 0 && status.st_mode & S_IXOTH != 0
    }
    return isOpen ? nil : .closed
  }
}

extension OptionValue {
  /// The file that the value names, if it does.
  var path: String? {
    let isPath =
      option.placeholder == "FILE" || option == .policy && PolicyFile(named: argument)?.isOfSystem == false
    return isPath ? argument : nil
  }
}
