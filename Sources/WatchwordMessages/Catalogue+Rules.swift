extension Catalogue {
  /// The labels of the policies pin, wpa2, luks and bsi, and of rules of the place.
  package struct Rules: Equatable, Sendable {
    var texts: Texts

    /// The labels of a length, in a line of its own and where criteria stand side by side.
    package func lengths(_ range: ClosedRange<Int>, ofDigits: Bool, noSpaces: Bool) -> (String, String) {
      let (least, most) = (range.lowerBound, range.upperBound)
      let numbers: KeyValuePairs = ["count": "\(least)", "least": "\(least)", "most": "\(most)"]
      let (label, short) =
        switch (least, most) {
        case (...1, Int.max): (texts("1 character or more"), texts("1 or more"))
        case (_, Int.max): (texts("{count} characters or more", numbers), texts("{count} or more", numbers))
        case (...1, 1): (texts("1 character"), "1")
        case (...1, _) where ofDigits:
          (texts("at most {most} digits", numbers), texts("at most {most}", numbers))
        case (...1, _): (texts("at most {most} characters", numbers), texts("at most {most}", numbers))
        case (let one, let other) where one == other && ofDigits:
          (texts("{count} digits", numbers), "\(least)")
        case (let one, let other) where one == other: (texts("{count} characters", numbers), "\(least)")
        case _ where ofDigits: (texts("{least}-{most} digits", numbers), "\(least)-\(most)")
        default: (texts("{least}-{most} characters", numbers), "\(least)-\(most)")
        }
      guard noSpaces else { return (label, short) }
      // translators: The condition is one such as "8 characters or more".
      return (
        texts("{condition} (no spaces)", ["condition": label]),
        texts("{condition}, no spaces", ["condition": short])
      )
    }

    /// The sentence above classes of which some have to be there, and the same where criteria stand side by side.
    package func heading(_ least: Int, of all: Int) -> (Sentence, String) {
      let numbers: KeyValuePairs = ["least": "\(least)", "all": "\(all)"]
      return (
        Sentence(
          texts("Use at least *{least} of these {all}* criteria when setting your password:", numbers)),
        texts("{least} of {all}:", numbers)
      )
    }

    /// The labels of the allowed characters: of ASCII, of ISO 8859-1, of digits, and of those that were listed one by
    /// one.
    package var onlyASCII: String { texts("only ASCII characters") }
    package var onlyLatin1: String { texts("only Latin-1 characters (ISO 8859-1)") }
    package var onlyDigits: String { texts("only digits (0-9)") }
    package func onlyThese(_ characters: String) -> String {
      texts("only these characters: {characters}", ["characters": characters])
    }
    /// The same where criteria stand side by side. Where there is no room for those listed, ``shortOnlySome``.
    package var shortOnlyASCII: String { texts("ASCII") }
    package var shortOnlyLatin1: String { texts("Latin-1") }
    package var shortOnlyDigits: String { texts("only 0-9") }
    package func shortOnlyThese(_ characters: String) -> String {
      texts("only {characters}", ["characters": characters])
    }
    package var shortOnlySome: String { texts("only some characters") }
    /// What stands behind such a label where the field is shown: what is before and after a character that is not
    /// allowed.
    package var not: (before: String, after: String) {
      // translators: It stands behind such labels as "only ASCII characters".
      let sentence = Sentence(texts(": not \"*{character}*\""))
      return (sentence.before, sentence.after)
    }

    /// The labels of the most times that a character may stand in a row, in a line of its own and where criteria stand
    /// side by side; there the number alone where `example`, which breaks the rule, would be too long.
    package func repeats(atMost most: Int, example: String?) -> (String, String) {
      (
        most == 1
          ? texts("no character twice in a row")
          : texts("no character more than {count} times in a row", ["count": "\(most)"]),
        example.map { texts("no {example}", ["example": $0]) }
          ?? texts("repeats to {count}", ["count": "\(most)"])
      )
    }
    /// The same of the most characters in sequence.
    package func sequence(atMost most: Int, example: String?) -> (String, String) {
      (
        most == 1
          ? texts("no characters in sequence (ab, 21)")
          : texts("at most {count} characters in sequence (abc, 321)", ["count": "\(most)"]),
        example.map { texts("no {example}", ["example": $0]) }
          ?? texts("runs to {count}", ["count": "\(most)"])
      )
    }

    /// The label of the policy luks for its characters, and the same where criteria stand side by side.
    package var bootKeyboard: String { texts("only ASCII (the keyboard may be US at boot)") }
    package var shortBootKeyboard: String { texts("ASCII (US keys at boot)") }
    /// The sentence of the policy bsi above its four kinds, and what stands before them where criteria stand side by
    /// side.
    package var fourOrLong: Sentence {
      Sentence(texts("Use *all 4 of these*, or 2 of them and 25 characters or more:"))
    }
    package var shortFourOrLong: String { texts("4, or 2 with 25:") }
    /// The labels of the policy bsi for a special character, and for the length with which two kinds do.
    package var specialOrSpace: String { texts("special character or space") }
    package var long: String { texts("25 characters or more: 2 are enough") }
    /// The same where criteria stand side by side.
    package var shortSpecialOrSpace: String { texts("!@# or space") }
    package var shortLong: String { texts("25 or more") }
  }
}
