internal import Glibc
internal import WatchwordMessages
internal import WatchwordSecrets

extension PWQualitySettings {
  package static let systemPath = "/etc/security/pwquality.conf"

  /// Reads the file at `path`, and before it those of the folder of the same name with `.d` behind it, in the order of
  /// their names. A later setting wins, so that the file at `path` has the last word.
  ///
  /// A folder that cannot be opened is passed over, as libpwquality does, and what of it cannot be opened or is a folder
  /// itself. That is said.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isOptional: Whether the file may be absent, which is said too.
  /// - Returns: The settings, and what is to say about them.
  /// - Throws: What is wrong with a file, or with a line of it, or that no password can meet the settings.
  package static func read(
    _ path: String, isOptional: Bool = false
  ) throws(Remark) -> (settings: PWQualitySettings, remarks: [Remark]) {
    var settings = PWQualitySettings()
    var (remarks, bytes): ([Remark], [UInt8]) = ([], [])
    func passOver(_ path: String, _ failure: FileError) {
      let reason = text(
        "passed over, as {program} does: {reason}", ["program": "libpwquality", "reason": "\(failure)"])
      remarks.append(Remark(path, reason))
    }
    /// Reads one file. Answers why it could not be read, where that is no error.
    func read(_ path: String, unless isHarmless: (FileError) -> Bool) throws(Remark) -> FileError? {
      do throws(FileError) {
        let (file, _) = try openFile(path, atMost: sizeLimit)
        defer { close(file) }
        bytes = try bytesToEnd(of: file, atMost: sizeLimit)
      } catch {
        if isHarmless(error) { return error }
        throw Remark(path, "\(error)")
      }
      try settings.read(bytes, from: path)
      return nil
    }
    let folder = path + ".d"
    var parts: [String] = []
    do throws(FileError) {
      parts = try entries(of: folder).filter(isPart)
    } catch {
      if !error.isAbsence { passOver(folder, error) }
    }
    for part in parts.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }).map({ "\(folder)/\($0)" }) {
      if let failure = try read(part, unless: { if case .system = $0 { true } else { false } }) {
        passOver(part, failure)
      }
    }
    let isAbsent = try read(path, unless: { isOptional && $0.isAbsence }) != nil
    try settings.checkThatItCanBeMet()
    // Where libpwquality is installed with nothing set, nobody wants to read that each time.
    if settings.isEmpty, isAbsent || !isOptional {
      let fault = isAbsent ? "\(SystemError(number: ENOENT))" : text("Nothing is set")
      remarks.append(Remark(path, text("{reason}; libpwquality's own defaults are used", ["reason": fault])))
    }
    return (settings, remarks + settings.remarks)
  }

  /// Whether a file of the folder is read: `.conf` stands at the end of its name alone.
  private static func isPart(_ name: String) -> Bool {
    let ending = ".conf".utf8
    let start = name.utf8.indices.first { name.utf8[$0...].starts(with: ending) }
    return start.map { name.utf8[$0...].count } == ending.count
  }

  private static let sizeLimit = 1 << 20
}
