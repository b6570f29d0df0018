import WatchwordScreen
import WatchwordStrength

/// The new password and a list of leaked passwords, which takes time to search.
///
/// The search begins when typing pauses, and before the field is left. Until its answer is there the criterion is open,
/// and the form is not accepted. No key waits for the answer, but that leaving the field gives it a moment.
extension Form where Texts: ~Copyable {
  /// Plans the look-up that the verdict on the new password waits for, if it waits for one.
  mutating func planLookUp() {
    if !state.panel.verdict.isOpen {
      state.lookUp.due = nil
    } else if state.lookUp.due == nil, state.lookUp.start == nil {
      state.lookUp.due = state.now.advanced(by: LeakLookUp.pause)
    }
  }

  /// Begins the look-up that is planned, due or not, and gives it a moment, so that a disk that answers at once decides
  /// before the focus moves. A list that could not be read is tried again, once for each key.
  mutating func hastenLookUp() {
    guard state.lookUp.start == nil, let leaks = judge.leaks, let index = state.judgedField else { return }
    let triesAgain =
      !state.lookUp.wasTried && withJudgedText(of: index) { leaks.finding(on: $0) == .unreadable }
    guard state.lookUp.due != nil || triesAgain else { return }
    beginLookUp()
    leaks.wait(atMost: LeakLookUp.patience)
    let isOver = leaks.look(after: .zero)
    if isOver { state.lookUp.start = nil }
    if isOver || triesAgain { judgeAgain() }
  }

  mutating func beginLookUp() {
    guard let leaks = judge.leaks, let index = state.judgedField else { return }
    withJudgedText(of: index, leaks.begin)
    (state.lookUp.due, state.lookUp.start, state.lookUp.wasTried) = (nil, state.now, true)
  }

  /// Looks whether the search is over, and goes on with a submission that waits for it. A field that has been left is
  /// judged as it would have been then.
  mutating func lookForFinding() {
    if let start = state.lookUp.start, judge.leaks?.look(after: state.now - start) != false {
      (state.lookUp.start, state.lookUp.wasTried) = (nil, true)
      judgeAgain()
      if let index = state.judgedField, fields[index].isJudged, !fields[index].isFirstResponder {
        setError(fault(of: index), of: index)
      }
    }
    goOnWithAnswers()
  }

  /// Goes on with a submission that waited for answers, once all are there.
  mutating func goOnWithAnswers() {
    guard case .searching = state.submission, state.lookUp.start == nil, !state.awaitsValidators else {
      return
    }
    let step = waitingStep
    (state.submission, waitingStep) = (.open, nil)
    step?(&self)
  }
}

/// How far the look-up of a new password in a list of leaked passwords is.
struct LeakLookUp: Equatable, Sendable {
  /// When the search begins; `nil` where none is planned.
  var due: Instant?
  /// When the search began that is under way; `nil` where none is.
  var start: Instant?
  /// Whether a search has begun or ended since the last key.
  var wasTried = false

  /// How long typing has to pause before the search begins.
  static let pause = Duration.milliseconds(300)
  /// How long leaving the field waits for the answer at most. Nobody feels it, and most disks need less.
  static let patience = Duration.milliseconds(20)

  /// When the form needs a tick to begin the search or to look at it.
  func deadline(after now: Instant) -> Instant? {
    due ?? start.map { Submission.nextLook(since: $0, after: now) }
  }
}
