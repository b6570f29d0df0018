/// What a delegate adds to its answer: the next field, or the reason for a no and a text to set instead.
final class Wish {
  /// The field that is asked; `nil` for the form.
  let field: Int?
  let isOfReturn: Bool
  var nextField: Int?
  private(set) var isRefused = false
  /// Why the answer is no.
  private(set) var reason: String?
  private(set) var text: String?

  init(of field: Int?) { (self.field, isOfReturn) = (field, false) }
  init(ofReturnIn field: Int) { (self.field, isOfReturn) = (field, true) }

  func answerNo(_ reason: String?, _ text: String?) {
    (isRefused, self.reason, self.text) = (true, reason, text)
  }
}
