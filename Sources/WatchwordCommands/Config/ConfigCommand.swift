internal import Glibc
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
    if let path = options.judgedFile { return try judge(path, descriptors) }
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
  private func judge(_ path: String, _ descriptors: StandardDescriptors) throws(ProgramError) -> ExitStatus {
    if path == "-", descriptors.closed.contains(STDIN_FILENO) { throw .text("standard input is closed") }
    let faults = try Configuration.faults(
      inFileAt: path, below: options.judgedRoot, width: encoding.characterWidth)
    faults.lines.forEach(StandardError.tell)
    return faults.lines.isEmpty ? .accepted : faults.areMissingLists ? .incomplete : .usage
  }
}
