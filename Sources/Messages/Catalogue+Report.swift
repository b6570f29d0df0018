extension Catalogue {
  /// What is said of a password that is judged without a form.
  public struct Report: Equatable, Sendable {
    /// Stands before the labels of the criteria that are not met.
    public var unmet = "Not met: "
    /// Stands between two of these labels.
    public var separator = ", "
    /// Stands before the number of those that would do, of some that are not met.
    public var someBefore = "at least "
    /// Stands between that number and the labels of these.
    public var someAfter = " of: "
    /// The last line where all that the rule asks for is there.
    public var accepted = "Accepted: the password meets the requirements"

    /// Makes the English texts.
    public init() {}
  }
}
