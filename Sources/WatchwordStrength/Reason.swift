package import WatchwordBase

/// Why a text is no stronger: what an attacker would find in it, and where.
package struct Reason: Hashable, Sendable {
  package var kind: Kind
  /// The grapheme clusters that the reason is about, counted from 0; `nil` if they are unknown, or would tell too much.
  package var range: Range<Int>?

  package init(_ kind: Kind, at range: Range<Int>? = nil) { (self.kind, self.range) = (kind, range) }

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
    package var reason: Reason
    package let given: Advice?
    let texts: Texts
    package var naming = Naming.places

    /// How a line names the part that it is about.
    package enum Naming: Equatable, Sendable {
      /// By the numbers of its characters.
      case places
      /// As the part that the field marks.
      case mark
      /// As the part that was marked before it was edited.
      case formerMark
    }

    /// What is wrong: "Characters 1 to 9 are a word or a common password".
    package var fact: String {
      switch reason.kind {
      case .short: texts("Longer is better")
      case .spaces: texts("Spaces are not allowed here.")
      case .bytes: texts("Too many bytes: accented letters and emoji take several.")
      default: inSentence.withCapital
      }
    }

    package var inSentence: String {
      switch naming {
      case .places: reason.kind.words(texts).placed(at: reason.range, in: texts)
      case .mark: reason.kind.sentence(texts).marked
      case .formerMark: reason.kind.sentence(texts).formerlyMarked
      }
    }

    /// What is wrong, in few words: "1-9 are a word".
    package var short: String {
      let place = naming == .places ? reason.range : nil
      return reason.kind.shortWords(texts).placed(at: place, briefly: true, in: texts)
    }

    /// What would help; empty if nothing is advised.
    package var advice: String {
      switch given {
      case .words(let count, behindDashes: true):
        texts.plural("add a dash and {count} unrelated word", "add a dash and {count} unrelated words", count)
      case .words(let count, behindDashes: false):
        texts.plural("add {count} unrelated word", "add {count} unrelated words", count)
      case .characters(let count):
        texts.plural("add {count} random character", "add {count} random characters", count)
      case .length(let count): texts.plural("use {count} character", "use {count} characters or more", count)
      case .replacement: replacement
      case nil: ""
      }
    }

    /// Whether people can do what is advised. They cannot draw characters by chance, and what has to be replaced has no
    /// room for words.
    package var isForPeople: Bool {
      switch given {
      case .words, .length: true
      case .replacement: reason.kind == .old
      case .characters, nil: false
      }
    }

    /// The advice together with the `kinds` of characters that the text lacks besides, from long to short.
    package func advice(besides kinds: [Policy.Criterion]) -> [String] {
      if kinds.isEmpty {
        guard case .words(let count, let areBehindDashes) = given else { return [advice] }
        let short =
          areBehindDashes
          // translators: The shortest advice, for narrow windows.
          ? texts.plural("add a dash and {count} word", "add a dash and {count} words", count)
          : texts.plural("add {count} word", "add {count} words", count)
        return [advice, short]
      }
      let short = kinds.map(\.shortLabel)
      let all = [kinds.map { $0.row.missing?(texts) ?? $0.label }, short].map {
        let kinds = ["kinds": texts.list($0)] as KeyValuePairs
        return switch given {
        case .words(let count, behindDashes: true):
          texts.plural(
            // translators: The kinds are such as "an uppercase letter, a digit".
            "add {kinds}, a dash and {count} unrelated word",
            "add {kinds}, a dash and {count} unrelated words",
            count, kinds)
        case .words(let count, behindDashes: false):
          texts.plural(
            "add {kinds} and {count} unrelated word", "add {kinds} and {count} unrelated words", count, kinds)
        case .characters(let count):
          texts.plural(
            "add {kinds} and {count} random character", "add {kinds} and {count} random characters", count,
            kinds)
        case .length, .replacement, nil: advice
        }
      }
      guard case .words(let count, behindDashes: true) = given else { return all }
      let values = ["kinds": texts.list(short)] as KeyValuePairs
      // translators: The shortest advice, for narrow windows. The kinds are such as "A-Z, 0-9".
      return all + [
        texts.plural(
          "add {kinds}, a dash and {count} word", "add {kinds}, a dash and {count} words", count, values)
      ]
    }

    /// What would make a password strong that is strong enough already; `nil` if nothing is known to.
    package var improvement: String? {
      switch given {
      case .words(let count, _):
        texts.plural(
          "Good enough. Add {count} more word to make it strong.",
          "Good enough. Add {count} more words to make it strong.", count)
      case .characters(let count):
        texts.plural(
          "Good enough. Add {count} more character to make it strong.",
          "Good enough. Add {count} more characters to make it strong.", count)
      case .length(let count):
        texts.plural(
          "Good enough. From {count} character on it is strong.",
          "Good enough. From {count} characters on it is strong.", count)
      case .replacement, nil: nil
      }
    }

    /// What is wrong and what would help, as a line of its own.
    package var text: String {
      // translators: Why a password is weak, and what would help.
      advice.isEmpty ? fact : texts("{fact}: {advice}", ["fact": fact, "advice": advice])
    }

    private var replacement: String {
      switch (naming, reason.range.map { ($0.lowerBound + 1, $0.upperBound) }) {
      case (.mark, _): texts("replace the marked part")
      case (.formerMark, _): texts("replace that part")
      case (.places, let (first, last)?) where first < last:
        texts("replace characters {first} to {last}", ["first": "\(first)", "last": "\(last)"])
      case (.places, let (first, _)?): texts("replace character {first}", ["first": "\(first)"])
      case (.places, nil): texts("replace it")
      }
    }
  }
}

extension Reason.Kind {
  /// Whole sentences, because the words of some languages depend on one another.
  fileprivate func sentence(_ texts: Texts) -> (marked: String, formerlyMarked: String) {
    switch self {
    case .common:
      (texts("the marked part is a very common password"), texts("that part was a very common password"))
    case .word:
      (
        texts("the marked part is a word or a common password"),
        texts("that part was a word or a common password")
      )
    case .substitution:
      (texts("the marked part is a word with letter swaps"), texts("that part was a word with letter swaps"))
    case .neighbours:
      (texts("the marked part is neighbouring keys"), texts("that part was neighbouring keys"))
    case .sequence:
      (
        texts("the marked part is a sequence such as abc or 6543"),
        texts("that part was a sequence such as abc or 6543")
      )
    case .repetition: (texts("the marked part is a repetition"), texts("that part was a repetition"))
    case .date: (texts("the marked part is a date or a year"), texts("that part was a date or a year"))
    case .personal:
      (
        texts("the marked part is your name, email or user name"),
        texts("that part was your name, email or user name")
      )
    case .local:
      (
        texts("the marked part is a word that is easy to guess here"),
        texts("that part was a word that is easy to guess here")
      )
    case .old: (texts("the marked part is the old password"), texts("that part was the old password"))
    case .short, .spaces, .bytes: (words(texts), words(texts))
    }
  }

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
