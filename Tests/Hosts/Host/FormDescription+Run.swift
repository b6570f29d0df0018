import Watchword

extension FormDescription {
  /// Shows the form as ``show(_:_:)`` does.
  func run(
    _ presentation: Presentation = Presentation(), delegate: (any TextFieldDelegate)? = nil
  ) throws(WatchwordError) -> Outcome {
    do throws(FormFailure) {
      return try show(presentation, Advisers(judge: JudgeConfiguration(), delegate: delegate))
    } catch {
      throw WatchwordError(error)
    }
  }
}
