import Glibc
import Testing
import WatchwordBase
import WatchwordSecrets

@testable import WatchwordServices

/// passwd's output, played to the conversation without a process or time.
struct PasswdTape: ~Copyable {
  var conversation = PasswdConversation()
  var output: PasswdOutput
  private let ends: (reading: Int32, writing: Int32)

  init() throws {
    output = try PasswdOutput(locking: .ifPossible)
    var pipe: [Int32] = [0, 0]
    let answer = unsafe Glibc.pipe(&pipe)
    #expect(answer == 0 && fcntl(pipe[0], F_SETFL, O_NONBLOCK) == 0)
    ends = (pipe[0], pipe[1])
  }

  deinit {
    close(ends.reading)
    close(ends.writing)
  }

  /// Lets passwd write `text`, and reads it.
  mutating func hear(_ text: String, isEchoing: Bool = false) -> PasswdConversation.Step {
    let bytes = Array(text.utf8)
    let count = unsafe write(ends.writing, bytes, bytes.count)
    let isRead = output.read(from: ends.reading)
    #expect(count == bytes.count && isRead)
    return look(isEchoing: isEchoing)
  }

  mutating func aim(
    at goal: PasswdConversation.Goal, isEchoing: Bool = false
  ) -> PasswdConversation.Step {
    conversation.aim(at: goal)
    return look(isEchoing: isEchoing)
  }

  /// Answers at once what can be answered.
  private mutating func look(isEchoing: Bool) -> PasswdConversation.Step {
    guard let prompt = output.prompt(isEchoing: isEchoing) else { return .wait }
    let step = conversation.take(.asked(prompt, hasSpoken: !output.spoken.isEmpty))
    if case .write(let kind) = step {
      if conversation.told < .new { output.learn(prompt) }
      output.forget()
      conversation.note(kind)
    }
    return step
  }

  mutating func remark(hiding secrets: String..., isAboutPassword: Bool = true) -> String? {
    output.remark(before: conversation.question, isAboutPassword: isAboutPassword) { hide in
      for secret in secrets { hide(secret.utf8Span) }
    }
  }
}
