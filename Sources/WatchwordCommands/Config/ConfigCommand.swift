internal import Glibc
internal import WatchwordBase
package import WatchwordCurses
package import WatchwordOptions
package import WatchwordSystem

/// Says which settings are in force and where they come from, or judges a file of settings.
package struct ConfigCommand {
  private let options: Options
  private let encoding: CharacterEncoding

  package init(_ options: Options, _ encoding: CharacterEncoding) {
    (self.options, self.encoding) = (options, encoding)
  }

  package func run(_ descriptors: StandardDescriptors) throws(ProgramError) -> ExitStatus {
    if let path = options.judgedFile { return try judge(path) }
    if options.isValidating { return .accepted }
    let output = try StandardOutput(descriptors)
    let configuration = try Configuration.ofProcess(
      skipsDefaults: options.skipsDefaults, width: encoding.characterWidth)
    let listing = SettingListing(configuration)
    listing.remarks.filter { !options.remarks.contains($0) }.forEach(StandardError.tell)
    listing.obstacles.forEach(StandardError.tell)
    try output.deliver(options.format == .json ? listing.json : listing.table)
    return listing.obstacles.isEmpty ? .accepted : .usage
  }

  /// Judges the file as if it were the system's. Tells each fault in a line.
  private func judge(_ path: String) throws(ProgramError) -> ExitStatus {
    let faults: [String]
    do throws(FileError) {
      faults = try Configuration.faults(inFileAt: path, width: encoding.characterWidth)
    } catch {
      throw .text("cannot use {file}: {reason}", ["file": path.quoted, "reason": "\(error)"])
    }
    faults.forEach(StandardError.tell)
    return faults.isEmpty ? .accepted : .usage
  }
}
