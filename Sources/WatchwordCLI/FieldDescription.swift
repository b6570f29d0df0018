internal import Forms
internal import System

/// A field as the option `--field` describes it: `TYPE[:NAME[:PLACEHOLDER]]`.
struct FieldDescription: Equatable, Sendable {
  /// What the field is for.
  let kind: TextField.Kind
  /// The name of its value in the answer.
  let name: FieldName
  /// The text that stands in the empty field; `nil` takes that of the type.
  let placeholder: String?

  /// All types, as in "text, name or email".
  static let types = TextField.Kind.choices

  /// Why a text describes no field.
  enum Failure: Error {
    /// The type is none.
    case type(String)
    /// The name is none.
    case name(FieldName.Failure)
  }

  /// Reads a description. What stands behind the second colon, further colons included, is the placeholder.
  init(parsing text: String) throws(Failure) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard let kind = TextField.Kind(word: parts[0]) else { throw .type(parts[0]) }
    self.kind = kind
    placeholder = parts.count > 2 ? parts[2] : nil
    do throws(FieldName.Failure) {
      name = try parts.count > 1 ? FieldName(parts[1]) : FieldName(defaultFor: kind.word)
    } catch {
      throw .name(error)
    }
  }
}
