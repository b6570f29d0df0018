internal import WatchwordForms
internal import WatchwordScreen
internal import WatchwordStrength
internal import WatchwordSystem

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

  /// A field as `TYPE[:NAME[:PLACEHOLDER]]`, in which the placeholder may hold further colons.
  func field(_ value: String) throws(UsageError) -> TextField.Configuration {
    let parts = try text(value).split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      .map(String.init)
    guard let kind = TextField.Kind(word: parts[0]) else {
      throw refusal(TextField.Kind.choices, parts[0])
    }
    let name = parts.count > 1 ? parts[1] : kind.defaultName
    if let fault = AnswerFormat.fault(inName: name) {
      throw UsageError("option '\(flag)' cannot take \(value.quoted): \(fault)")
    }
    return TextField.Configuration(kind, name: name, placeholder: parts.count > 2 ? parts[2] : nil)
  }

  /// A text and the name of its field. What is wrong with them is said where the fields are known.
  func value(_ value: String) throws(UsageError) -> (name: String, text: String) {
    guard let mark = value.firstIndex(of: "=") else { throw refusal("NAME=TEXT", value) }
    return (String(value[..<mark]), String(value[value.index(after: mark)...]))
  }

  /// A time of at least `shortest`, in seconds.
  func duration(_ value: String, from shortest: Duration = .zero) throws(UsageError) -> Duration {
    guard let time = Duration(decimalSeconds: value), (shortest...Self.longestTime).contains(time) else {
      let least = shortest == .zero ? "0" : "0.001"
      throw refusal("a number of seconds from \(least) to \(Self.longestTime.components.seconds)", value)
    }
    return time
  }

  /// The longest time that an option takes: a day.
  static let longestTime = Duration.seconds(86_400)

  /// A number of times.
  func count(_ value: String) throws(UsageError) -> Int {
    guard let first = value.utf8.first, first != UInt8(ascii: "+"), let count = Int(value), count > 0 else {
      throw refusal("a whole number, 1 or more", value)
    }
    return count
  }

  /// A command line.
  func command(_ value: String) throws(UsageError) -> String {
    guard Verifier(value) != nil else { throw refusal("a command", value) }
    return value
  }

  /// What the names of shell variables begin with.
  func prefix(_ value: String) throws(UsageError) -> String {
    guard AnswerFormat.isShellPrefix(value) else {
      throw refusal("letters, digits and underscores, no digit in front", value)
    }
    return value
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

extension Duration {
  /// Reads a decimal number of seconds, such as `0.2`, to the nearest millisecond; `nil` for every other text. The
  /// locale does not matter.
  init?(decimalSeconds text: String) {
    let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    // Ten digits before the point are more than any time has that is taken.
    guard isDecimal, let seconds = Double(text), seconds < 1e10 else { return nil }
    self = .milliseconds(Int64((seconds * 1000).rounded()))
  }

  /// The whole milliseconds in it.
  var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}
