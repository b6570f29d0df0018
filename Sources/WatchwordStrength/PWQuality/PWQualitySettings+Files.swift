internal import Glibc
internal import WatchwordMessages
internal import WatchwordSecrets

extension PWQualitySettings {
  /// The file of the system.
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
    var remarks: [Remark] = []
    func passOver(_ path: String, _ failure: FileError) {
      let reason = text(
        "passed over, as {program} does: {reason}", ["program": "libpwquality", "reason": "\(failure)"])
      remarks.append(Remark(path, reason))
    }
    let folder = path + ".d"
    var names: [String] = []
    do throws(FileError) {
      names = try Self.names(in: folder)
    } catch {
      if !error.isAbsence { passOver(folder, error) }
    }
    for name in names {
      let part = "\(folder)/\(name)"
      switch bytes(of: part) {
      case .success(let bytes): try settings.read(bytes, from: part)
      case .failure(let failure) where failure.isPassedOver: passOver(part, failure)
      case .failure(let failure): throw Remark(part, "\(failure)")
      }
    }
    var isAbsent = false
    switch bytes(of: path) {
    case .success(let bytes): try settings.read(bytes, from: path)
    case .failure(let failure) where isOptional && failure.isAbsence: isAbsent = true
    case .failure(let failure): throw Remark(path, "\(failure)")
    }
    try settings.checkThatItCanBeMet()
    // Where libpwquality is installed with nothing set, nobody wants to read that each time.
    if settings.isEmpty, isAbsent || !isOptional {
      let fault = isAbsent ? SystemError(number: ENOENT).message : text("Nothing is set")
      remarks.append(Remark(path, text("{reason}; libpwquality's own defaults are used", ["reason": fault])))
    }
    return (settings, remarks + settings.remarks)
  }

  /// The names of the files in `folder` that are read, in the order of their bytes. In such a name `.conf` stands at the
  /// end alone.
  private static func names(in folder: String) throws(FileError) -> [String] {
    guard let stream = unsafe opendir(folder) else { throw .last }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        let name = unsafe UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)
        if let end = unsafe strstr(name, ".conf"), unsafe strlen(end) == 5 {
          names.append(unsafe String(cString: name))
        }
      }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The bytes of the regular file at `path`.
  private static func bytes(of path: String) -> Result<[UInt8], FileError> {
    Result { () throws(FileError) in
      let (file, _) = try WordFile.open(path, limit: sizeLimit)
      defer { close(file) }
      return try bytesToEnd(of: file, atMost: sizeLimit)
    }
  }

  /// The most bytes of a file.
  private static let sizeLimit = 1 << 20
}

extension FileError {
  /// Whether libpwquality passes over such a file in the folder of a configuration.
  fileprivate var isPassedOver: Bool {
    if case .system = self { true } else { false }
  }
}
