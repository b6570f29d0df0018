internal import Glibc

/// A POSIX extended regular expression that has to match a text as a whole (regcomp(3), in the locale C.UTF-8). It is
/// small enough for the C library, whose work can double with each part of an expression.
@safe package final class RegularExpression: Equatable, Sendable {
  package static let mostBytes = 256
  /// The most atoms, each counted as often as the C library repeats it.
  package static let mostAtoms = 255
  /// The most code points of a text.
  package static let mostCharacters = 128

  package enum Problem: Error, Equatable, Sendable {
    case tooLong, tooLarge, unpaired
    /// With these, matching can take for ever.
    case backReference
    /// An escape that POSIX and GNU give no meaning, such as \\d.
    case unknownEscape(String)
    /// The C library's own words.
    case wrong(String)
  }

  package let text: String
  // The C library locks it while it matches.
  nonisolated(unsafe) private let compiled = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)

  package init(_ text: String) throws(Problem) {
    self.text = text
    guard text.utf8.count <= Self.mostBytes else { throw .tooLong }
    var size = ExpressionSize(rest: text.unicodeScalars[...])
    let atoms = try size.alternatives()
    guard size.rest.isEmpty else { throw .unpaired }
    guard atoms.count <= Double(Self.mostAtoms) else { throw .tooLarge }
    for pattern in [text, "^(\(text))$"] {
      let failure = Self.inUTF8 { unsafe regcomp(compiled, pattern, REG_EXTENDED | REG_NOSUB) }
      guard failure == 0 else {
        var reason = [CChar](repeating: 0, count: 128)
        _ = unsafe regerror(failure, nil, &reason, reason.count)
        throw .wrong(String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
      }
      if pattern == text { unsafe regfree(compiled) }
    }
  }

  package func matches(_ text: String) -> Bool {
    guard text.unicodeScalars.count <= Self.mostCharacters else { return false }
    return Self.inUTF8 { unsafe regexec(compiled, text, 0, nil, 0) } == 0
  }

  nonisolated(unsafe) private static let utf8 = unsafe newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)

  private static func inUTF8(_ call: () -> Int32) -> Int32 {
    let before = unsafe uselocale(utf8)
    defer { _ = unsafe uselocale(before) }
    return call()
  }

  package static func == (left: RegularExpression, right: RegularExpression) -> Bool {
    left.text == right.text
  }
}

/// Counts the atoms of an expression as the C library copies them: `(ab){3}` has six, and `a+` two. An empty branch
/// counts as one; an anchor, and what is repeated without end although it can be empty, as sixteen, and what is optional
/// twice as two, since each multiplies the work. What is no expression may be miscounted: the C library refuses it afterwards.
private struct ExpressionSize {
  var rest: Substring.UnicodeScalarView
  private var isStart = true

  /// The atoms of a part, and whether it can match an empty text.
  typealias Part = (count: Double, isEmpty: Bool)

  init(rest: Substring.UnicodeScalarView) { self.rest = rest }

  /// Counts up to the end or a closing parenthesis.
  mutating func alternatives() throws(RegularExpression.Problem) -> Part {
    var (all, branch): (Part, Part) = ((0, false), (0, true))
    while let scalar = rest.first, scalar != ")" {
      if scalar == "|" {
        rest.removeFirst()
        (all, branch) = ((all.count + max(1, branch.count), all.isEmpty || branch.isEmpty), (0, true))
        continue
      }
      let part = repeated(try atom())
      branch = (branch.count + part.count, branch.isEmpty && part.isEmpty)
    }
    return (all.count + max(1, branch.count), all.isEmpty || branch.isEmpty)
  }

  private mutating func atom() throws(RegularExpression.Problem) -> Part {
    defer { isStart = false }
    switch rest.removeFirst() {
    case "(":
      isStart = false
      let part = try alternatives()
      guard rest.popFirst() == ")" else { throw .unpaired }
      return part
    case "[": skipBracket()
    case "\\":
      guard let scalar = rest.popFirst() else { break }
      if "1"..."9" ~= scalar { throw .backReference }
      if "bB<>`'".unicodeScalars.contains(scalar) { return (16, true) }
      if scalar.properties.isAlphabetic || "0" == scalar, !"wWsS".unicodeScalars.contains(scalar) {
        throw .unknownEscape("\\\(scalar)")
      }
    // The anchors that an expression may have at its ends say nothing more.
    case "^": return (isStart ? 0 : 16, true)
    case "$": return (rest.isEmpty ? 0 : 16, true)
    default: break
    }
    return (1, false)
  }

  /// Skips a bracket expression, in which a `]` can be first, or part of a class such as `[:alpha:]`.
  private mutating func skipBracket() {
    if rest.first == "^" { rest.removeFirst() }
    if rest.first == "]" { rest.removeFirst() }
    while let scalar = rest.popFirst(), scalar != "]" {
      guard scalar == "[", let sign = rest.first, ":.=".unicodeScalars.contains(sign) else { continue }
      rest.removeFirst()
      while let scalar = rest.popFirst(), scalar != sign || rest.first != "]" {}
      _ = rest.popFirst()
    }
  }

  /// `part` as often as the C library has it, because of what stands behind it.
  private mutating func repeated(_ part: Part) -> Part {
    var part = part
    while let scalar = rest.first, "*?+{".unicodeScalars.contains(scalar) {
      rest.removeFirst()
      var (least, most): (Double, Double?) = (scalar == "+" ? 1 : 0, scalar == "?" ? 1 : nil)
      if scalar == "{" {
        let numbers = rest.prefix { $0 != "}" }
        rest = rest[numbers.endIndex...].dropFirst()
        let bounds = numbers.split(separator: ",", omittingEmptySubsequences: false)
        least = bounds.first.flatMap { Double(String($0)) } ?? 0
        most = bounds.count == 1 ? least : bounds.last.flatMap { Double(String($0)) }
      }
      if part.isEmpty { part.count *= most == nil ? 16 : least == 0 ? 2 : 1 }
      // Without an end the C library has one more, which it repeats.
      part.count *= max(1, most ?? least + (least > 0 ? 1 : 0))
      part.isEmpty = part.isEmpty || least == 0
    }
    return part
  }
}
