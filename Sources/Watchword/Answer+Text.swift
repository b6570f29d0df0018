public import WatchwordSecrets
public import WatchwordSystem

extension Answer {
  /// Writes the values of the answer into secret memory.
  ///
  /// - Parameters:
  ///   - format: How they are written. JSON has the strength as well where there is a new password.
  ///   - locking: What happens when the memory cannot be guarded.
  /// - Returns: The text.
  /// - Throws: Why it cannot be written.
  public func encode(
    _ format: AnswerFormat, locking: SecretBuffer.Locking = .required
  ) throws(AnswerError) -> SecretBuffer {
    try encode(values, names: values.map(\.name), format, locking: locking)
  }

  /// Writes the password, or else the first text, as the one value of `format`.
  func encodePassword(
    _ format: AnswerFormat, locking: SecretBuffer.Locking
  ) throws(AnswerError) -> SecretBuffer {
    let value = values.first(where: \.isSecure) ?? values.first
    return try encode(value.map { [$0] } ?? [], names: ["password"], format, locking: locking)
  }

  private func encode(
    _ values: [Value], names: [String], _ format: AnswerFormat, locking: SecretBuffer.Locking
  ) throws(AnswerError) -> SecretBuffer {
    // Without a value there is no name either.
    guard !values.isEmpty else { throw .name("") }
    let level = values.lazy.compactMap(\.strength).first
    return try format.encode(names: names, level: level, locking: locking) { index, use in
      withText(of: values[index], use)
    }
  }
}
