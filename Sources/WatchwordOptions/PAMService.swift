internal import Glibc
internal import WatchwordBase

/// Reads the files of pam.d(5). Ignores /etc/pam.conf, as PAM does if /etc/pam.d exists.
package struct PAMService {
  private let folder: String
  /// Modules that judge new passwords by rules that no policy can adopt.
  package static let unreadableModules = ["pam_passwdqc", "pam_pwhistory", "pam_cracklib"]

  package init(folder: String = "/etc/pam.d") { self.folder = folder }

  /// The arguments of the first password line for `module` in the file of `service` and its includes; `nil` if there is
  /// none. `depth` counts the includes so far.
  package func arguments(of module: String, in service: String, depth: Int = 0) -> [String]? {
    // libpam has the same limit.
    guard depth < 32 else { return nil }
    for line in lines(of: service.hasPrefix("/") ? service : "\(folder)/\(service)") {
      let words = Self.words(of: line)
      guard words.count > 1 else { continue }
      let type = words[0].lowercased()
      let isOfPasswords = ["password", "-password"].contains(type) && words.count > 2
      let isInclude = isOfPasswords && ["include", "substack"].contains(words[1].lowercased())
      if isInclude || type == "@include" {
        let found = arguments(of: module, in: words[isInclude ? 2 : 1], depth: depth + 1)
        if let found { return found }
      } else if isOfPasswords, let file = words[2].split(separator: "/").last,
        file == module || file == "\(module).so"
      {
        return Array(words.dropFirst(3))
      }
    }
    return nil
  }

  /// The lines of a file without comments, with backslash continuations joined; none if it cannot be read.
  private func lines(of path: String) -> [String] {
    guard let (file, _) = try? openFile(path, atMost: Self.sizeLimit) else { return [] }
    defer { close(file) }
    guard let bytes = try? bytesToEnd(of: file, atMost: Self.sizeLimit) else { return [] }
    var lines: [String] = []
    var isContinued = false
    for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      var text = String(decoding: part.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
      let goesOn = text.last == "\\"
      if goesOn { text.removeLast() }
      if isContinued { lines[lines.count - 1] += " " + text } else { lines.append(text) }
      isContinued = goesOn
    }
    return lines
  }

  /// In bytes. Each line is kept, and real files have fewer than 4096 bytes.
  private static let sizeLimit = 1 << 16

  /// The words of a line. Brackets hold a word with blanks together.
  private static func words(of line: String) -> [String] {
    var (words, isBracketed) = ([""], false)
    for character in line {
      switch character {
      case "[" where words.last == "": isBracketed = true
      case "]" where isBracketed: isBracketed = false
      case " " where !isBracketed, "\t" where !isBracketed, "\r" where !isBracketed: words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    return words.filter { !$0.isEmpty }
  }
}
