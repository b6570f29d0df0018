import Glibc

@testable import WatchwordStrength
@testable import WatchwordSystem

/// A word list has exactly the words of its lines, down to the first line that is no text, however its bytes are split;
/// and so has a file of them, in any slices.
///
/// The first byte is the least length of a word.
func checkWordFile(_ bytes: [UInt8]) throws {
  let minimumCount = Int(bytes.first ?? 0) % 8
  let list = Array(bytes.dropFirst())
  let words = reference(list).filter { $0.unicodeScalars.first != nil }
  let kept = words.filter { WordHash(of: $0.utf8Span).count >= max(1, minimumCount) }
  let hashes = Set(kept.map { WordHash(of: $0.utf8Span).value })
  try checkFile(list, minimumCount, words: Set(words), hashes: hashes)
}

/// Whether `file` has the fingerprints `hashes`, and no others.
private func has(_ file: WordFile, exactly hashes: Set<UInt64>) -> Bool {
  guard let words = Mirror(reflecting: file).children.first(where: { $0.label == "words" })?.value,
    let index = words as? WordIndex
  else { return false }
  return hashes.allSatisfy(index.contains) && index.fingerprintCount == hashes.count
}

/// The lines of `list` above the first that is no text, without their ends and the byte order mark.
private func reference(_ list: [UInt8]) -> [String] {
  let lines = list.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated().lazy.map {
    number, line in
    let hasMark = number == 0 && line.starts(with: [0xEF, 0xBB, 0xBF])
    let text = line.dropFirst(hasMark ? 3 : 0)
    return text.contains(0)
      ? nil : String(validating: text.last == 0x0D ? text.dropLast() : text, as: UTF8.self)
  }
  return lines.prefix { $0 != nil }.compactMap(\.self)
}

private func checkFile(_ list: [UInt8], _ minimumCount: Int, words: Set<String>, hashes: Set<UInt64>) throws {
  var path = Array("/tmp/watchword-fuzz-XXXXXX".utf8CString)
  let descriptor = unsafe mkstemp(&path)
  defer { close(descriptor) }
  let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  defer { unsafe unlink(name) }
  let written = unsafe list.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  try demand(written == list.count, "a file cannot be written")
  let cut = try WordFile(path: name, minimumCount: minimumCount)
  for piece in pieces(of: list) { cut.index(slice: piece.count) }
  cut.finish()
  try demand(has(cut, exactly: hashes), "what is found depends on the pieces")
  let file = try WordFile(path: name, minimumCount: minimumCount)
  let texts = words.prefix(8).flatMap { [$0, $0 + "x", String($0.dropLast())] }
  func isExpected(_ text: String) -> Bool {
    let hash = WordHash(of: text.utf8Span)
    return hash.count >= max(1, minimumCount) && hashes.contains(hash.value)
  }
  repeat {
    for text in texts where file.contains(text.utf8Span) {
      try demand(isExpected(text), "the file has \(text.debugDescription), which is none of its words")
    }
  } while !file.index(slice: 1 + list.count / 4)
  for text in texts {
    try demand(
      file.contains(text.utf8Span) == isExpected(text),
      "of \(text.debugDescription) the file says the contrary")
  }
  try demand(has(file, exactly: hashes), "there are not \(hashes.count) fingerprints")
}
