package import WatchwordScreen

/// What a form does when a time has come, even without input, in the order in which a tick does it.
enum FormTimer: UInt8, CaseIterable {
  case validation, peek, search, buttons, results, remarks, hints, reveal
  /// Need only the tick, which draws the next frame or looks for an answer.
  case bars, countdown, verdict, finding, validators

  /// All cases in their order, without an array: each key asks for the next time.
  @inline(__always)
  static func forEach(_ body: (FormTimer) -> Void) {
    var next = FormTimer(rawValue: 0)
    while let timer = next {
      body(timer)
      next = FormTimer(rawValue: timer.rawValue + 1)
    }
  }

  /// When the timer is due in `form`; `nil` if nothing waits for it.
  @inline(__always)
  func due(in form: FormState) -> Instant? {
    switch self {
    case .validation: form.validationDeadline
    case .peek: form.peekEnd
    case .search: form.search.due
    case .buttons: form.buttonStart
    case .results: form.pauseEnd
    case .remarks: form.remarksDue
    case .hints: form.hintsDue
    case .reveal: form.revealEnd
    case .bars: form.bars.deadline(after: form.now)
    case .countdown: form.countDeadline
    case .verdict: form.submission.deadline(after: form.now)
    case .finding: form.search.look(after: form.now)
    case .validators: form.validatorDeadline(after: form.now)
    }
  }

  func act(in form: inout Form) {
    switch self {
    case .validation: form.validate { [now = form.state.now] in $0.value(at: now) }
    case .peek: form.endPeek()
    case .search: form.beginSearch()
    case .buttons: form.state.buttonStart = nil
    case .results: form.showResults()
    case .remarks: form.takeRemarks()
    case .hints: if let index = form.state.focusedField { form.showHints(of: index) }
    case .reveal: form.maskAll()
    case .bars, .countdown, .verdict, .finding, .validators: break
    }
  }
}

extension FormState {
  /// When the form next needs a tick.
  package var deadline: Instant? {
    var first: Instant?
    FormTimer.forEach { first = Instant.first(first, $0.due(in: self)) }
    return first
  }
}
