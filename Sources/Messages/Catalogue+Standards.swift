extension Catalogue {
  /// The texts of the policies that follow a standard.
  public struct Standards: Equatable, Sendable {
    /// The label of the length criterion of a password that is the only factor.
    public var length15 = "15 characters or more"
    /// The label of the length criterion of a password beside a second factor.
    public var length8 = "8 characters or more"
    /// The label of the criterion of lists.
    public var unlisted = "not a commonly used password"
    /// The error of a password that is in a list.
    public var listed = "This password is commonly used: choose another one"
    /// The error of any password where a list could not be read to its end.
    public var unreadableList = "A list of refused passwords cannot be read"
    /// The error of a control character, which can come from a file only.
    public var controls = "Enter a password without control characters"
  }

  /// Why a password is no stronger.
  public struct Reasons: Equatable, Sendable {
    /// It is one of the most common ones.
    public var common = "A very common password"
    /// It holds a word.
    public var word = "A word from the dictionary"
    /// It holds a word, with signs for letters.
    public var substitution = "A word with predictable letter swaps"
    /// It holds a walk over the keyboard.
    public var neighbours = "Keys that stand side by side"
    /// It holds characters in their order.
    public var sequence = "A sequence such as abc or 6543"
    /// It repeats itself.
    public var repetition = "A repeated part"
    /// It holds a date.
    public var date = "A date or a year"
    /// It holds a word of the person or the place.
    public var personal = "Holds your name, email or user name"
    /// It could be longer: what comes before the number of characters.
    public var shortBefore = "Longer is better: "
    /// It could be longer: what comes after that number.
    public var shortAfter = " characters or more"
  }
}
