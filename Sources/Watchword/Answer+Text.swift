public import Secrets
public import System

extension Answer {
  /// Writes the values of the answer into secret memory.
  ///
  /// - Parameters:
  ///   - format: How they are written. JSON tells the strength as well where there is a new password.
  ///   - locking: What happens when the memory cannot be guarded.
  /// - Returns: The text.
  /// - Throws: ``AnswerFailure/name(_:)`` where the name of a value is no ``FieldName``, and
  ///   ``AnswerFailure/text(_:)`` as ``ResultText/encode(names:level:locking:values:)`` throws.
  public func encode(
    _ format: ResultText, locking: SecretBuffer.Locking = .required
  ) throws(AnswerFailure) -> SecretBuffer {
    var names: [FieldName] = []
    for value in values {
      do throws(FieldName.Failure) {
        names.append(try FieldName(value.name))
      } catch {
        throw .name(value.name)
      }
    }
    return try encode(values, names: names, format, locking: locking)
  }

  /// Writes the password, or else the first text, as the one value of `format`.
  func encodePassword(
    _ format: ResultText, locking: SecretBuffer.Locking
  ) throws(AnswerFailure) -> SecretBuffer {
    guard let value = values.first(where: \.isSecure) ?? values.first else { throw .name("") }
    return try encode([value], names: [.password], format, locking: locking)
  }

  private func encode(
    _ values: [Value], names: [FieldName], _ format: ResultText, locking: SecretBuffer.Locking
  ) throws(AnswerFailure) -> SecretBuffer {
    guard !values.isEmpty else { throw .name("") }
    let level = values.lazy.compactMap(\.strength).first
    do throws(ResultText.Failure) {
      return try format.encode(names: names, level: level, locking: locking) {
        (index, use) throws(ResultText.Failure) in
        try withText(of: values[index], use)
      }
    } catch {
      throw .text(error)
    }
  }
}

/// Why an answer could not be written.
public enum AnswerFailure: Error, Equatable, Sendable {
  /// This name of a value cannot be written: it is no ``FieldName``. It is empty where there is no value at all.
  case name(String)
  /// There is no memory, or the character set lacks a character.
  case text(ResultText.Failure)
}
