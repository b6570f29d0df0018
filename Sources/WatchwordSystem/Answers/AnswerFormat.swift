import WatchwordBase
package import WatchwordSecrets

/// How an answer is written: the values of a form, named after their fields, in the order of the fields.
package struct AnswerFormat: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// A JSON object on one line (RFC 8259), always in UTF-8: a member for each field, then `strength` if there is a
    /// new password, such as `{"email":"a@b.example","password":"…","strength":"weak"}`.
    case json
    case lines
    /// Each value is followed by a NUL.
    case nul
    /// One assignment a line, such as `ww_email='a@b.example'`, for the `eval` of any POSIX shell.
    case shell
  }

  /// What JSON makes of a value.
  package enum Content: Sendable {
    case text
    /// As ``text``, but `null` if it is empty.
    case textOrNull
    /// `null` if it is empty, and a string if it is no number, as after the second button.
    case number
    /// yes or no; `null` if it is empty.
    case boolean
    /// The value of a hidden field: `null`, and empty elsewhere.
    case nothing

    /// The value in JSON and YAML, if it is no string there.
    func literal(of text: UTF8Span) -> String? {
      if self == .text { return nil }
      if text.isEmpty { return "null" }
      return switch self {
      case .text, .textOrNull, .nothing: nil
      case .number: Int(String(copying: text)).map(String.init)
      case .boolean: text.count == 3 ? "true" : "false"
      }
    }
  }

  /// Calls `use` once, with the text of the value at `index`.
  package typealias TextAccess = (_ index: Int, _ use: (UTF8Span) -> Void) -> Void

  package var kind: Kind
  /// Whether a newline ends the answer; ``Kind/nul`` never has one.
  package var hasNewline: Bool
  /// Replaces ``kind`` if it is not `nil`.
  package var template: AnswerTemplate?
  /// The character set of all kinds except JSON.
  package var characterSet: CharacterSet

  /// What the names of shell variables begin with.
  private static let shellPrefix = "ww_"
  /// The name of the member that JSON has for the level of a new password.
  private static let strengthName = "strength"

  package init(
    _ kind: Kind, hasNewline: Bool = true, template: AnswerTemplate? = nil,
    characterSet: CharacterSet = .current
  ) {
    (self.kind, self.hasNewline) = (kind, hasNewline)
    (self.template, self.characterSet) = (template, characterSet)
  }

  /// Writes an answer into secret memory, allocated once. Asks for each text twice: to measure and to write it.
  ///
  /// - Parameters:
  ///   - names: The names of the values, in their order; see ``fault(inName:)``.
  ///   - contents: What the values are, in the same order; all are texts by default.
  ///   - strength: The name of the new password's level, `nil` in a form without one.
  ///   - locking: What to do if the memory cannot be guarded.
  ///   - texts: The texts of the values, by the index of their name.
  /// - Returns: The answer.
  /// - Throws: Why the answer cannot be written.
  package func encode(
    names: [String], contents: [Content]? = nil, strength: String? = nil,
    locking: SecretMemory.Locking = .required, texts: TextAccess
  ) throws(AnswerError) -> SecretBuffer {
    if let name = names.first(where: { Self.fault(inName: $0) != nil }) { throw .name(name) }
    defer { StackScratch.scrub() }
    var counter = ByteSink()
    let values = names.enumerated().map { ($1, contents?[$0] ?? .text) }
    guard write(values, strength, texts, to: &counter) else { throw .unwritable }
    var buffer = try rethrow(
      try SecretBuffer(capacity: counter.count, locking: locking), as: AnswerError.memory)
    unsafe buffer.withFreeCapacity { free in
      var sink = unsafe ByteSink(memory: free)
      _ = write(values, strength, texts, to: &sink)
      return sink.count
    }
    return buffer
  }

  /// Writes the answer. Returns false if the character set lacks one of its characters.
  private func write(
    _ values: [(name: String, content: Content)], _ strength: String?, _ texts: TextAccess,
    to sink: inout ByteSink
  ) -> Bool {
    if let template {
      let isWritable = template.write(values.map(\.content), texts, in: characterSet, to: &sink)
      if hasNewline { sink.put("\n") }
      return isWritable
    }
    var isWritable = true
    func put(_ name: String, _ text: UTF8Span, _ content: Content = .text, isFirst: Bool = false) {
      if !isFirst { sink.put(kind == .json ? "," : kind == .nul ? "\0" : "\n") }
      switch kind {
      case .json:
        sink.put("\"\(name)\":")
        if let literal = content.literal(of: text) {
          sink.put(literal)
        } else {
          JSONText.write(text, to: &sink)
        }
      case .lines, .nul: isWritable = characterSet.write(text, to: &sink) && isWritable
      case .shell:
        sink.put("\(Self.shellPrefix)\(name)='")
        isWritable = characterSet.write(text, escapingApostrophes: true, to: &sink) && isWritable
        sink.put("'")
      }
    }
    if kind == .json { sink.put("{") }
    for (index, value) in values.enumerated() {
      texts(index) { text in put(value.name, text, value.content, isFirst: index == 0) }
    }
    if let strength, kind == .json { put(Self.strengthName, strength.utf8Span) }
    if kind == .json { sink.put("}") }
    sink.put(kind == .nul ? "\0" : hasNewline ? "\n" : "")
    return isWritable
  }
}

/// The destination of an answer's bytes: memory, or only a count.
@safe struct ByteSink {
  private let memory: UnsafeMutableRawBufferPointer?
  private(set) var count = 0

  init() { unsafe memory = nil }

  /// Makes a sink that writes to `memory`, which must have enough room. `init()` makes one that only counts.
  @unsafe init(memory: UnsafeMutableRawBufferPointer) { unsafe self.memory = memory }

  mutating func put(_ byte: UInt8) {
    if let memory = unsafe memory { unsafe memory[count] = byte }
    count += 1
  }

  mutating func put(_ text: String) {
    for byte in text.utf8 { put(byte) }
  }

  /// Puts the last `digits` hexadecimal digits of `value`, with letters from `letters` on.
  mutating func put(hexadecimal value: UInt32, digits: UInt32, letters: Unicode.Scalar) {
    for place in (0..<digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: value >> (4 * place) & 0xF)
      put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: letters) + digit - 10)
    }
  }
}

/// Names of values. They need neither quotation marks nor escapes, in JSON or in the shell.
extension AnswerFormat {
  /// Why no value can be called `name`, to end a line that begins with the name; `nil` if one can. `strength` is reserved.
  package static func fault(inName name: String) -> String? {
    guard let first = name.utf8.first, ASCIIClass.lower.contains(first),
      name.utf8.allSatisfy(inNames.contains)
    else { return text("a name is a letter from a to z, then such letters, digits and underscores") }
    return name == strengthName ? text("this name is kept for the strength of the new password") : nil
  }

  private static let inNames = ASCIIClass("_").union(.lower).union(.digits)
}
