package import WatchwordBase

/// Why a text is no stronger: what an attacker would find in it, and where.
package struct Reason: Equatable, Sendable {
  package var kind: Kind
  /// The grapheme clusters that the reason is about, counted from 0; `nil` if they are unknown, or would tell too much.
  package var place: Range<Int>?

  package init(_ kind: Kind, at place: Range<Int>? = nil) { (self.kind, self.place) = (kind, place) }

  package enum Kind: String, CaseIterable, Sendable {
    /// The whole text is a password that many people have.
    case common
    case word
    /// A dictionary word with letters swapped for look-alikes.
    case substitution
    case neighbours
    case sequence
    case repetition
    case date
    /// A word of the user, such as a name; see ``ContextWords``.
    case personal
    /// A word of the machine, the service or the like; see ``ContextWords``.
    case local
    case old
    /// There are too few characters, and nothing else is wrong.
    case short
    /// The policy refuses white space. Only a policy gives this reason, never a meter.
    case spaces
    /// The text exceeds a limit of bytes that the panel does not show. Only a policy gives this reason, never a meter.
    case bytes
  }

  package func line(in texts: Texts, _ advice: Advice?) -> Line {
    // Advice to add something would leave the old password in the text.
    let mended = kind == .old && advice != nil ? .replacement : advice
    return Line(reason: self, given: mended, texts: texts)
  }
}

extension Reason {
  /// The wording of a reason: for a row of its own, for the inside of a sentence, and for a narrow window. Whatever
  /// shows a reason takes its wording from here.
  package struct Line: Equatable, Sendable {
    let reason: Reason
    let given: Advice?
    let texts: Texts

    /// What is wrong: "Characters 1 to 9 are a word or a common password".
    package var fact: String {
      switch reason.kind {
      case .short: texts("Longer is better")
      case .spaces: texts("Spaces are not allowed here.")
      case .bytes: texts("Too many bytes: accented letters and emoji take several.")
      default: inSentence.withCapital
      }
    }

    package var inSentence: String { reason.kind.words(texts).placed(at: reason.place, in: texts) }

    /// What is wrong, in few words: "1-9 are a word".
    package var short: String {
      reason.kind.shortWords(texts).placed(at: reason.place, briefly: true, in: texts)
    }

    /// What would help; empty if nothing is advised.
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

    /// The longest form of the line that `fits`; the shortest if none fits. The fact is shortened first, then the
    /// advice. The advice is dropped last.
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
  /// The wording without a place, to stand after "characters 1 to 9 are" or alone.
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
    case .bytes: texts("it has too many bytes")
    }
  }

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
    case .neighbours, .repetition, .old, .spaces, .bytes: words(texts)
    }
  }
}

extension String {
  /// The wording with its place, as in "characters 1 to 9 are a word"; unchanged if `place` is `nil`.
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
