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
    let answer = unsafe Glibc.pipe(&pipe)
    #expect(answer == 0 && fcntl(pipe[0], F_SETFL, O_NONBLOCK) == 0)
    ends = (pipe[0], pipe[1])
  }

  deinit {
    close(ends.reading)
    close(ends.writing)
  }

  /// Has passwd write `text`, and looks at it.
  mutating func hear(_ text: String, isEchoing: Bool = false) -> PasswdConversation.Step {
    let bytes = Array(text.utf8)
    let count = unsafe write(ends.writing, bytes, bytes.count)
    let isRead = output.read(from: ends.reading)
    #expect(count == bytes.count && isRead)
    guard let prompt = output.prompt(isEchoing: isEchoing) else { return .wait }
    return noting(conversation.take(.asked(prompt, hasSpoken: output.hasSpoken)))
  }

  mutating func aim(at goal: PasswdConversation.Goal, hasOld: Bool = true) -> PasswdConversation.Step {
    noting(conversation.aim(at: goal, hasOld: hasOld))
  }

  /// Does the same, and expects what is to be done then.
  mutating func expect(
    _ text: String, isEchoing: Bool = false, _ wanted: PasswdConversation.Step,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let step = hear(text, isEchoing: isEchoing)
    #expect(step == wanted, sourceLocation: sourceLocation)
  }

  mutating func expect(
    _ goal: PasswdConversation.Goal, hasOld: Bool = true, _ wanted: PasswdConversation.Step,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let step = aim(at: goal, hasOld: hasOld)
    #expect(step == wanted, sourceLocation: sourceLocation)
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
