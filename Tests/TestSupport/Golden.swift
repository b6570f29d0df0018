internal import Glibc
package import Testing

/// Compares `text` with the file `name`.txt in the folder Golden beside the calling test.
///
/// If there is no file, or RECORD is 1, writes it and fails the test, so that a recorded text is looked at before it
/// counts. The name is the test's, with hyphens for all but letters and digits.
package func expectGolden(
  _ text: String, _ name: String, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let folder = (filePath.lastIndex(of: "/").map { String(filePath[..<$0]) } ?? ".") + "/Golden"
  let words = name.split { !($0.isLetter || $0.isNumber) }
  let path = "\(folder)/\(words.joined(separator: "-")).txt"
  let isRecording = environment("RECORD") == "1"
  let text = text.hasSuffix("\n") ? text : text + "\n"
  guard !isRecording, let golden = readText(path) else {
    _ = unsafe mkdir(folder, 0o777)
    do {
      try writeText(text, to: path)
      Issue.record("recorded \(path); look at it, then run again", sourceLocation: sourceLocation)
    } catch {
      Issue.record(error, "cannot record \(path)", sourceLocation: sourceLocation)
    }
    return
  }
  if golden != text {
    Issue.record(
      "differs from \(path) (- there, + here):\n\(lineDifference(golden, text))",
      sourceLocation: sourceLocation)
  }
}

/// The lines of both texts: `-` marks those of the first only, `+` those of the second.
func lineDifference(_ old: String, _ new: String) -> String {
  let oldLines = old.split(separator: "\n", omittingEmptySubsequences: false)
  let newLines = new.split(separator: "\n", omittingEmptySubsequences: false)
  let difference = newLines.difference(from: oldLines)
  let removed = Set(difference.removals.map(\.offset))
  let inserted = Set(difference.insertions.map(\.offset))
  var lines: [String] = []
  var (here, there) = (0, 0)
  while here < oldLines.count || there < newLines.count {
    if removed.contains(here) {
      lines.append("- \(oldLines[here])")
      here += 1
    } else if inserted.contains(there) {
      lines.append("+ \(newLines[there])")
      there += 1
    } else {
      lines.append("  \(oldLines[here])")
      here += 1
      there += 1
    }
  }
  return lines.joined(separator: "\n")
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
