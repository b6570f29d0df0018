/// Decides how to react to each question of passwd. Knows no texts, times or processes.
///
/// The next question shows whether passwd accepted an answer. Only the account shows whether it has the new password;
/// see ``PasswdOutcome``.
struct PasswdConversation: Sendable {
  /// How far to bring passwd: to its verdict on the old password, or to a new one.
  enum Goal: Sendable { case check, change }

  enum Input: Sendable {
    /// passwd asks. `hasSpoken` is true if modules have written something since the last answer.
    case asked(PasswdPrompt, hasSpoken: Bool)
    /// passwd has exited with this status; `nil` if a signal or this program ended it, or if the status is unknown.
    case ended(Int32?)
  }

  /// What to do, or what is known.
  enum Step: Equatable, Sendable {
    case wait
    /// Answer passwd's question, which is of this kind.
    case write(PasswdPrompt.Kind)
    /// passwd has accepted the old password, or asks for none.
    case ready
    /// passwd asks for the old password again.
    case refusedOld
    /// passwd rejected the new password and asks again. After both passwords, only the very same prompt is a rejection; a
    /// different prompt is the next PAM module's.
    case refusedNew
    case ended(Int32?)
  }

  private var goal = Goal.check
  /// The question that waits for an answer.
  private(set) var question: PasswdPrompt?
  /// The furthest kind of password that passwd was told since it last refused a new one; ``PasswdPrompt/Kind/other``
  /// for none.
  private(set) var told = PasswdPrompt.Kind.other
  /// The last answer under this goal, with its question.
  private var last: (kind: PasswdPrompt.Kind, prompt: PasswdPrompt)?
  /// How often in a row that question was answered.
  private var repeats = 0
  private var markOfNew: Int?

  /// Sets the next goal. Treats a question that waits for an answer as if it were new.
  mutating func aim(at goal: Goal) { (self.goal, last) = (goal, nil) }

  mutating func take(_ event: Input) -> Step {
    switch event {
    case .asked(let prompt, let hasSpoken):
      question = prompt
      return answer(to: prompt, hasSpoken: hasSpoken)
    case .ended(let status):
      question = nil
      return .ended(status)
    }
  }

  private mutating func answer(to prompt: PasswdPrompt, hasSpoken: Bool) -> Step {
    switch prompt.kind {
    case .old:
      // Two modules may ask in the same words. A module that refuses says so, or keeps asking.
      let isRefusal = last?.prompt == prompt && (hasSpoken || repeats > 1)
      return isRefusal ? .refusedOld : .write(.old)
    case .new where goal == .check: return .ready
    case .new:
      // After the new password was told twice, a question in other words comes from another module, whatever was said
      // in between. A module that refuses asks in the same words.
      let isOther = last?.kind == .again && prompt.mark != markOfNew
      guard told >= .new, last != nil, !isOther else { return .write(.new) }
      told = .old
      return .refusedNew
    case .again where told >= .new: return .write(.again)
    case .again, .other: return .write(.other)
    }
  }

  mutating func note(_ kind: PasswdPrompt.Kind) {
    if kind == .new { markOfNew = question?.mark }
    told = max(told, kind)
    repeats = last?.prompt == question ? repeats + 1 : 1
    (last, question) = (question.map { (kind, $0) }, nil)
  }
}
