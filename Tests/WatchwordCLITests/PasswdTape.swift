import Glibc
import Testing
import WatchwordMessages
import WatchwordSecrets

@testable import WatchwordCLI

/// What passwd writes, played to the conversation without a process and without time.
struct PasswdTape: ~Copyable {
  var conversation = PasswdConversation()
  var output: PasswdOutput
  private let ends: (reading: Int32, writing: Int32)

  init() throws {
    output = try PasswdOutput(locking: .ifPossible)
    var pipe: [Int32] = [0, 0]
    #expect(unsafe pipe2(&pipe, O_NONBLOCK) == 0)
    ends = (pipe[0], pipe[1])
  }

  deinit {
    close(ends.reading)
    close(ends.writing)
  }

  /// Has passwd write `text`, and looks at it.
  mutating func hear(_ text: String, isEchoing: Bool = false) -> PasswdConversation.Step {
    let bytes = Array(text.utf8)
    #expect(unsafe write(ends.writing, bytes, bytes.count) == bytes.count)
    #expect(output.read(from: ends.reading))
    guard let prompt = output.prompt(isEchoing: isEchoing) else { return .wait }
    return noting(conversation.take(.asked(prompt, hasSpoken: output.hasSpoken)))
  }

  mutating func aim(at goal: PasswdConversation.Goal, hasOld: Bool = true) -> PasswdConversation.Step {
    noting(conversation.aim(at: goal, hasOld: hasOld))
  }

  private mutating func noting(_ step: PasswdConversation.Step) -> PasswdConversation.Step {
    if case .write(let answer) = step { output.forget(isNoted: answer == .again) }
    return step
  }

  mutating func remark(hiding secrets: String...) -> String? {
    output.remark(.english) { hide in
      for secret in secrets { hide(secret.utf8Span) }
    }
  }
}
