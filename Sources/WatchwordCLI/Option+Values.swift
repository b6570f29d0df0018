internal import Screen
internal import Strength
internal import System

/// What the options take as their arguments.
extension Option {
  /// A text for the screen.
  func text(_ value: String) throws(UsageError) -> String {
    guard !value.hasControls else { throw refusal("a text without control characters", value) }
    return value
  }

  /// A word that counts against a password.
  func word(_ value: String) throws(UsageError) -> String {
    guard !value.isEmpty else { throw refusal("a word", value) }
    return value
  }

  /// The description of a field.
  func field(_ value: String) throws(UsageError) -> FieldDescription {
    let text = try text(value)
    do throws(FieldDescription.Failure) {
      return try FieldDescription(parsing: text)
    } catch {
      switch error {
      case .type(let type): throw refusal(FieldDescription.types, type)
      case .name(let failure): throw UsageError("option '\(flag)' cannot take \(value.quoted): \(failure)")
      }
    }
  }

  /// A text and the name of its field. What is wrong with them is said where the fields are known.
  func value(_ value: String) throws(UsageError) -> (name: String, text: String) {
    guard let mark = value.firstIndex(of: "=") else { throw refusal("NAME=TEXT", value) }
    return (String(value[..<mark]), String(value[value.index(after: mark)...]))
  }

  /// A span of time of at least `shortest`, in milliseconds.
  func milliseconds(_ value: String, from shortest: Int64 = 0) throws(UsageError) -> Int64 {
    guard let span = Seconds.milliseconds(parsing: value), span >= shortest else {
      let least = shortest == 0 ? "0" : "0.001"
      throw refusal("a number of seconds from \(least) to \(Seconds.longest / 1000)", value)
    }
    return span
  }

  /// A number of times.
  func count(_ value: String) throws(UsageError) -> Int {
    guard let first = value.utf8.first, first != UInt8(ascii: "+"), let count = Int(value), count > 0 else {
      throw refusal("a whole number, 1 or more", value)
    }
    return count
  }

  /// A command line.
  func command(_ value: String) throws(UsageError) -> String {
    guard System.CheckCommand(value) != nil else { throw refusal("a command", value) }
    return value
  }

  /// What the names of shell variables begin with.
  func prefix(_ value: String) throws(UsageError) -> ShellPrefix {
    guard let prefix = ShellPrefix(value) else {
      throw refusal("letters, digits and underscores, no digit in front", value)
    }
    return prefix
  }

  /// The lengths of the strength scale.
  func scale(_ value: String) throws(UsageError) -> LengthScale {
    do throws(LengthScale.Failure) {
      return try LengthScale(parsing: value)
    } catch {
      throw UsageError("option '\(flag)' cannot take \(value.quoted): \(error)")
    }
  }

  /// One of a few words.
  func choice<Value: Choice>(_ value: String) throws(UsageError) -> Value {
    guard let choice = Value(word: value) else { throw refusal(Value.choices, value) }
    return choice
  }

  /// The sign for masking.
  func mask(_ value: String, width: CharacterWidth) throws(UsageError) -> Character {
    guard value.count == 1, let mask = value.first, !mask.isWhitespace, !value.hasControls,
      mask.unicodeScalars.allSatisfy(width.isDrawable),
      mask.unicodeScalars.reduce(0, { $0 + width.columns(of: $1) }) == 1
    else { throw refusal("one visible character that is one column wide", value) }
    return mask
  }

  private func refusal(_ expected: String, _ value: String) -> UsageError {
    UsageError("option '\(flag)' takes \(expected), not \(value.quoted)")
  }
}
