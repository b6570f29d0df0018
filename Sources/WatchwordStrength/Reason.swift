package import WatchwordMessages

/// Why a text is no stronger than it is: what somebody who guesses finds in it, and where that stands.
package struct Reason: Equatable, Sendable {
  package var kind: Kind
  /// The characters that it is about, as grapheme clusters from 0 on; `nil` where that is not known, or not to be said.
  package var place: Range<Int>?

  package init(_ kind: Kind, at place: Range<Int>? = nil) { (self.kind, self.place) = (kind, place) }

  package enum Kind: String, CaseIterable, Sendable {
    /// All of the text is a password that many people have.
    case common
    case word
    /// A word from a dictionary with letters swapped for signs that look like them.
    case substitution
    /// Keys that stand side by side.
    case neighbours
    /// Characters in their order, up or down.
    case sequence
    case repetition
    case date
    /// A word of the person, see ``ContextWords``.
    case personal
    /// A word of the place, see ``ContextWords``.
    case local
    case old
    /// There are too few characters, and nothing else is wrong with them.
    case short
    /// The policy refuses white space. No meter says so.
    case spaces
  }

  /// What is said of the reason, where `advice` would help.
  package func line(in texts: Texts, _ advice: Advice?) -> Line {
    // What is added to an old password leaves it in there.
    let mended = kind == .old && advice != nil ? .replacement : advice
    return Line(reason: self, given: mended, texts: texts)
  }
}

/// What would make a text strong enough.
package enum Advice: Equatable, Sendable {
  /// So many random characters more, or so many unrelated words; `nil` where words do not fit.
  case addition(characters: Int, words: Int?)
  /// So many characters in all.
  case length(Int)
  /// Something else in the place of what the reason is about.
  case replacement
}

extension Reason {
  /// What is said of a reason, in a row of its own, inside a sentence, and where there is little room. Every place that
  /// names a reason takes its words from here.
  package struct Line: Equatable, Sendable {
    let reason: Reason
    let given: Advice?
    let texts: Texts

    /// What is wrong: "Characters 1 to 9 are a word or a common password".
    package var fact: String {
      switch reason.kind {
      case .short: texts("Longer is better")
      case .spaces: texts("Spaces are not allowed here.")
      default: inSentence.withCapital
      }
    }

    /// The same inside a sentence.
    package var inSentence: String { reason.kind.words(texts).placed(at: reason.place, in: texts) }

    /// The same in as few words as it takes: "1-9 are a word".
    package var short: String {
      reason.kind.shortWords(texts).placed(at: reason.place, briefly: true, in: texts)
    }

    /// What would help; empty where nothing is advised.
    package var advice: String {
      switch given {
      case .addition(let characters, let words?):
        texts(
          "add {characters} or {words}",
          [
            "characters": texts.randomCharacters(characters),
            "words": texts.plural("{count} unrelated word", "{count} unrelated words", words),
          ])
      case .length(let count): texts.plural("use {count} character", "use {count} characters or more", count)
      case .replacement: replacement
      case .addition, nil: shortAdvice
      }
    }

    /// What is wrong and what would help, as a line of its own.
    package var text: String { joined(fact, advice) }

    /// The line in the longest form that `fits`: the words for the part are shortened first, then the advice, which goes
    /// at last.
    package func text(where fits: (String) -> Bool) -> String {
      let (fact, advice) = (fact, advice)
      let whole = joined(fact, advice)
      if fits(whole) { return whole }
      let short = short.withCapital
      let brief = joined(short, advice)
      if fits(brief) { return brief }
      return [joined(fact, shortAdvice), joined(short, shortAdvice), fact].first(where: fits) ?? short
    }

    private var shortAdvice: String {
      switch given {
      case .addition(let characters, _): texts("add {what}", ["what": texts.randomCharacters(characters)])
      case .length, .replacement: advice
      case nil: ""
      }
    }

    private var replacement: String {
      switch reason.place.map({ ($0.lowerBound + 1, $0.upperBound) }) {
      case let (first, last)? where first < last:
        texts("replace characters {first} to {last}", ["first": "\(first)", "last": "\(last)"])
      case let (first, _)?: texts("replace character {first}", ["first": "\(first)"])
      case nil: texts("replace it")
      }
    }

    private func joined(_ fact: String, _ advice: String) -> String {
      // translators: Why a password is weak, and what would help.
      advice.isEmpty ? fact : texts("{fact}: {advice}", ["fact": fact, "advice": advice])
    }
  }
}

extension Reason.Kind {
  /// What the part is, as it stands inside a sentence, behind "characters 1 to 9 are" or by itself.
  package func words(_ texts: Texts) -> String {
    switch self {
    case .common: texts("a very common password")
    case .word: texts("a word or a common password")
    case .substitution: texts("a word with letter swaps")
    case .neighbours: texts("neighbouring keys")
    case .sequence: texts("a sequence such as abc or 6543")
    case .repetition: texts("a repetition")
    case .date: texts("a date or a year")
    case .personal: texts("your name, email or user name")
    case .local: texts("a word that is easy to guess here")
    case .old: texts("the old password")
    case .short: texts("it could be longer")
    case .spaces: texts("spaces are not allowed")
    }
  }

  /// The same in as few words as it takes.
  fileprivate func shortWords(_ texts: Texts) -> String {
    switch self {
    case .common: texts("a common password")
    case .word: texts("a word")
    case .substitution: texts("a word with swaps")
    case .sequence: texts("a sequence")
    case .date: texts("a date")
    case .personal: texts("your name or email")
    case .local: texts("easy to guess here")
    case .short: texts("make it longer")
    case .neighbours, .repetition, .old, .spaces: words(texts)
    }
  }
}

extension String {
  /// The words, which say what a part of a text is, with where it stands; by themselves where that is not to be said.
  package func placed(at place: Range<Int>?, briefly isBrief: Bool = false, in texts: Texts) -> String {
    guard let place else { return self }
    let values: KeyValuePairs = [
      "first": "\(place.lowerBound + 1)", "last": "\(place.upperBound)", "kind": self,
    ]
    return switch (isBrief, place.count) {
    // translators: The kind is one such as "a word". This is for narrow windows.
    case (true, 1): texts("{first} is {kind}", values)
    case (true, _): texts("{first}-{last} are {kind}", values)
    // translators: The kind is one such as "a word or a common password".
    case (false, 1): texts("character {first} is {kind}", values)
    case (false, _): texts("characters {first} to {last} are {kind}", values)
    }
  }

  /// The words as the beginning of a line.
  package var withCapital: String {
    unicodeScalars.first.map { $0.properties.titlecaseMapping + String(unicodeScalars.dropFirst()) } ?? self
  }
}

extension Texts {
  fileprivate func randomCharacters(_ count: Int) -> String {
    let texts = self
    return texts.plural("{count} random character", "{count} random characters", count)
  }
}
