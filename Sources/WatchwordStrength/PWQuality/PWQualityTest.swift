/// One thing that libpwquality asks of a password, with its own meaning.
///
/// The library counts bytes, and knows letters and digits of ASCII alone: all other bytes are of one kind, also those of
/// an accented letter. So it does in every locale whose character set is UTF-8. What is empty it refuses.
package enum PWQualityTest: Equatable, Sendable {
  /// So many bytes, of which some count twice: at most so many of each kind as `credits` says.
  case length(atLeast: Int, credits: PWQualityCounts)
  /// So many bytes of a kind.
  case bytes(of: PWQualityByte, atLeast: Int)
  /// Bytes of so many kinds.
  case kinds(atLeast: Int)
  /// No more than so many bytes of one kind in a row.
  case sameKind(atMost: Int)
  /// No more than so many times the same byte in a row; once is always accepted.
  case sameByte(atMost: Int)
  /// No more than so many bytes in a row of which each is one more, or each one less, than the byte before; one is always
  /// accepted.
  case sequence(atMost: Int)
  /// Not the same backwards, whatever the case of its letters.
  case noPalindrome
  /// None of these words in it, whatever the case of its letters: see ``PWQualityWords``.
  case without(PWQualityWords)

  /// The name for programs.
  var name: String {
    switch self {
    case .length: "length"
    case .bytes(.digit, _): "digit"
    case .bytes(.upper, _): "upper"
    case .bytes(.lower, _): "lower"
    case .bytes(.other, _): "special"
    case .kinds: "kinds"
    case .sameKind: "kind-repeat"
    case .sameByte: "repeat"
    case .sequence: "sequence"
    case .noPalindrome: "palindrome"
    case .without(let words):
      switch words.kind {
      case .userName: "user-name"
      case .fullName: "full-name"
      case .forbidden: "forbidden"
      }
    }
  }

  /// Whether `text` is as it has to be. It is not copied.
  func passes(_ text: UTF8Span) -> Bool {
    let bytes = text.span
    switch self {
    case .length(let least, let credits):
      return bytes.count + PWQualityCounts(of: bytes).limited(to: credits).sum >= least
    case .bytes(let kind, let least): return PWQualityCounts(of: bytes)[kind] >= least
    case .kinds(let least): return PWQualityCounts(of: bytes).kinds >= least
    case .sameKind(let most):
      return bytes.longestRun { PWQualityByte(of: $0) == PWQualityByte(of: $1) } <= max(1, most)
    case .sameByte(let most): return bytes.longestRun(==) <= max(1, most)
    case .sequence(let most):
      let (up, down) = (bytes.longestRun { Int($0) + 1 == $1 }, bytes.longestRun { Int($0) - 1 == $1 })
      return max(up, down) <= max(1, most)
    case .noPalindrome:
      return !(0..<bytes.count / 2).allSatisfy {
        bytes[$0].lowercased == bytes[bytes.count - 1 - $0].lowercased
      }
    case .without(let words): return !words.occur(in: bytes)
    }
  }
}

/// What a byte is for libpwquality.
package enum PWQualityByte: CaseIterable, Sendable {
  /// A digit from 0 to 9.
  case digit
  /// A letter from A to Z.
  case upper
  /// A letter from a to z.
  case lower
  /// Anything else, such as a part of an accented letter.
  case other

  /// The kind of `byte`.
  package init(of byte: UInt8) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .upper
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .lower
    default: self = .other
    }
  }
}

/// A number for each kind of bytes.
package struct PWQualityCounts: Equatable, Sendable {
  private var (digits, uppers, lowers, others) = (0, 0, 0, 0)

  /// A count of nothing.
  package init() {}

  init(of bytes: Span<UInt8>) {
    for index in bytes.indices { self[PWQualityByte(of: bytes[index])] += 1 }
  }

  /// The number of a kind.
  package subscript(kind: PWQualityByte) -> Int {
    get {
      switch kind {
      case .digit: digits
      case .upper: uppers
      case .lower: lowers
      case .other: others
      }
    }
    set {
      switch kind {
      case .digit: digits = newValue
      case .upper: uppers = newValue
      case .lower: lowers = newValue
      case .other: others = newValue
      }
    }
  }

  /// The numbers, none of them greater than that of `most`.
  func limited(to most: PWQualityCounts) -> PWQualityCounts {
    var limited = self
    for kind in PWQualityByte.allCases { limited[kind] = min(self[kind], most[kind]) }
    return limited
  }

  /// All of them together.
  var sum: Int { digits + uppers + lowers + others }

  /// How many are not zero.
  var kinds: Int { PWQualityByte.allCases.count { self[$0] > 0 } }
}

extension Span<UInt8> {
  /// The most bytes in a row of which each goes on from the one before, as `goesOn` says; 0 where there are none.
  fileprivate func longestRun(_ goesOn: (UInt8, UInt8) -> Bool) -> Int {
    var (longest, run) = (0, 0)
    for index in indices {
      run = index > 0 && goesOn(self[index - 1], self[index]) ? run + 1 : 1
      longest = Swift.max(longest, run)
    }
    return longest
  }
}
