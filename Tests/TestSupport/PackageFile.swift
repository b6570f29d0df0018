internal import Glibc
package import Testing

/// The files of this package, for tests that compare them.
package enum PackageFile {
  package static let root: String = {
    let components = #filePath.split(separator: "/").dropLast(3)
    return "/" + components.joined(separator: "/")
  }()

  package static func text(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  package static func bytes(_ path: String) throws -> [UInt8] {
    let file = try Descriptor(opening: "\(root)/\(path)", O_RDONLY)
    var bytes: [UInt8] = []
    while let chunk = file.read(), !chunk.isEmpty { bytes += chunk }
    return bytes
  }

  /// The paths, relative to the top folder, of the files below `folder` whose names end with `suffix`.
  package static func paths(in folder: String, suffix: String) throws -> [String] {
    guard let directory = unsafe opendir("\(root)/\(folder)") else { throw Failure(path: folder) }
    defer { unsafe closedir(directory) }
    var paths: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(".") { continue }
      if unsafe entry.pointee.d_type == UInt8(DT_DIR) {
        paths += try self.paths(in: "\(folder)/\(name)", suffix: suffix)
      } else if name.hasSuffix(suffix) {
        paths.append("\(folder)/\(name)")
      }
    }
    return paths.sorted()
  }

  /// The documents for people who read the sources: all that lie in docs, and the pages beside them.
  package static func documents() throws -> [String] {
    let others = ["README.md", "CHANGELOG.md", "Tests/README.md", "Tests/Scripts/README.md"]
    return try others + paths(in: "docs", suffix: ".md")
  }

  /// Expects the file at `path` to hold `text`. If it does not and RECORD is 1, writes it and fails the test, so that a
  /// recorded text is looked at before it counts.
  package static func expect(
    _ path: String, toHold text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let old = (try? self.text(path)) ?? ""
    if old == text { return }
    if environment("RECORD") == "1" {
      try writeText(text, to: "\(root)/\(path)")
      Issue.record("recorded \(path); look at it, then run again", sourceLocation: sourceLocation)
    } else {
      Issue.record(
        "\(path) is not what the code says; RECORD=1 writes it again (- there, + here):\n\(changes(old, text))",
        sourceLocation: sourceLocation)
    }
  }

  private static func changes(_ old: String, _ new: String) -> String {
    lineDifference(old, new).split(separator: "\n").filter { !$0.hasPrefix("  ") }.joined(separator: "\n")
  }

  /// Expects `text` between the lines `begin` and `end` of the file at `path`. Otherwise as
  /// ``expect(_:toHold:sourceLocation:)``.
  package static func expect(
    _ path: String, between begin: String, and end: String, toHold text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let lines = try self.text(path).split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.firstIndex(where: { $0 == begin }),
      let last = lines[first...].firstIndex(where: { $0 == end })
    else { throw Failure(path: path, reason: "no line \(begin) with \(end) after it") }
    let new = lines[...first] + text.split(separator: "\n", omittingEmptySubsequences: false) + lines[last...]
    try expect(path, toHold: new.joined(separator: "\n"), sourceLocation: sourceLocation)
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String

    init(path: String, reason: String = unsafe String(cString: strerror(errno))) {
      description = "\(path): \(reason)"
    }
  }
}
