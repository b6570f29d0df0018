/// The cheapest way to guess a text: parts side by side that cover it.
struct Tiling {
  /// The parts in order, each with all its bits. Characters guessed one by one are one part.
  private(set) var parts: [Piece] = []
  private(set) var bits = 0.0

  /// The cheapest of two looks at `text`: as it is, and without the signs that stand between its parts. A long text is
  /// worth no less than its start alone.
  static func cheapest(
    of text: inout GuessableText, context: ContextWords, _ lists: InnerLists
  ) -> Tiling {
    let addresses = text.addresses()
    text.weigh(without: addresses)
    let common = text.bitsOfCharacter(besides: addresses.map(\.range))
    var pieces: [Piece] = []
    pieces.reserveCapacity(4 * text.count)
    text.findPiecesOfLibrary(context, &pieces)
    text.findOwnPieces(lists, &pieces)
    pieces += addresses
    pieces.sort(by: Piece.endsBefore)
    let counts = text.count > GuessableText.window ? [text.count, GuessableText.leastStart] : [text.count]
    var best: [Tiling] = []
    for count in counts { best.append(tiling(of: text, pieces, count: count, nil, common)) }
    let hasCopies = pieces.contains { $0.isCopy }
    if let separators = Separators(in: text, besides: addresses.map(\.range), hasCopies: hasCopies) {
      let seconds = looks(at: text, without: separators, counts, common, context: context, lists)
      for (index, second) in seconds.enumerated() where second.bits < best[index].bits {
        best[index] = second
      }
    }
    // A start that ends inside a word seems to be worth more than the word. Where all is words, that is known to be so.
    guard let start = best.dropFirst().first, start.bits > best[0].bits, !best[0].isWords,
      best[0].parts.count > 1
    else { return best[0] }
    return start
  }

  /// The cheapest ways to guess so many of the first code points of `text` as `counts` has, each by a look without the
  /// signs of `separators`. None if what is left repeats itself, which the library takes too long for.
  private static func looks(
    at text: borrowing GuessableText, without separators: Separators, _ counts: [Int], _ common: Double,
    context: ContextWords, _ lists: InnerLists
  ) -> [Tiling] {
    let other = GuessableText(text, without: separators.indices)
    if other.isRepetitive { return [] }
    let addresses = other.addresses()
    let common = separators.areChosen ? other.bitsOfCharacter(besides: addresses.map(\.range)) : common
    var pieces: [Piece] = []
    other.findOwnPieces(lists, &pieces)
    pieces += addresses
    let drawn = pieces.filter { $0.lists != 0 }.sorted(by: Piece.endsBefore)
    if !Tiling(other, drawn, count: other.count, separators, common).isChain {
      other.findPiecesOfLibrary(context, &pieces)
    }
    pieces.sort(by: Piece.endsBefore)
    var looks: [Tiling] = []
    for count in counts {
      // The start may have nothing but signs.
      let left = count - separators.indices.count { $0 < count }
      guard left > 0 else { break }
      looks.append(
        tiling(of: other, pieces, count: left, separators, common)
          .among(separators, of: other, count: count))
    }
    return looks
  }

  /// This tiling of `other`, with the signs that were left out.
  private func among(_ separators: Separators, of other: borrowing GuessableText, count: Int) -> Tiling {
    var whole = Tiling()
    var bitsOfSigns = separators.bitsOfSigns
    if separators.isOneCommonSign, isWords { bitsOfSigns[0] = 1 }
    func signs(in range: Range<Int>) -> Double {
      zip(separators.indices, bitsOfSigns).reduce(0) { range.contains($1.0) ? $0 + $1.1 : $0 }
    }
    var end = 0
    func add(_ part: Piece?, at range: Range<Int>) {
      if end < range.lowerBound { add(nil, at: end..<range.lowerBound) }
      var part = part ?? Piece(range: range, bits: 0, kind: .characters)
      part.range = range
      part.bits += signs(in: range)
      whole.bits += part.bits
      whole.parts.append(part)
      end = range.upperBound
    }
    for part in parts { add(part, at: other.original(part.range)) }
    if end < count { add(nil, at: end..<count) }
    return whole
  }

  /// Whether all parts are words of lists from which passphrases are drawn, at least three, except single characters.
  private var isChain: Bool { drawnCount > 2 && parts.allSatisfy { $0.lists != 0 || $0.isCharacter } }
  private var drawnCount: Int { parts.count { $0.lists != 0 } }

  /// Whether all parts are words, at least three, except single characters.
  private var isWords: Bool {
    parts.reduce(0) { $0 + ($1.isPhrase ? 3 : $1.isWord ? 1 : 0) } > 2
      && parts.allSatisfy { $0.isWord || $0.isCharacter }
  }

  /// How many code points are in parts that tell.
  private var named: Int { parts.reduce(0) { $1.isTelling ? $0 + $1.range.count : $0 } }

  private init() {}

  /// The cheapest way to guess the first `count` code points of `text`, corrected in two respects. A chain of five or
  /// more words of one list is what the program draws, and has just their bits. And in a text that may be random,
  /// little is taken for what chance can make.
  private static func tiling(
    of text: borrowing GuessableText, _ pieces: [Piece], count: Int, _ separators: Separators?,
    _ common: Double
  ) -> Tiling {
    var all = Tiling(text, pieces, count: count, separators, common)
    // Beside what is clearly named, the alphabets of the rest tell. A sign behind a part has a price of its own. Where
    // many kinds of signs separate, these may be as random as the rest.
    let named = all.named
    if 2 * named >= count, separators?.areChosen != false {
      let found = all.parts.filter(\.isTelling).map { piece in
        let end = piece.range.upperBound
        return piece.range.lowerBound..<(end < count && text.kind(at: end) == .sign ? end + 1 : end)
      }
      let loose = text.bitsOfCharacter(besides: found, count: count)
      if loose < common { all = Tiling(text, pieces, count: count, separators, loose) }
    }
    if all.isWords {
      // The library's words are those of one language. Parts of addresses, which begin with a sign, are of none.
      if all.parts.count(where: { $0.isWord && $0.kind != .listed }) > 2,
        all.parts.allSatisfy({ !$0.isWord || text.kind(at: $0.range.lowerBound) == .letter })
      {
        all.parts[0].bits += GuessableText.bitsOfLanguage
        all.bits += GuessableText.bitsOfLanguage
      }
      let drawn = Tiling(text, pieces.filter { $0.lists != 0 }, count: count, separators, common)
      if drawn.isChain, drawn.drawnCount >= surelyDrawn || drawn.bits < all.bits { return drawn }
    }
    let doubt = text.randomness * (1 - 2 * Double(all.named) / Double(count))
    if doubt <= 0 || all.parts.count == 1 { return all }
    let strict = Tiling(text, pieces.filter { $0.isTelling }, count: count, separators, common)
    let added = max(0, strict.bits - all.bits) * doubt
    let doubtful = all.parts.reduce(0) { $1.isTelling ? $0 : $0 + $1.bits }
    for index in all.parts.indices where !all.parts[index].isTelling {
      all.parts[index].bits *= 1 + added / doubtful
    }
    all.bits += added
    return all
  }

  /// A chain of so many drawn words is nobody's sentence.
  private static let surelyDrawn = 5

  /// How the part before a place was guessed.
  private enum Before: Int, CaseIterable { case characters, part, shortWord }

  private struct Way {
    var bits = Double.infinity
    /// The index of the last part among the pieces; `nil` for a character.
    var piece: Int32?
    var before = Before.part
    /// The lists of drawn words that have all words of the chain that ends here.
    var lists: UInt8 = 0
  }

  /// Covers the first `count` code points of `text` with some of `pieces`, which come in the order of their ends.
  init(
    _ text: borrowing GuessableText, _ pieces: [Piece], count: Int, _ separators: Separators?,
    _ common: Double
  ) {
    var ways = [Way](repeating: Way(), count: (count + 1) * 3)
    ways[Before.part.rawValue] = Way(bits: 0)
    var next = 0
    for end in 1...count {
      let bitsHere = text.bitsOfCharacter(at: end - 1, common: common)
      for before in Before.allCases {
        let way = ways[(end - 1) * 3 + before.rawValue]
        guard way.bits < .infinity, before != .shortWord || text.isBoundary(end - 1, separators) else {
          continue
        }
        let isBehind = separators == nil && before == .part && end > 1 && text.kind(at: end - 1) == .sign
        let bits =
          way.bits + (isBehind ? Separators.bitsOfSign : bitsHere)
          + text.bitsOfSeam(end - 1, before == .characters, true, separators, common)
        let lists = text.kind(at: end - 1) == .digit && before == .part ? way.lists : 0
        Self.improve(&ways[end * 3], Way(bits: bits, before: before, lists: lists))
      }
      while next < pieces.count, pieces[next].range.upperBound == end {
        let piece = pieces[next]
        let start = piece.range.lowerBound
        let inside = separators?.bits(inside: piece) ?? 0
        for before in Before.allCases {
          let way = ways[start * 3 + before.rawValue]
          guard way.bits < .infinity else { continue }
          if before == .shortWord, !piece.isWholeWord, !text.isBoundary(start, separators) { continue }
          if piece.isShort, before != .shortWord, !text.isBoundary(start, separators) {
            guard before == .part, let last = way.piece, pieces[Int(last)].isWholeWord else { continue }
          }
          let lists = start == 0 ? piece.lists : way.lists & piece.lists
          let place = lists != 0 ? 0 : Piece.bitsOfPlace(at: piece.range, in: 0..<count)
          // A digit behind a word keeps `way.lists`, so it does not end the chain of words.
          let isChained = way.lists & piece.lists != 0
          let seam =
            isChained ? 0 : text.bitsOfSeam(start, before == .characters, false, separators, common)
          let new = Way(
            bits: way.bits + piece.bits + place + seam + inside, piece: Int32(next), before: before,
            lists: lists != 0 ? lists : piece.lists)
          let state = piece.isShort ? Before.shortWord : .part
          Self.improve(&ways[end * 3 + state.rawValue], new)
        }
        next += 1
      }
    }
    for last in Before.allCases {
      let isCharacter = last == .characters
      ways[count * 3 + last.rawValue].bits += text.bitsOfSeam(
        count, isCharacter, isCharacter, separators, common)
    }
    var state =
      Before.allCases.min { ways[count * 3 + $0.rawValue].bits < ways[count * 3 + $1.rawValue].bits } ?? .part
    bits = ways[count * 3 + state.rawValue].bits
    var end = count
    while end > 0 {
      let way = ways[end * 3 + state.rawValue]
      let start = way.piece.map { pieces[Int($0)].range.lowerBound } ?? end - 1
      let own = way.bits - ways[start * 3 + way.before.rawValue].bits
      if let index = way.piece {
        var piece = pieces[Int(index)]
        piece.bits = own
        if piece.kind == .found(.word), text.isOfRows(piece.range) { piece.kind = .found(.neighbours) }
        parts.append(piece)
      } else if let last = parts.last, last.kind == .characters, last.range.lowerBound == end {
        parts[parts.count - 1].range = start..<last.range.upperBound
        parts[parts.count - 1].bits += own
      } else {
        parts.append(Piece(range: start..<end, bits: own, kind: .characters))
      }
      (end, state) = (start, way.before)
    }
    parts.reverse()
  }

  private static func improve(_ way: inout Way, _ new: Way) {
    if new.bits < way.bits { way = new }
  }
}

extension GuessableText {
  /// Whether a word may begin or end at `place`, seen from the other side: there is an end of the text, or a sign.
  fileprivate func isBoundary(_ place: Int, _ separators: Separators?) -> Bool {
    place == 0 || place == count || kind(at: place - 1) == .sign || kind(at: place) == .sign
      || separators?.isAt(place) == true
  }

  /// The bits for the change at `place` from what was guessed before to what comes, each character by character or as a
  /// part. People begin with a part and change the class of characters behind it: a word is followed by digits. In a
  /// text that may be random, a part that begins or ends otherwise takes more.
  fileprivate func bitsOfSeam(
    _ place: Int, _ areBefore: Bool, _ areBehind: Bool, _ separators: Separators?, _ common: Double
  ) -> Double {
    if let separators, separators.isAt(place) {
      return separators.bits(at: place, amongCharacters: areBefore || areBehind, common)
    }
    if place == 0 || areBefore == areBehind { return 0 }
    let unusual = (areBefore ? 1.0 : 0) + (kind(at: place - 1) == kind(at: place) ? 2 : 0)
    return (areBehind && kind(at: place) != .sign ? 1 : 0) + randomness * unusual
  }
}

extension GuessableText {
  /// Adds what else is found in the text, apart from addresses.
  fileprivate func findOwnPieces(_ lists: InnerLists, _ found: inout [Piece]) {
    findDates(&found)
    findSequences(&found)
    findWords(of: lists, &found)
    findCopies(&found)
    findMixedRuns(lists, &found)
    findWalks(&found)
  }

  /// The places of all code points from the first to the last of a part, in the text of which this one was made.
  fileprivate func original(_ range: Range<Int>) -> Range<Int> {
    unsafe Int(places[range.lowerBound])..<Int(places[range.upperBound - 1]) + 1
  }
}
