extension Catalogue {
  /// The labels of the criteria that follow a file pwquality.conf. A text in two parts has a number between them.
  public struct PWQuality: Equatable, Sendable {
    /// The label of the length, and where some characters count twice what stands before their list.
    public var lengthAfter = " characters or more",
      countedTwice = "; counted twice: up to "
    /// The four kinds of characters in that list, of digits one and several.
    public var digit = "digit", digits = "digits",
      upper = "uppercase",
      lower = "lowercase",
      special = "special"
    /// The labels of a number of characters of a kind: what stands before it, and behind one and several.
    public var atLeast = "at least ",
      oneDigit = " digit (0-9)", severalDigits = " digits (0-9)",
      oneUpper = " uppercase letter (A-Z)", severalUppers = " uppercase letters (A-Z)",
      oneLower = " lowercase letter (a-z)", severalLowers = " lowercase letters (a-z)",
      oneOther = " special character (e.g. !@#$%^)", severalOthers = " special characters (e.g. !@#$%^)"
    /// The label of the number of kinds, which stands behind ``atLeast``, or is all of them.
    public var allKinds = "all",
      kindsAfter = " of these 4: A-Z, a-z, 0-9, special"
    /// The label of the most characters of a kind in a row.
    public var sameKindBefore = "at most ",
      sameKindAfter = " of one kind in a row (A-Z, a-z, 0-9, special)"
    /// The label of what is not the same backwards.
    public var noPalindrome = "not the same backwards"
    /// The labels of words that are not accepted: the user name, parts of it, words of the full name, and others.
    public var noUserName = "without your user name",
      noPartBefore = "without ",
      noPartAfter = " characters in a row of your user name",
      noFullName = "without a word of your full name",
      noBadWord = "without a forbidden word"
    /// The label of so many changes to the old password, or of one; and the error where there are too few.
    public var changesAfter = " changes to the old password",
      notLikeOld = "not like the old password",
      isLikeOld = "Choose a password that is less like the old one."
    /// The labels where criteria stand side by side.
    public var shortLengthAfter = " or more",
      shortTwice = " (some twice)",
      shortOf = " of ",
      shortDigits = "0-9", shortUppers = "A-Z", shortLowers = "a-z", shortOthers = "!@#",
      shortKindsAfter = " of A-Z a-z 0-9 !@#",
      shortSameKindBefore = "max ", shortSameKindAfter = " of a kind in a row",
      shortNoPalindrome = "no palindrome",
      shortNoUserName = "no user name",
      shortNoFullName = "no full name",
      shortNoBadWord = "no forbidden word",
      shortChangesAfter = " changes to old",
      shortNotLikeOld = "not like old",
      shortIsLikeOld = "Choose one less like the old one."

    /// Makes the English texts.
    public init() {}
  }
}
