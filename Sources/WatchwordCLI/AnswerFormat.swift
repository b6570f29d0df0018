internal import Secrets
internal import System
internal import Watchword

/// How the answer is written.
struct AnswerFormat: Equatable, Sendable {
  /// The kinds of formats.
  enum Kind: String, Choice, Sendable {
    case json, lines, nul, shell
  }

  /// The kind; `nil` takes JSON where there is more than one value and lines else.
  var kind: Kind?
  /// What the names of shell variables begin with; `nil` takes the one of this program.
  var prefix: ShellPrefix?
  /// Whether a newline ends the answer.
  var hasNewline = true

  /// Why the answer could not be written.
  enum Failure: Error, Equatable, CustomStringConvertible {
    /// The error of write(2); part of the answer may have been written.
    case system(SystemError)
    /// There is no memory to put the answer together in.
    case memory(SecretError)
    /// The locale's character set has not all of the characters.
    case unwritable

    /// The reason, as the end of a line.
    var description: String {
      switch self {
      case .system(let error): "\(error)"
      case .memory: "there is no locked memory for it"
      case .unwritable: "the locale's character set has not all of its characters"
      }
    }
  }

  /// Writes the answer to `output`, put together in secret memory and written as a whole.
  ///
  /// - Parameters:
  ///   - count: The number of values.
  ///   - output: Where the answer goes, in the locale's character set, JSON always in UTF-8.
  ///   - encode: Puts the answer together.
  /// - Throws: Why the answer was not written as a whole.
  func write(
    _ count: Int, to output: Output, _ encode: (ResultText) throws(AnswerFailure) -> SecretBuffer
  ) throws(Failure) {
    let text: SecretBuffer
    do throws(AnswerFailure) {
      text = try encode(ResultText(format(of: count), hasNewline: hasNewline))
    } catch {
      switch error {
      case .text(.memory(let error)): throw .memory(error)
      // The names were read as such, so that it is a text.
      case .text(.unwritable), .name: throw .unwritable
      }
    }
    do throws(SystemError) {
      try output.write(text.bytes)
    } catch {
      throw .system(error)
    }
  }

  private func format(of count: Int) -> ResultText.Format {
    switch kind ?? (count > 1 ? .json : .lines) {
    case .json: .json
    case .lines: .lines
    case .nul: .nul
    case .shell: .shell(prefix ?? .standard)
    }
  }
}
