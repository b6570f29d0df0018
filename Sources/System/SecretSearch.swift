import Secrets
import WatchwordText

/// Looks for secrets in a text of which nothing but the letters and digits count, whatever their case and normal form.
///
/// A secret is found where more than three of its characters stand in a row. One of three or fewer has to be there as
/// a whole, and one without letters and digits as it is. So a secret is found also where it is escaped, has blanks
/// between its letters, or is cut short, but not in a code such as base64.
struct SecretSearch {
  /// Whether a secret was found.
  private(set) var isFound = false
  private var text = 0..<0
  private var folded = 0..<0

  /// Makes a search in all that is in `memory`, which is needed until the search is over.
  init(in memory: inout SecretBuffer) {
    text = 0..<memory.count
    var position = 0
    while position < text.upperBound {
      let scalar = memory.scalar(at: position)
      scalar.forEachFolded { append($0, to: &memory) }
      position += UTF8.width(scalar)
    }
    folded = text.upperBound..<memory.count
  }

  /// Looks for `secret`.
  mutating func look(for secret: UTF8Span, in memory: inout SecretBuffer) {
    let start = folded.upperBound
    var count = 0
    var scalars = secret.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      scalar.forEachFolded { folded in
        guard append(folded, to: &memory) else { return }
        count += 1
        if count > SecretSearch.run {
          memory.removeSubrange(start..<start + UTF8.width(memory.scalar(at: start)))
        }
        if count >= SecretSearch.run { compare(memory) }
      }
    }
    switch count {
    case 0: isFound = isFound || memory.bytes.extracting(text).holds(secret.span)
    case ..<SecretSearch.run: compare(memory)
    default: break
    }
    memory.removeSubrange(start..<memory.count)
  }

  private mutating func compare(_ memory: borrowing SecretBuffer) {
    let part = memory.bytes.extracting(folded.upperBound...)
    isFound = isFound || memory.bytes.extracting(folded).holds(part)
  }

  /// Puts `scalar` behind what is in `memory`, and answers whether it is one that counts. What there is no room for
  /// counts as a secret that was found.
  @discardableResult
  private mutating func append(_ scalar: Unicode.Scalar, to memory: inout SecretBuffer) -> Bool {
    // A letter that nobody sees, such as a filler of Hangul, must not keep two others apart.
    guard scalar.isLetterOrNumber, !scalar.isInvisible else { return false }
    withUTF8Span(of: scalar) { text in
      do throws(SecretError) { try memory.append(text.span) } catch { isFound = true }
    }
    return true
  }

  /// The least number of a secret's characters in a row that are found.
  private static let run = 4
}

extension SecretBuffer {
  /// The character whose bytes begin at the offset `start`.
  fileprivate func scalar(at start: Int) -> Unicode.Scalar {
    var scalars = unsafe UTF8Span(unchecked: bytes.extracting(start...)).makeUnicodeScalarIterator()
    return scalars.next() ?? "\0"
  }
}

extension Span<UInt8> {
  /// Whether `part`, if it is not empty, stands among these bytes.
  fileprivate func holds(_ part: Span<UInt8>) -> Bool {
    guard !part.isEmpty, part.count <= count else { return false }
    for start in 0...count - part.count where self[start] == part[0] {
      if extracting(start..<start + part.count).isEqual(to: part) { return true }
    }
    return false
  }
}
