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
    var faults = configuration.readLines(
      try ConfigurationFile.contents(of: file), from: path, canRequire: true, width: width
    ).map(\.line)
    for command in Command.allCases {
      var remarks: [String] = []
      do throws(ProgramError) {
        let options = try Options(standingFor: command, configuration)
        remarks = options.remarks
        if Option.Scope.ruling.commands.contains(command) { _ = try options.readLists() }
        if let list = options.form.wordList {
          _ = try rethrow(try WordFile(path: list), as: { ProgramError.unreadable(list: list, $0) })
        }
      } catch {
        remarks = [text("{file}: {reason}", ["file": path.escaped, "reason": error.line ?? ""])]
      }
      faults += remarks.filter { !faults.contains($0) && $0 != ProgramProtection.lackOfWords }
    }
    return faults
  }
}
