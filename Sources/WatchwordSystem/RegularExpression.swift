internal import Glibc

/// A POSIX extended regular expression that has to match a text as a whole (regcomp(3), in the locale C.UTF-8). It is
/// small enough for the C library to compile and to match in well under a second.
@safe package final class RegularExpression: Equatable, Sendable {
  /// The most bytes of an expression.
  package static let mostBytes = 256
  /// The most atoms, each counted as often as the C library repeats it.
  package static let mostAtoms = 255
  /// The most code points of a text.
  package static let mostCharacters = 128

  package enum Problem: Error, Equatable, Sendable {
    case tooLong, tooLarge, unpaired
    /// With these, matching can take for ever.
    case backReference
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
    guard atoms <= Double(Self.mostAtoms) else { throw .tooLarge }
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
/// counts as one. What is no expression may be miscounted: the C library refuses it afterwards.
private struct ExpressionSize {
  var rest: Substring.UnicodeScalarView
  private var isStart = true

  init(rest: Substring.UnicodeScalarView) { self.rest = rest }

  /// Counts up to the end or a closing parenthesis.
  mutating func alternatives() throws(RegularExpression.Problem) -> Double {
    var (count, branch) = (0.0, 0.0)
    while let scalar = rest.first, scalar != ")" {
      branch += try atom() * repetitions()
      if scalar == "|" { (count, branch) = (count + max(1, branch), 0) }
    }
    return count + max(1, branch)
  }

  private mutating func atom() throws(RegularExpression.Problem) -> Double {
    defer { isStart = false }
    switch rest.removeFirst() {
    case "(":
      isStart = false
      let count = try alternatives()
      guard rest.popFirst() == ")" else { throw .unpaired }
      return count
    case "[": skipBracket()
    case "\\": if let scalar = rest.popFirst(), "1"..."9" ~= scalar { throw .backReference }
    // The anchors that an expression may have at its ends say nothing more.
    case "|",
      "^" where isStart, "$" where rest.isEmpty:
      return 0
    default: break
    }
    return 1
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

  /// How often the C library has the atom before, because of what stands behind it.
  private mutating func repetitions() -> Double {
    var count = 1.0
    while let scalar = rest.first, "*?+{".unicodeScalars.contains(scalar) {
      rest.removeFirst()
      if scalar == "+" { count *= 2 }
      guard scalar == "{" else { continue }
      let numbers = rest.prefix { $0 != "}" }
      rest = rest[numbers.endIndex...].dropFirst()
      count *= max(1, numbers.split(separator: ",").map { Double(String($0)) ?? .infinity }.max() ?? 1)
    }
    return count
  }
}
