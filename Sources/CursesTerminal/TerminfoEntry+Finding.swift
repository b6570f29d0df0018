internal import Glibc

extension TerminfoEntry {
  /// The largest file that ncurses reads.
  private static let sizeLimit = 32_768

  /// Finds the entry for a terminal of `type` where ncurses looks for it: TERMINFO, the person's own folder,
  /// TERMINFO_DIRS, and Debian's folders; see terminfo(5), "Fetching Compiled Descriptions".
  static func find(_ type: String, environment: (String) -> String?) -> TerminfoEntry? {
    guard let initial = type.utf8.first, initial != UInt8(ascii: "."), !type.utf8.contains(UInt8(ascii: "/"))
    else { return nil }
    // File systems that take no account of case have folders named by the letter's number.
    for part in [String(Unicode.Scalar(initial)), String(initial, radix: 16)] {
      for folder in folders(environment) {
        if let bytes = content(of: folder + "/" + part + "/" + type) { return TerminfoEntry(bytes) }
      }
    }
    return nil
  }

  private static func folders(_ environment: (String) -> String?) -> [String] {
    let usual = ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo"]
    var folders: [String] = []
    if let folder = environment("TERMINFO") { folders.append(folder) }
    if let home = environment("HOME") { folders.append(home + "/.terminfo") }
    if let list = environment("TERMINFO_DIRS") {
      for folder in list.split(separator: ":", omittingEmptySubsequences: false) {
        folders += folder.isEmpty ? usual : [String(folder)]
      }
    }
    return folders + usual
  }

  private static func content(of path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return unsafe [UInt8](unsafeUninitializedCapacity: sizeLimit) { buffer, count in
      unsafe count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
  }
}
