/// What is to be done with each question of passwd, and what is known from it. It knows no text, no time and no process.
///
/// Whether an answer was taken is told by what comes next, never by passwd's words: who is asked for the new password a
/// second time has not got it accepted.
struct PasswdConversation: Sendable {
  /// How far passwd is to be brought: to its word on the old password, or to a new one.
  enum Goal: Sendable { case check, change }

  enum Event: Sendable {
    /// It asks, and `hasSpoken` since the last answer.
    case asked(PasswdPrompt, hasSpoken: Bool)
    /// It has ended by itself with this status; `nil` where it was ended, or nobody knows.
    case ended(Int32?)
  }

  /// What is to be done, or is known.
  enum Step: Equatable, Sendable {
    case wait
    /// Its question is to be answered as one of this kind.
    case write(PasswdPrompt.Kind)
    /// It has taken the old password, or asks for none.
    case ready
    /// It asks for the old password once more.
    case refusedOld
    /// It asks for the new password once more, and has changed nothing.
    case refusedNew
    case changed
    /// It has ended, as the event says, and may have changed something if it was told the new password twice.
    case ended(Int32?)
  }

  private var goal = Goal.check
  /// What waits to be answered.
  private(set) var question: PasswdPrompt?
  /// The furthest of the passwords that it was told; ``PasswdPrompt/Kind/other`` for none.
  private(set) var told = PasswdPrompt.Kind.other
  /// The last answer under this goal, with its question.
  private var last: (kind: PasswdPrompt.Kind, prompt: PasswdPrompt)?
  private var markOfNew: Int?

  /// Sets the next goal. What waits to be answered is taken as if it was asked for the first time.
  mutating func aim(at goal: Goal) { (self.goal, last) = (goal, nil) }

  mutating func take(_ event: Event) -> Step {
    switch event {
    case .asked(let prompt, let hasSpoken):
      question = prompt
      return answer(to: prompt, hasSpoken: hasSpoken)
    case .ended(let status):
      question = nil
      return status == 0 && told >= .new ? .changed : .ended(status)
    }
  }

  private mutating func answer(to prompt: PasswdPrompt, hasSpoken: Bool) -> Step {
    switch prompt.kind {
    case .old: return last?.kind == .old && last?.prompt == prompt ? .refusedOld : .write(.old)
    case .new where goal == .check: return .ready
    case .new:
      // Another module may ask for the same with words of its own; one that refuses says so, or asks as before.
      let isOther = last?.kind == .again && prompt.mark != markOfNew && !hasSpoken
      guard told >= .new, last != nil, !isOther else { return .write(.new) }
      told = .old
      return .refusedNew
    case .again where told >= .new: return .write(.again)
    case .again, .other: return .write(.other)
    }
  }

  /// Takes note that the question was answered as one of this kind.
  mutating func note(_ kind: PasswdPrompt.Kind) {
    if kind == .new { markOfNew = question?.mark }
    told = max(told, kind)
    (last, question) = (question.map { (kind, $0) }, nil)
  }
}
