/// What is to be done with each question of passwd, and what is known from it. It knows no text, no time and no process.
///
/// Whether an answer was taken is told by what comes next, never by passwd's words: who is asked for the new password a
/// second time has not got it accepted.
struct PasswdConversation: Equatable, Sendable {
  /// How far passwd is to be brought.
  enum Goal: Equatable, Sendable {
    /// To its first question.
    case begin
    /// To its word on the old password.
    case check
    /// To a new password.
    case change
  }

  enum Answer: Equatable, Sendable {
    case old
    case new
    case again
    /// That to the question with this mark.
    case other(Int)
  }

  enum Event: Equatable, Sendable {
    /// It asks, and `hasSpoken` since the last answer.
    case asked(PasswdPrompt, hasSpoken: Bool)
    case ended(Ending)
  }

  enum Ending: Equatable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    /// Nobody knows how.
    case lost
    /// It runs, and has neither asked nor ended for too long.
    case silent
    /// It wrote more than it may.
    case flooded
  }

  enum Step: Equatable, Sendable {
    case wait
    case write(Answer)
    case stand(Standing)
  }

  /// What is known when a goal is reached, or cannot be.
  enum Standing: Equatable, Sendable {
    /// Its first question is there, or it has taken the old password.
    case ready
    /// It asks for something that it is not yet told.
    case asks(PasswdPrompt)
    /// It asks for the old password once more.
    case refusedOld
    /// It asks for the new password once more, and has changed nothing.
    case refusedNew
    case changed
    /// It has ended, and `stage` is what it had.
    case ended(Ending, Stage)
  }

  /// What passwd had, from nothing to the new password twice, from which on it may have changed something.
  enum Stage: Int, Comparable, Sendable {
    case nothing, old, new, repeated

    static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
  }

  private(set) var goal = Goal.begin
  /// What waits to be answered.
  private(set) var question: PasswdPrompt?
  private(set) var stage = Stage.nothing
  /// The other questions, by their marks, for which an answer is there. Each is given once: a code is no code twice.
  private var answered: Set<Int> = []
  /// The last answer under this goal, with its question.
  private var last: (answer: Answer, prompt: PasswdPrompt)?
  private var markOfNew: Int?

  /// Whether there is an old password to answer with.
  private var hasOld = true

  /// Sets the next goal. What waits to be answered is asked as if for the first time.
  mutating func aim(at goal: Goal, answered others: Set<Int> = [], hasOld: Bool = true) -> Step {
    (self.goal, answered, self.hasOld, last) = (goal, others, hasOld, nil)
    return question.map { take(.asked($0, hasSpoken: false)) } ?? .wait
  }

  mutating func take(_ event: Event) -> Step {
    switch event {
    case .asked(let prompt, let hasSpoken):
      question = prompt
      return answer(to: prompt, hasSpoken: hasSpoken)
    case .ended(let ending):
      question = nil
      return .stand(ending == .exited(0) && stage >= .new ? .changed : .ended(ending, stage))
    }
  }

  private mutating func answer(to prompt: PasswdPrompt, hasSpoken: Bool) -> Step {
    if goal == .begin { return .stand(.ready) }
    switch prompt.kind {
    case .old:
      guard hasOld else { return .stand(.asks(prompt)) }
      if let last, last.answer == .old, last.prompt == prompt { return .stand(.refusedOld) }
      return write(.old, prompt, stage: .old)
    case .new:
      if goal == .check { return .stand(.ready) }
      // Another module may ask for the same with words of its own; one that refuses says so, or asks as before.
      let isOther = last?.answer == .again && prompt.mark != markOfNew && !hasSpoken
      if stage >= .new, last != nil, !isOther {
        stage = .old
        return .stand(.refusedNew)
      }
      return write(.new, prompt, stage: .new)
    case .again where stage >= .new: return write(.again, prompt, stage: .repeated)
    case .again, .other:
      guard answered.remove(prompt.mark) != nil else { return .stand(.asks(prompt)) }
      return write(.other(prompt.mark), prompt, stage: .nothing)
    }
  }

  /// Whether the answer that is due may be seen while it is typed, as passwd has it.
  var isShown: Bool { last?.prompt.isSecret == false }

  private mutating func write(_ answer: Answer, _ prompt: PasswdPrompt, stage: Stage) -> Step {
    if answer == .new { markOfNew = prompt.mark }
    self.stage = max(self.stage, stage)
    (last, question) = ((answer, prompt), nil)
    return .write(answer)
  }

  static func == (one: PasswdConversation, other: PasswdConversation) -> Bool {
    one.goal == other.goal && one.question == other.question && one.stage == other.stage
  }
}
