/// The program whose form it is, as far as the form calls it.
package struct Host {
  package var delegate: (any TextFieldDelegate)?
  /// Runs `call`, which calls the delegate, on the delegate's thread or actor, and returns when `call` has returned.
  var callDelegate: (_ call: () -> Void) -> Void = { $0() }
  /// Told of each call of the delegate; `nil` unless a test wants to know.
  var noteCall: ((String) -> Void)?
  /// Told why a validator has thrown, for the author of the host.
  var noteFailure: ((String) -> Void)?
}

/// How a form asks and tells its delegate (E1).
extension Form {
  typealias Question = (any TextFieldDelegate, borrowing TextField, borrowing RunningForm) -> Bool

  /// Whether the delegate answers `question` about field `index` with yes; true without a delegate.
  mutating func delegateAllows(in index: Int, _ call: String, _ question: Question) -> Bool {
    delegateAllows(noting: Wish(of: index), call, question)
  }

  /// Whether the delegate answers `question` with yes; true without a delegate. `wish` notes what the delegate adds to
  /// its answer. After a no, this sets the text and shows the reason that `wish` has noted.
  mutating func delegateAllows(noting wish: Wish, _ call: String, _ question: Question) -> Bool {
    let answer = answer(noting: wish, call, question)
    if !answer { apply(wish) }
    return answer
  }

  /// The delegate's answer to `question`; true without a delegate. After a no, the caller has to call ``apply(_:)``.
  func answer(noting wish: Wish, _ call: String, _ question: Question) -> Bool {
    guard let delegate = host.delegate else { return true }
    note(call, of: wish.field)
    var answer = true
    unsafe withUnsafePointer(to: self) {
      // The form is borrowed, so nothing changes it through this pointer.
      let place = unsafe UnsafeMutablePointer(mutating: $0)
      let form = unsafe RunningForm(place, wish)
      let field = unsafe TextField(wish.field, named: name(of: wish.field), of: place)
      host.callDelegate { answer = question(delegate, field, form) }
    }
    assert(!answer || !wish.isRefused, "the delegate has called refuse(_:settingText:), and answered yes")
    return answer
  }

  /// Does what the delegate asked for with its no: sets the text, and says why.
  mutating func apply(_ wish: Wish) {
    if let text = wish.text, let index = wish.field { setGivenText(text, of: index) }
    guard let reason = wish.reason else { return }
    if wish.field == nil { state.error = reason } else { state.notice = reason }
    beep()
  }

  /// Tells the delegate a fact about field `index`, or about the form if `index` is `nil`.
  mutating func tellDelegate(
    of index: Int?, _ call: @autoclosure () -> String,
    _ fact: (any TextFieldDelegate, borrowing TextField, inout RunningForm) -> Void
  ) {
    guard let delegate = host.delegate else { return }
    note(call(), of: index)
    let (callDelegate, name) = (host.callDelegate, name(of: index))
    unsafe withUnsafeMutablePointer(to: &self) {
      let field = unsafe TextField(index, named: name, of: $0)
      var form = unsafe RunningForm($0)
      callDelegate { fact(delegate, field, &form) }
    }
  }

  private func note(_ call: @autoclosure () -> String, of index: Int?) {
    host.noteCall?(index == nil ? call() : "\(name(of: index)).\(call())")
  }

  private func name(of index: Int?) -> String { index.flatMap(fields.name) ?? "" }
}
