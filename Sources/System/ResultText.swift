public import Secrets
public import Strength

/// How the result of a form is written: its values under the names of their fields, in the order of the fields.
public struct ResultText: Equatable, Sendable {
  /// The forms that a result can have.
  public enum Format: Equatable, Sendable {
    /// A JSON object on one line (RFC 8259), always in UTF-8: a member for each field, then `strength` where there
    /// is a new password, such as `{"email":"a@b.example","password":"…","strength":"weak"}`.
    case json
    /// One value a line.
    case lines
    /// Each value with a NUL behind it.
    case nul
    /// An assignment a line, such as `ww_email='a@b.example'`, for the `eval` of any POSIX shell.
    case shell(ShellPrefix)
  }

  /// Why a result could not be written.
  public typealias Failure = CharacterSet.Failure

  /// Lends the value of the field at an index to a function, which it calls once.
  public typealias Values = (_ index: Int, _ use: (UTF8Span) throws(Failure) -> Void) throws(Failure) -> Void

  /// The format.
  public let format: Format
  /// Whether a newline ends the result; ``Format/nul`` has none in any case.
  public let hasNewline: Bool
  /// The character set of all formats but JSON.
  public let characterSet: CharacterSet

  /// Makes a way of writing results.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - hasNewline: Whether a newline ends the result.
  ///   - characterSet: The character set of all formats but JSON.
  public init(_ format: Format, hasNewline: Bool = true, characterSet: CharacterSet = .current) {
    self.format = format
    self.hasNewline = hasNewline
    self.characterSet = characterSet
  }

  /// Writes a result into secret memory, which is allocated once. Each value is asked for twice: for the room that it
  /// needs, and to be written.
  ///
  /// - Parameters:
  ///   - names: The names of the fields, in their order.
  ///   - level: The level of the new password, `nil` in a form without one; of the formats only JSON tells it.
  ///   - locking: What happens when the memory cannot be guarded.
  ///   - values: The values, by the index of their name.
  /// - Returns: The result.
  /// - Precondition: There is a field.
  /// - Throws: ``CharacterSet/Failure/unwritable`` when the character set lacks a character of a value, and
  ///   ``CharacterSet/Failure/memory(_:)`` with what ``SecretBuffer/init(capacity:locking:)`` throws.
  public func encode(
    names: [FieldName], level: Level? = nil, locking: SecretBuffer.Locking = .required, values: Values
  ) throws(Failure) -> SecretBuffer {
    precondition(!names.isEmpty, "a form without a field has no result")
    defer { StackScratch.scrub() }
    let end = end(level: level)
    var capacity = end.utf8.count
    for (index, name) in names.enumerated() {
      capacity += start(of: name, at: index).utf8.count
      try values(index) { value in capacity += room(for: value) }
    }
    var buffer = try Failure.ofMemory { () throws(SecretError) in
      try SecretBuffer(capacity: capacity, locking: locking)
    }
    for (index, name) in names.enumerated() {
      try buffer.append(ascii: start(of: name, at: index))
      try values(index) { (value) throws(Failure) in try append(value, to: &buffer) }
    }
    try buffer.append(ascii: end)
    return buffer
  }

  /// What stands before the value of the field `name`.
  private func start(of name: FieldName, at index: Int) -> String {
    switch format {
    case .json: (index == 0 ? "{" : ",") + "\"\(name)\":"
    case .lines: index == 0 ? "" : "\n"
    case .nul: index == 0 ? "" : "\0"
    case .shell(let prefix): (index == 0 ? "" : "\n") + "\(prefix)\(name)="
    }
  }

  /// What stands behind the last value.
  private func end(level: Level?) -> String {
    let newline = hasNewline ? "\n" : ""
    return switch format {
    case .json: (level.map { ",\"strength\":\"\($0.name)\"" } ?? "") + "}" + newline
    case .lines, .shell: newline
    case .nul: "\0"
    }
  }

  /// The number of free bytes that a value needs.
  private func room(for value: UTF8Span) -> Int {
    switch format {
    case .json: JSONText.byteCount(ofString: value)
    case .lines, .nul: characterSet.room(for: value)
    case .shell: ShellText.room(forQuoted: value, in: characterSet)
    }
  }

  private func append(_ value: UTF8Span, to buffer: inout SecretBuffer) throws(Failure) {
    switch format {
    case .json:
      try Failure.ofMemory { () throws(SecretError) in try JSONText.appendString(value, to: &buffer) }
    case .lines, .nul: try characterSet.append(value, to: &buffer)
    case .shell: try ShellText.appendQuoted(value, in: characterSet, to: &buffer)
    }
  }
}
