extension Catalogue {
  /// The labels of the policies pin, wpa2, luks and bsi, and of rules of the place. What stands before or after a number
  /// has its blank with it.
  public struct Rules: Equatable, Sendable {
    /// The label of a length: what stands after the least number or both, before the greatest alone, and between two;
    /// of one character alone; and what follows where no white space may stand there.
    public var orMore = " characters or more",
      characters = " characters",
      atMost = "at most ",
      to = "-",
      oneOrMore = "1 character or more",
      one = "1 character",
      noSpaces = " (no spaces)"
    /// The same where criteria stand side by side.
    public var shortOrMore = " or more",
      shortNoSpaces = ", no spaces"
    /// The label of a length where only digits may stand there: what follows the numbers.
    public var digits = " digits"

    /// The sentence above classes of which some have to be there: what stands before and after the number, and between
    /// that and the number of all. The short one follows both numbers.
    public var useAtLeast = "Use at least ",
      ofThese = " of these ",
      criteria = " criteria when setting your password:",
      shortOf = " of ",
      shortCriteria = ":"

    /// The labels of the allowed characters: of ASCII, of ISO 8859-1, of digits, and what stands before those that were
    /// listed one by one.
    public var onlyASCII = "only ASCII characters",
      onlyLatin1 = "only Latin-1 characters (ISO 8859-1)",
      onlyDigits = "only digits (0-9)",
      onlyThese = "only these characters: "
    /// The same where criteria stand side by side. Where there is no room for those listed, ``shortOnlySome``.
    public var shortOnlyASCII = "ASCII",
      shortOnlyLatin1 = "Latin-1",
      shortOnlyDigits = "only 0-9",
      shortOnlyThese = "only ",
      shortOnlySome = "only some characters"
    /// Stands behind such a label, before and after a character that is not allowed, where the field is shown.
    public var notBefore = ": not \"",
      notAfter = "\""

    /// The label of the most times that a character may stand in a row: of once, and what stands before and after
    /// another number.
    public var noRepeat = "no character twice in a row",
      repeatsBefore = "no character more than ",
      repeatsAfter = " times in a row"
    /// The label of the most characters in sequence: of one, and what stands before and after another number.
    public var noSequence = "no characters in sequence (ab, 21)",
      sequenceBefore = "at most ",
      sequenceAfter = " characters in sequence (abc, 321)"
    /// What stands before an example of these two where criteria stand side by side, and before and after a number that
    /// an example would be too long for.
    public var shortNo = "no ",
      shortRepeatBefore = "repeats to ",
      shortSequenceBefore = "runs to "

    /// The label of the policy luks for its characters, and the same where criteria stand side by side.
    public var bootKeyboard = "only ASCII (the keyboard may be US at boot)",
      shortBootKeyboard = "ASCII (US keys at boot)"
    /// The sentence of the policy bsi above its four kinds, and what stands before them where criteria stand side by
    /// side.
    public var
      fourOrLong = Sentence(
        before: "Use ", emphasis: "all 4 of these", after: ", or 2 of them and 25 characters or more:"),
      shortFourOrLong = "4, or 2 with 25:"
    /// The labels of the policy bsi for a special character, and for the length with which two kinds do.
    public var specialOrSpace = "special character or space",
      long = "25 characters or more: 2 are enough"
    /// The same where criteria stand side by side.
    public var shortSpecialOrSpace = "!@# or space",
      shortLong = "25 or more"

    /// Makes the texts of the English catalogue.
    public init() {}
  }
}
