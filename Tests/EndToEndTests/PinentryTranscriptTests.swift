import TestSupport
import Testing

/// Every line of the protocol has the answer of Debian's pinentry-curses, except differences with a reason.
@Suite struct PinentryTranscriptTests {
  @Test(
    .programs("pinentry-curses"),
    arguments: PinentryConversation.all)
  func `G1 each answer is that of Debian's pinentry, or it differs as a table says and for a reason`(
    conversation: PinentryConversation
  ) throws {
    let ours = try play(conversation, isOurs: true)
    let debian = try play(conversation, isOurs: false)
    for (step, (ours, debian)) in zip(conversation.steps, zip(ours, debian)) {
      if let difference = step.difference {
        #expect(ours != debian, "“\(step.name)” differs no more")
        #expect(ours == difference.ours, "Watchword to “\(step.name)”")
        #expect(debian == difference.debian, "Debian's pinentry to “\(step.name)”")
        #expect(difference.reason != "", "“\(step.name)” differs without a reason")
      } else {
        #expect(ours == debian, "Watchword and Debian's pinentry to “\(step.name)”")
      }
    }
  }

  /// Plays a conversation, and returns the answers to each step.
  private func play(_ conversation: PinentryConversation, isOurs: Bool) throws -> [[String]] {
    let pinentry = try isOurs ? PinentryStage() : PinentryStage(PinentryStage.debian, arguments: [])
    let terminal = pinentry.terminal
    if conversation.knowsTerminal { pinentry.nameTerminal() }
    return conversation.steps.map { step in
      if step.isEnd { terminal.closeInput() } else { pinentry.send(bytes: step.sent) }
      if let shown = step.shown {
        terminal.expect(shown)
        let isQuestion = ["CONFIRM", "MESSAGE"].contains { step.sent.starts(with: $0.utf8) }
        if isOurs, isQuestion, !step.keys.isEmpty { terminal.expectPressable() }
        terminal.type(isOurs ? step.keys : step.debianKeys ?? step.keys)
      }
      return pinentry.answer().map { line in
        line == "D \(terminal.pid)" ? "D PID" : line.replacing(terminal.device, with: "TTY")
      }
    }
  }
}
