import Watchword

extension FormDescription {
  /// Shows the form as ``show(_:_:)`` does.
  func run(
    _ presentation: Presentation = Presentation(), delegate: (any TextFieldDelegate)? = nil
  ) throws(Ending) -> Answer {
    try show(presentation, Advisers(judge: JudgeConfiguration(), delegate: delegate))
  }
}
