extension Catalogue.Report {
  /// How long it takes to guess a password.
  package struct Times: Equatable, Sendable {
    var texts: Texts

    /// Stands above the lines for the kinds of attack.
    package var heading: String { texts("How long it takes to guess:") }
    /// The kinds of attack, each with its speed.
    package var throttled: String { texts("online, 100 tries an hour") }
    package var online: String { texts("online, 10 tries a second") }
    package var slowHash: String { texts("stolen file of slow hashes, 10,000 tries a second") }
    package var fastHash: String { texts("stolen file of fast hashes, 10 billion tries a second") }
    /// An attack and its time.
    package func line(_ attack: String, _ time: String) -> String {
      texts("{attack}: {time}", ["attack": attack, "time": time])
    }
    /// The longest time.
    package var centuries: String { texts("centuries") }

    /// A time as people say it: "less than a second", "3 hours", "12 years", "centuries". `seconds` is never negative.
    package func words(forSeconds seconds: Double) -> String {
      guard seconds >= 1 else { return texts("less than a second") }
      // Each unit goes up to the number that makes one of the next. A month and a year are the mean ones.
      let units: [(length: Double, end: Double, words: (Int) -> String)] = [
        (1, 60, { texts.plural("{count} second", "{count} seconds", $0) }),
        (60, 60, { texts.plural("{count} minute", "{count} minutes", $0) }),
        (3600, 24, { texts.plural("{count} hour", "{count} hours", $0) }),
        (86_400, 31, { texts.plural("{count} day", "{count} days", $0) }),
        (2_629_800, 12, { texts.plural("{count} month", "{count} months", $0) }),
        (31_557_600, 100, { texts.plural("{count} year", "{count} years", $0) }),
      ]
      for unit in units {
        let count = (seconds / unit.length).rounded()
        if count < unit.end { return unit.words(Int(count)) }
      }
      return centuries
    }
  }

  /// What the list of leaked passwords says.
  package struct Leaks: Equatable, Sendable {
    var texts: Texts

    /// The password is in it so often.
    package func found(_ count: Int) -> String {
      texts.plural(
        "In the list of leaked passwords {number} time", "In the list of leaked passwords {number} times",
        count,
        ["number": Catalogue.grouped(count, texts)])
    }
    /// It is not.
    package var clear: String { texts("Not in the list of leaked passwords") }
  }

  /// What the meter takes the parts of a password for, where no ``Catalogue/Reasons`` say it.
  package struct Parts: Equatable, Sendable {
    var texts: Texts

    /// Stands above the lines of the parts.
    package var heading: String { texts("What the meter found:") }
    /// Characters of which each is guessed by itself.
    package var characters: String { texts("Guessed one by one") }
    /// All of the password, as a word of the word list.
    package var listed: String { texts("A word from the word list, as a whole") }
    /// What does not count.
    package var uncounted: String { texts("Repeated, or too far behind to be looked at") }
    /// All parts together.
    package var whole: String { texts("In all") }
    /// A part, how many characters it has, and its bits.
    package func line(_ part: String, _ count: Int, bits: String) -> String {
      texts.plural(
        "{part}, {number} character: {bits} bits", "{part}, {number} characters: {bits} bits", count,
        ["part": part, "number": Catalogue.grouped(count, texts), "bits": bits])
    }
  }
}

extension Catalogue {
  /// A whole number with its digits in groups of three.
  fileprivate static func grouped(_ count: Int, _ texts: Texts) -> String {
    // translators: What stands between groups of three digits of a number.
    let mark = texts.context("number", ",")
    let digits = String(count)
    return digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index).isMultiple(of: 3) ? "\(mark)\(digit)" : "\(digit)"
    }.joined()
  }
}
