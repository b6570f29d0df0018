internal import WatchwordForms

extension FieldValidator {
  /// Makes a validator that runs in a task of its own, which is cancelled when the text changes, and when the form ends.
  static func later(
    _ validate: @escaping @Sendable (String) async -> WatchwordForms.Validity
  ) -> FieldValidator {
    started { text, end in
      let task = Task { end(await validate(text)) }
      return { task.cancel() }
    }
  }
}
