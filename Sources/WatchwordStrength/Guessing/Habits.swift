internal import Glibc

/// What people do with a text that the library does not know: they copy a part, count on in another script, mix two
/// runs, and write addresses.
extension GuessableText {
  /// Adds parts of four or more code points that stood in the text before.
  func findCopies(_ found: inout [Piece]) {
    for start in stride(from: Self.leastCopy, through: count - Self.leastCopy, by: 1) {
      var longest = 0
      for earlier in 0...start - Self.leastCopy {
        var length = 0
        while start + length < count, earlier + length < start,
          lower(at: earlier + length) == lower(at: start + length)
        {
          length += 1
        }
        longest = max(longest, length)
      }
      for length in stride(from: Self.leastCopy, through: longest, by: 1) {
        found.append(
          Piece(range: start..<start + length, bits: Self.bitsOfCopy, kind: .found(.repetition), isCopy: true)
        )
      }
    }
  }

  private static let leastCopy = 4
  private static let bitsOfCopy = 2.0

  /// Adds code points that follow each other in Unicode, forwards or backwards, and years. The library knows those of
  /// ASCII, but names only one way to guess a text, in which another part may hide them.
  func findSequences(_ found: inout [Piece]) {
    var start = 0
    for end in 1...max(count, 1) {
      let step = self.step(at: start + 1)
      if end < count, let step, step == self.step(at: end) { continue }
      if end - start >= Self.leastSequence {
        let bits = Self.bitsOfRun + log2(Double(end - start))
        found.append(Piece(range: start..<end, bits: bits, kind: .found(.sequence)))
      }
      start = max(start + 1, end - 1)
    }
    for start in 0..<max(0, count - 3) where isYear(at: start) {
      found.append(Piece(range: start..<start + 4, bits: Self.bitsOfYear, kind: .found(.date)))
    }
  }

  private static let leastSequence = 3
  private static let leastRun = 4
  /// The bits for where a run begins, and in which direction it goes.
  private static let bitsOfRun = 6.0
  /// The bits of one of the 150 years from 1900 on.
  private static let bitsOfYear = log2(150.0)

  func isYear(at start: Int) -> Bool {
    guard hasOnlyDigits(at: start..<start + 4) else { return false }
    let digits = unsafe (bytes[start], bytes[start + 1], bytes[start + 2])
    return digits.0 == 0x31 && digits.1 == 0x39 || digits.0 == 0x32 && digits.1 == 0x30 && digits.2 < 0x35
  }

  /// How the code point at `index` follows the one before: 1 or -1, both of one class; otherwise `nil`.
  private func step(at index: Int) -> Int? {
    guard index < count, kind(at: index) == kind(at: index - 1), kind(at: index) != .sign else { return nil }
    let step = unsafe Int(scalar(of: bytes[index]).value) - Int(scalar(of: bytes[index - 1]).value)
    // Between two kana, the small or the voiced form of the first may stand.
    let isKana = unsafe (0x3041...0x30FF).contains(scalar(of: bytes[index]).value)
    return 1...(isKana ? 2 : 1) ~= abs(step) ? step.signum() : nil
  }

  /// Adds parts in which two runs are mixed, one character of each after the other: letters, digits, keys of a row, or one
  /// character over and over. One of the two may be a word of `lists` instead.
  func findMixedRuns(_ lists: InnerLists, _ found: inout [Piece]) {
    var start = 0
    while start + 2 * Self.leastRun <= count {
      let (one, other) = (runLength(from: start), runLength(from: start + 1))
      var piece: Piece?
      if one >= Self.leastRun, other >= Self.leastRun {
        let end = min(start + 2 * one, start + 1 + 2 * other - (other >= one ? 1 : 0), count)
        piece = mixed(start..<end, Self.bitsOfRun + log2(Double(other)), run: one)
      } else if one >= Self.innerLengths.lowerBound || other >= Self.innerLengths.lowerBound {
        let length = max(one, other)
        // Who begins has as many characters as the other, or one more.
        let (run, word, least) = one >= other ? (start, start + 1, length - 1) : (start + 1, start, length)
        for count in least...least + 1 where word + 2 * count - 2 < self.count {
          guard let bits = wordBits(from: word, count: count, lists) else { continue }
          piece = mixed(min(run, word)..<max(run + 2 * length - 1, word + 2 * count - 1), bits, run: length)
        }
      }
      if let piece { found.append(piece) }
      start = piece.map { max(start + 1, $0.range.upperBound - 1) } ?? start + 1
    }
  }

  private func mixed(_ range: Range<Int>, _ bits: Double, run: Int) -> Piece {
    Piece(range: range, bits: bits + Self.bitsOfRun + log2(Double(run)) + 1, kind: .found(.sequence))
  }

  /// How many of every second character from `start` on are one run.
  private func runLength(from start: Int) -> Int {
    var (steps, index) = (UInt8.max, start)
    while index + 2 < count {
      steps &= self.steps(from: index, to: index + 2)
      if steps == 0 { break }
      index += 2
    }
    return (index - start) / 2 + 1
  }

  /// The kinds of runs in which the character at `other` follows that at `index`, a bit for each.
  private func steps(from index: Int, to other: Int) -> UInt8 {
    let (one, next) = (lower(at: index), lower(at: other))
    var steps: UInt8 = one == next ? 1 : 0
    guard kind(at: index) == kind(at: other) || one == 0x3B || next == 0x3B else { return steps }
    func place(_ key: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: Keyboards.places(of: Unicode.Scalar(key), in: 0))
    }
    let (place, following) = (place(one), place(next))
    if next == one &+ 1 { steps |= 2 }
    if one == next &+ 1 { steps |= 4 }
    if following == place &+ 1 { steps |= 8 }
    if place == following &+ 1 { steps |= 16 }
    return steps
  }

  /// The bits of every second letter from `start` on as a word of `lists`.
  private func wordBits(from start: Int, count: Int, _ lists: InnerLists) -> Double? {
    guard Self.innerLengths.contains(count) else { return nil }
    var hash = LetterHash()
    for index in stride(from: start, to: start + 2 * count, by: 2) { hash.add(UInt64(lower(at: index))) }
    return lists.bits(of: hash.value, in: (true, true))
  }

  /// The parts of email and web addresses that most of them share, at the start and at the end of the text, and the
  /// code of a country before a phone number. Case does not matter.
  func addresses() -> [Piece] {
    var found: [Piece] = []
    func add(_ word: StaticString, at start: Int, _ bits: Double) {
      guard start >= 0, start + word.utf8CodeUnitCount <= count,
        (0..<word.utf8CodeUnitCount).allSatisfy({ unsafe lower(at: start + $0) == word.utf8Start[$0] })
      else { return }
      found.append(
        Piece(range: start..<start + word.utf8CodeUnitCount, bits: bits, kind: .found(.word), isWord: true))
    }
    for (word, bits) in Self.starts { add(word, at: 0, bits) }
    func first(_ byte: UInt8, from start: Int) -> Int? {
      (start..<count).first { unsafe bytes[$0] == byte }
    }
    if first(0x2E, from: 0) != nil {
      for (word, bits) in Self.ends { add(word, at: count - word.utf8CodeUnitCount, bits) }
    }
    if let at = first(0x40, from: 0), at > 0, first(0x2E, from: at) != nil {
      found.append(Piece(range: at..<at + 1, bits: 1, kind: .characters))
      for (word, bits) in Self.providers { add(word, at: at, bits) }
    }
    if count > 8, unsafe bytes[0] == 0x2B, hasOnlyDigits(at: 1..<3),
      (3..<count).allSatisfy({ kind(at: $0) != .letter })
    {
      found.append(Piece(range: 0..<3, bits: Self.bitsOfCountry, kind: .found(.sequence)))
    }
    return found
  }

  private static let bitsOfCountry = 3.0

  func lower(at index: Int) -> UInt8 { unsafe bytes[index].lowercased }

  private static let starts: [(StaticString, Double)] = [
    ("http://", 2), ("https://", 3), ("www.", 1), ("http://www.", 2),
  ]
  private static let ends: [(StaticString, Double)] = [
    ("yahoo.com", 3), ("hotmail.com", 3), ("gmail.com", 4), ("aol.com", 5), ("msn.com", 5), (".com", 1),
    (".net", 3), (".org", 3), (".de", 5), (".co.uk", 4), (".fr", 5), (".es", 5), (".it", 5), (".ru", 5),
    (".br", 5), (".com.br", 4), (".com.mx", 5), (".edu", 5), (".co.za", 6), (".nl", 5), (".us", 5),
    (".info", 6),
    (".com.au", 5), (".tk", 6), (".co.cc", 6), (".com.ar", 6), (".ca", 5), (".co.id", 6), (".pl", 5),
    (".tv", 6),
  ]
  private static let providers: [(StaticString, Double)] = [
    ("@yahoo", 1), ("@hotmail", 1), ("@gmail", 2), ("@aol", 3), ("@msn", 5), ("@live", 5), ("@mail", 5),
    ("@yahoo.com", 0.5),
    ("@hotmail.com", 0.5), ("@gmail.com", 0.5), ("@aol.com", 3), ("@msn.com", 5), ("@live.com", 5),
    ("@outlook.com", 3),
    ("@icloud.com", 3), ("@ymail.com", 5), ("@hotmail.co.uk", 4), ("@yahoo.co.uk", 5), ("@comcast.net", 5),
    ("@sbcglobal.net", 6), ("@mail.ru", 5), ("@web.de", 5), ("@gmx.de", 5), ("@gmx.net", 6),
    ("@myspace.com", 6),
    ("@aim.com", 6), ("@hi5.com", 6), ("@cox.net", 6), ("@verizon.net", 6), ("@yahoo.com.ph", 6),
    ("@yahoo.co.id", 6),
  ]
}
