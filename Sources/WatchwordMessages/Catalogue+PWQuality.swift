extension Catalogue {
  /// The labels of the criteria that follow a file pwquality.conf: in a line of their own, and where criteria stand side
  /// by side.
  package struct PWQuality: Equatable, Sendable {
    var texts: Texts

    /// The kinds of characters.
    package enum Kind: Sendable { case digit, upper, lower, special }

    /// A length; `twice` says how many characters of which kinds count twice.
    package func length(_ least: Int, twice: [(Kind, Int)]) -> (String, String) {
      let (label, short) = (
        texts("{count} characters or more", ["count": "\(least)"]),
        texts("{count} or more", ["count": "\(least)"])
      )
      if twice.isEmpty { return (label, short) }
      let kinds = twice.map { kind, count in
        switch kind {
        case .digit: texts.plural("{count} digit", "{count} digits", count)
        // translators: So many uppercase letters, in a list of kinds of characters.
        case .upper: texts.plural("{count} uppercase", "{count} uppercase", count)
        case .lower: texts.plural("{count} lowercase", "{count} lowercase", count)
        case .special: texts.plural("{count} special", "{count} special", count)
        }
      }
      return (
        texts(
          "{condition}; counted twice: up to {kinds}",
          ["condition": label, "kinds": Report(texts: texts).list(kinds)]),
        texts("{condition} (some twice)", ["condition": short])
      )
    }

    /// So many characters of a kind.
    package func characters(_ least: Int, of kind: Kind) -> (String, String) {
      let classic = Classic(texts: texts)
      let (label, short) =
        switch kind {
        case .digit:
          (
            texts.plural("at least {count} digit (0-9)", "at least {count} digits (0-9)", least),
            classic.shortDigit
          )
        case .upper:
          (
            texts.plural(
              "at least {count} uppercase letter (A-Z)", "at least {count} uppercase letters (A-Z)", least),
            classic.shortUpper
          )
        case .lower:
          (
            texts.plural(
              "at least {count} lowercase letter (a-z)", "at least {count} lowercase letters (a-z)", least),
            classic.shortLower
          )
        case .special:
          (
            texts.plural(
              "at least {count} special character (e.g. !@#$%^)",
              "at least {count} special characters (e.g. !@#$%^)", least), classic.shortSpecial
          )
        }
      return (
        label,
        least == 1 ? short : texts("{count} of {kind}", ["count": "\(least)", "kind": short])
      )
    }

    /// So many kinds, or all four where there is no number.
    package func kinds(_ least: Int?) -> (String, String) {
      guard let least else {
        return (texts("all of these 4: A-Z, a-z, 0-9, special"), texts("all of A-Z a-z 0-9 !@#"))
      }
      return (
        texts("at least {count} of these 4: A-Z, a-z, 0-9, special", ["count": "\(least)"]),
        texts("{count} of A-Z a-z 0-9 !@#", ["count": "\(least)"])
      )
    }

    /// The most characters of a kind in a row.
    package func sameKind(_ most: Int) -> (String, String) {
      (
        texts("at most {count} of one kind in a row (A-Z, a-z, 0-9, special)", ["count": "\(most)"]),
        texts("max {count} of a kind in a row", ["count": "\(most)"])
      )
    }

    /// What is not the same backwards.
    package var noPalindrome: (String, String) { (texts("not the same backwards"), texts("no palindrome")) }

    /// Words that are not accepted: the user name, so many characters of it in a row, words of the full name, and
    /// others.
    package var noUserName: (String, String) { (texts("without your user name"), texts("no user name")) }
    package func noPart(_ count: Int) -> (String, String) {
      (
        texts("without {count} characters in a row of your user name", ["count": "\(count)"]),
        texts("no user name")
      )
    }
    package var noFullName: (String, String) {
      (texts("without a word of your full name"), texts("no full name"))
    }
    package var noBadWord: (String, String) {
      (texts("without a forbidden word"), texts("no forbidden word"))
    }

    /// So many changes to the old password, or of one; and the error where there are too few.
    package func changes(_ least: Int) -> (String, String) {
      (
        texts("at least {count} changes to the old password", ["count": "\(least)"]),
        texts("{count} changes to old", ["count": "\(least)"])
      )
    }
    package var notLikeOld: (String, String) { (texts("not like the old password"), texts("not like old")) }
    package var isLikeOld: (String, String) {
      (
        texts("Choose a password that is less like the old one."),
        texts("Choose one less like the old one.")
      )
    }
  }
}
