internal import Glibc

package struct CatalogueFolder {
  private let folder: TemporaryFolder
  package var path: String { folder.path + "/share/locale" }
  /// The path of a copy of the program beside the folder, if ``addProgram()`` was called.
  package var program: String { folder.path + "/bin/watchword" }
  package init() { folder = TemporaryFolder() }

  private func write(_ bytes: [UInt8], for language: String) {
    var below = folder.path
    for name in ["share", "locale", language, "LC_MESSAGES"] {
      below += "/" + name
      unsafe mkdir(below, 0o755)
    }
    _ = folder.write(bytes, to: "share/locale/\(language)/LC_MESSAGES/watchword.mo")
  }

  package func write(
    _ texts: KeyValuePairs<String, String>, for language: String, more: String = ""
  ) throws {
    let entries = texts.map { "msgid \(Self.quoted($0.key))\nmsgstr \(Self.quoted($0.value))\n\n" }.joined()
    write(try Self.made(entries + more, language: language), for: language)
  }

  /// Changes the bytes of a catalogue.
  package func change(_ language: String, _ change: (inout [UInt8]) -> Void) throws {
    let file = try Descriptor(opening: "\(path)/\(language)/LC_MESSAGES/watchword.mo", O_RDONLY)
    var bytes: [UInt8] = []
    while let chunk = file.read(), !chunk.isEmpty { bytes += chunk }
    change(&bytes)
    write(bytes, for: language)
  }

  private static func made(_ entries: String, language: String) throws -> [UInt8] {
    let header =
      "msgid \"\"\nmsgstr \"Language: \(language)\\nContent-Type: text/plain; charset=UTF-8\\n"
      + "Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n\n"
    let folder = TemporaryFolder()
    let source = folder.write(header + entries, to: "po")
    let made = try Completion.of("msgfmt", ["-o", folder.path + "/mo", source])
    guard made.status == 0 else { throw PackageFile.Failure(path: "msgfmt", reason: made.errors) }
    let file = try Descriptor(opening: folder.path + "/mo", O_RDONLY)
    var bytes: [UInt8] = []
    while let chunk = file.read(), !chunk.isEmpty { bytes += chunk }
    return bytes
  }

  package func addProgram() throws {
    let built = ProgramFile.path("watchword")
    try shell(
      "mkdir -p '\(folder.path)/bin' && { ln '\(built)' '\(program)' 2>/dev/null || cp '\(built)' '\(program)'; }"
    )
  }

  private func shell(_ command: String) throws {
    let done = try Completion.of("sh", ["-c", command])
    guard done.status == 0 else { throw PackageFile.Failure(path: path, reason: done.errors) }
  }

  private static func quoted(_ text: String) -> String {
    let escapes: [Character: String] = ["\"": "\\\"", "\\": "\\\\", "\n": "\\n"]
    return "\"" + text.map { escapes[$0] ?? String($0) }.joined() + "\""
  }
}
