package import WatchwordMessages
package import WatchwordSecrets
package import WatchwordStrength

/// How an answer is written: the values of a form under the names of their fields, in the order of the fields.
package struct AnswerFormat: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// A JSON object on one line (RFC 8259), always in UTF-8: a member for each field, then `strength` where there
    /// is a new password, such as `{"email":"a@b.example","password":"…","strength":"weak"}`.
    case json
    case lines
    /// Each value with a NUL behind it.
    case nul
    /// An assignment a line, such as `ww_email='a@b.example'`, for the `eval` of any POSIX shell.
    case shell
  }

  /// Calls a function once, with the text of the value at an index.
  package typealias Texts = (_ index: Int, _ use: (UTF8Span) -> Void) -> Void

  package var kind: Kind
  /// What the names of shell variables begin with, see ``isShellPrefix(_:)``.
  package var shellPrefix: String
  /// Whether a newline ends the answer; ``Kind/nul`` has none in any case.
  package var hasNewline: Bool
  /// What is written in place of the kind; `nil` for the kind.
  package var template: AnswerTemplate?
  /// Whether the level of the new password comes last, with its name ``strengthName`` where values have names. JSON
  /// has it in any case.
  package var hasStrength: Bool
  /// The character set of all kinds but JSON.
  package var characterSet: CharacterSet

  /// What the names of shell variables begin with unless something else is asked for.
  package static let standardShellPrefix = "ww_"

  package static let strengthName = "strength"

  package init(
    _ kind: Kind, shellPrefix: String = standardShellPrefix, hasNewline: Bool = true,
    template: AnswerTemplate? = nil, hasStrength: Bool = false, characterSet: CharacterSet = .current
  ) {
    (self.kind, self.shellPrefix, self.hasNewline) = (kind, shellPrefix, hasNewline)
    (self.template, self.hasStrength, self.characterSet) = (template, hasStrength, characterSet)
  }

  /// Writes an answer into secret memory, which is allocated once. Each text is asked for twice: for the room that it
  /// needs, and to be written.
  ///
  /// - Parameters:
  ///   - names: The names of the values, in their order; see ``fault(inName:)``.
  ///   - level: The level of the new password, `nil` in a form without one.
  ///   - locking: What happens when the memory cannot be guarded.
  ///   - texts: The texts of the values, by the index of their name.
  /// - Returns: The answer.
  /// - Precondition: There is a value, and the prefix is one.
  /// - Throws: Why the answer cannot be written.
  package func encode(
    names: [String], level: Level? = nil, locking: SecretMemory.Locking = .required, texts: Texts
  ) throws(AnswerError) -> SecretBuffer {
    precondition(!names.isEmpty, "a form without a field has no answer")
    precondition(Self.isShellPrefix(shellPrefix), "no variable of the shell begins with that")
    if let name = names.first(where: { Self.fault(inName: $0) != nil }) { throw .name(name) }
    defer { StackScratch.scrub() }
    var counter = ByteSink()
    guard write(names, level, texts, to: &counter) else { throw .unwritable }
    var buffer = try rethrow(
      try SecretBuffer(capacity: counter.count, locking: locking), as: AnswerError.memory)
    unsafe buffer.withFreeCapacity { free in
      var sink = unsafe ByteSink(memory: free)
      _ = write(names, level, texts, to: &sink)
      return sink.count
    }
    return buffer
  }

  /// Writes the answer, and returns whether the character set has all of its characters.
  private func write(_ names: [String], _ level: Level?, _ texts: Texts, to sink: inout ByteSink) -> Bool {
    if let template {
      let isWritable = template.write(texts, level, in: characterSet, to: &sink)
      if hasNewline { sink.put("\n") }
      return isWritable
    }
    var isWritable = true
    func put(_ name: String, isFirst: Bool = false, _ text: UTF8Span) {
      if !isFirst { sink.put(kind == .json ? "," : kind == .nul ? "\0" : "\n") }
      switch kind {
      case .json:
        sink.put("\"\(name)\":")
        JSONText.write(text, to: &sink)
      case .lines, .nul: isWritable = characterSet.write(text, to: &sink) && isWritable
      case .shell:
        sink.put("\(shellPrefix)\(name)='")
        isWritable = characterSet.write(text, escapingApostrophes: true, to: &sink) && isWritable
        sink.put("'")
      }
    }
    if kind == .json { sink.put("{") }
    for (index, name) in names.enumerated() {
      texts(index) { text in put(name, isFirst: index == 0, text) }
    }
    if let level, hasStrength || kind == .json { put(Self.strengthName, level.name.utf8Span) }
    if kind == .json { sink.put("}") }
    sink.put(kind == .nul ? "\0" : hasNewline ? "\n" : "")
    return isWritable
  }
}

/// Where the bytes of an answer go: to memory, or, where there is none yet, nowhere but into the count.
@safe struct ByteSink {
  private let memory: UnsafeMutableRawBufferPointer?
  private(set) var count = 0

  /// Makes a sink that counts.
  init() { unsafe memory = nil }

  /// Makes a sink that writes to `memory`, which has room for all that will come.
  @unsafe init(memory: UnsafeMutableRawBufferPointer) { unsafe self.memory = memory }

  mutating func put(_ byte: UInt8) {
    if let memory = unsafe memory { unsafe memory[count] = byte }
    count += 1
  }

  mutating func put(_ text: String) {
    for byte in text.utf8 { put(byte) }
  }
}

/// Why an answer cannot be written, or the hash of a password not be made. The description is the end of a line.
package enum AnswerError: Error, Equatable, CustomStringConvertible, Sendable {
  /// There is no memory to put it together in.
  case memory(SecretError)
  /// The locale's character set lacks a character of a text.
  case unwritable
  case name(String)
  /// The system has no libcrypt to hash with.
  case noLibrary
  /// The password has more bytes than the method of the hash takes.
  case tooLong(limit: Int)
  /// The library has no hash of it, for instance with ENOMEM.
  case system(SystemError)

  package var description: String {
    switch self {
    case .memory: text("there is no locked memory for it")
    case .unwritable: text("the locale's character set has not all of its characters")
    case .name(let name): text("a value cannot have the name '{name}'", ["name": name])
    case .noLibrary: text("there is no library {library}", ["library": "libcrypt.so.1"])
    case .tooLong(let limit): text("it has more than {count} bytes", ["count": String(limit)])
    case .system(let error): error.description
    }
  }
}

/// Names need neither quotation marks nor escapes, in JSON or in the shell.
extension AnswerFormat {
  /// What is wrong with `name` as the name of a value, as the end of a line that gives it; `nil` where nothing is.
  ///
  /// The name `strength` belongs to the strength of the new password.
  package static func fault(inName name: String) -> String? {
    guard let first = name.utf8.first, ASCIIClass.lower.contains(first),
      name.utf8.allSatisfy(inNames.contains)
    else { return text("a name is a letter from a to z, then such letters, digits and underscores") }
    return name == strengthName ? text("this name is kept for the strength of the new password") : nil
  }

  /// Whether the names of shell variables can begin with `text`: a letter or underscore, then letters, digits and
  /// underscores, all ASCII (POSIX.1-2017, Base Definitions, 3.235).
  package static func isShellPrefix(_ text: String) -> Bool {
    text.utf8.first.map { !ASCIIClass.digits.contains($0) } == true
      && text.utf8.allSatisfy(inNames.union(.upper).contains)
  }

  private static let inNames = ASCIIClass("_").union(.lower).union(.digits)
}
