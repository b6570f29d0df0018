extension Catalogue.Report {
  /// The word for what is counted.
  public struct Unit: Equatable, Sendable {
    /// The word for one of them, and for another number.
    public var one, many: String

    /// Makes a unit.
    public init(_ one: String, _ many: String) {
      self.one = one
      self.many = many
    }

    /// A number with its unit.
    public func words(for count: Int) -> String {
      let digits = String(count)
      let number = digits.enumerated().map { index, digit in
        index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : "\(digit)"
      }
      return "\(number.joined()) \(count == 1 ? one : many)"
    }
  }

  /// How long it takes to guess a password.
  public struct Times: Equatable, Sendable {
    /// Stands above the lines for the kinds of attack.
    public var heading = "How long it takes to guess:"
    /// The kinds of attack, each with its speed.
    public var throttled = "online, 100 tries an hour",
      online = "online, 10 tries a second",
      slowHash = "stolen file of slow hashes, 10,000 tries a second",
      fastHash = "stolen file of fast hashes, 10 billion tries a second"
    /// Stands between the attack and its time.
    public var separator = ": "
    /// The shortest time, and the longest.
    public var moment = "less than a second",
      centuries = "centuries"
    /// The units of the times between, for one of them and for more.
    public var second = Unit("second", "seconds"),
      minute = Unit("minute", "minutes"),
      hour = Unit("hour", "hours"),
      day = Unit("day", "days"),
      month = Unit("month", "months"),
      year = Unit("year", "years")

    /// Makes the English texts.
    public init() {}

    /// A time as people say it: "less than a second", "3 hours", "12 years", "centuries". `seconds` is never negative.
    public func words(forSeconds seconds: Double) -> String {
      guard seconds >= 1 else { return moment }
      // Each unit goes up to the number that makes one of the next. A month and a year are the mean ones.
      let units = [
        (second, 1.0, 60.0), (minute, 60, 60), (hour, 3600, 24), (day, 86_400, 31), (month, 2_629_800, 12),
        (year, 31_557_600, 100),
      ]
      for (unit, length, end) in units {
        let count = (seconds / length).rounded()
        if count < end { return unit.words(for: Int(count)) }
      }
      return centuries
    }
  }

  /// What the list of leaked passwords says.
  public struct Leaks: Equatable, Sendable {
    /// The password is in it: what stands before the number of times, and their unit.
    public var found = "In the list of leaked passwords ",
      time = Unit("time", "times")
    /// It is not.
    public var clear = "Not in the list of leaked passwords"

    /// Makes the English texts.
    public init() {}
  }

  /// What the meter takes the parts of a password for, where no ``Catalogue/Reasons`` say it.
  public struct Parts: Equatable, Sendable {
    /// Stands above the lines of the parts.
    public var heading = "What the meter found:"
    /// Characters of which each is guessed by itself.
    public var characters = "Guessed one by one"
    /// All of the password, as a word of the word list.
    public var listed = "A word from the word list, as a whole"
    /// What does not count.
    public var uncounted = "Repeated, or too far behind to be looked at"
    /// All parts together.
    public var whole = "In all"
    /// Stands between the part and how long it is, and between that and its bits.
    public var separator = ", ",
      colon = ": "
    /// The units.
    public var character = Unit("character", "characters"),
      bits = "bits"

    /// Makes the English texts.
    public init() {}
  }
}
