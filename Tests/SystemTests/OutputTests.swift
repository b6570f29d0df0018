import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordSystem

@Suite struct `Writing the answer` {
  @Test func `what is written arrives, and nothing else`() throws {
    let pipe = Pipe()
    try Output(descriptor: pipe.writing).write("pass\n".utf8Span.span)
    #expect(pipe.read(100) == Array("pass\n".utf8))
    try Output(descriptor: pipe.writing).write("".utf8Span.span)
  }

  @Test func `a slow reader of a descriptor that does not block gets every byte`() async throws {
    let pipe = Pipe()
    #expect(fcntl(pipe.writing, F_SETFL, O_NONBLOCK) == 0)
    let sent = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let reader = Task.detached {
      var received: [UInt8] = []
      while received.count < 400_000 {
        let piece = pipe.read(10_001)
        guard !piece.isEmpty else { break }
        received += piece
      }
      return received
    }
    try Output(descriptor: pipe.writing).write(sent.span)
    #expect(await reader.value == sent)
  }

  @Test func `writes that signals interrupt go on and lose nothing`() async {
    await #expect(processExitsWith: .success) {
      // Without SA_RESTART, a write that has written nothing yet fails with EINTR.
      var action = sigaction()
      unsafe action.__sigaction_handler.sa_handler = { _ in }
      guard unsafe sigaction(SIGUSR2, &action, nil) == 0 else { exit(1) }
      let pipe = Pipe()
      let writer = pthread_self()
      let sent = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
      let reader = Task.detached {
        var received: [UInt8] = []
        while received.count < 400_000 {
          pthread_kill(writer, SIGUSR2)
          received += pipe.read(1_000)
        }
        return received
      }
      guard isWritten(sent, to: pipe.writing) else { exit(2) }
      exit(await reader.value == sent ? 0 : 3)
    }
  }

  @Test func `a descriptor that is closed or only for reading is an error`() throws {
    let pipe = Pipe()
    for descriptor in [-1, pipe.reading] {
      #expect(throws: SystemError(number: EBADF)) {
        try Output(descriptor: descriptor).write("x".utf8Span.span)
      }
    }
    #expect(throws: SystemError(number: EBADF)) { try Output(descriptor: -1).close() }
  }
}

private func isWritten(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  (try? Output(descriptor: descriptor).write(bytes.span)) != nil
}
