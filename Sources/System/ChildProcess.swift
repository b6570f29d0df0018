import CSystem
import Glibc
import Secrets

/// A process that was started, and the pipes to it. Nothing here waits but ``end()``, which comes at the latest when
/// it goes out of use.
struct ChildProcess: ~Copyable {
  /// How it stands with the process.
  enum State {
    case runs
    case ended
    /// Someone else in this process has waited for it.
    case lost
  }

  private let number: pid_t
  private var input: Int32?
  private var output: Int32?
  private var isToBeReaped = true

  /// Starts a program with its arguments.
  ///
  /// - Throws: ``CheckFailure/cannotStart(_:)``.
  init(_ arguments: [String]) throws(CheckFailure) {
    var pointers = unsafe arguments.map { unsafe strdup($0) }
    defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
    // A copy that could not be made would end the list.
    guard unsafe pointers.allSatisfy({ unsafe $0 != nil }) else {
      throw .cannotStart(SystemError(number: ENOMEM))
    }
    unsafe pointers.append(nil)
    var child = ww_child()
    let error = unsafe ww_child_start(pointers, &child)
    guard error == 0 else { throw .cannotStart(SystemError(number: error)) }
    number = child.process
    input = child.input
    output = child.output
  }

  /// How it stands with the process, without waiting.
  var state: State {
    guard isToBeReaped else { return .lost }
    return switch Int(ww_child_state(number)) {
    case WW_CHILD_RUNS: .runs
    case WW_CHILD_ENDED: .ended
    default: .lost
    }
  }

  /// Writes of `buffer`, from the offset `start` on, what the pipe takes, and closes it behind the last byte or when
  /// nobody can read it any more.
  ///
  /// - Returns: The number of bytes written.
  mutating func write(_ buffer: borrowing SecretBuffer, from start: Int) -> Int {
    guard let descriptor = input else { return 0 }
    let bytes = buffer.bytes.extracting(start...)
    var written = 0
    while written < bytes.count {
      let answer = unsafe bytes.extracting(written...).withUnsafeBufferPointer { rest in
        unsafe ww_write_without_signal(descriptor, rest.baseAddress, rest.count)
      }
      if answer > 0 {
        written += answer
      } else if errno == EAGAIN {
        return written
      } else if errno != EINTR {
        break
      }
    }
    closeInput()
    return written
  }

  /// Reads once from the pipe into the free part of `buffer`, and closes it when it is at its end.
  ///
  /// - Returns: Whether there was something.
  mutating func read(into buffer: inout SecretBuffer) -> Bool {
    guard let descriptor = output else { return false }
    var count = 0
    var error: Int32 = 0
    unsafe buffer.withFreeCapacity { free in
      repeat {
        count = unsafe Glibc.read(descriptor, free.baseAddress, free.count)
        error = errno
      } while count == -1 && error == EINTR
      return max(0, count)
    }
    if count == 0 || count == -1 && error != EAGAIN { closeOutput() }
    return count > 0
  }

  /// Whether no process has the writing end of the output any more, neither this child nor one of its own.
  var isOutputEnded: Bool {
    guard let output else { return true }
    var request = pollfd(fd: output, events: 0, revents: 0)
    return unsafe poll(&request, 1, 0) == 1 && request.revents & Int16(POLLHUP) != 0
  }

  /// Sends a signal to the process and to those of its group.
  ///
  /// The number is no other group's: the process is a zombie at least, until it is reaped.
  func send(_ signal: Int32) {
    guard state != .lost else { return }
    kill(-number, signal)
  }

  /// Asks the group to end, also one that is stopped.
  func terminate() {
    send(SIGTERM)
    send(SIGCONT)
  }

  /// Takes away the process, which has ended.
  ///
  /// - Returns: What ww_child_reap answers.
  mutating func reap() -> Int32 {
    isToBeReaped = false
    return ww_child_reap(number)
  }

  mutating func closeInput() {
    if let input { close(input) }
    input = nil
  }

  mutating func closeOutput() {
    if let output { close(output) }
    output = nil
  }

  /// Ends the group if the process has not been reaped, and closes the pipes. It waits up to a tenth of a second for
  /// the group to go when it is asked, and as long for the process to go when it is killed; that takes longer
  /// only where the kernel holds it back.
  mutating func end() {
    closeInput()
    if endGroup() { isToBeReaped = false }
    closeOutput()
  }

  deinit {
    _ = endGroup()
    if let input { close(input) }
    if let output { close(output) }
  }

  /// Answers whether the process is gone.
  private func endGroup() -> Bool {
    terminate()
    wait { $0.state != .runs && $0.isOutputEnded }
    send(SIGKILL)
    wait { $0.state != .runs }
    guard state == .ended else { return state == .lost }
    _ = ww_child_reap(number)
    return true
  }

  /// Waits a tenth of a second for `condition` to hold.
  private func wait(until condition: (borrowing ChildProcess) -> Bool) {
    for _ in 0..<50 {
      if state == .lost || condition(self) { return }
      _ = poll(nil, 0, 2)
    }
  }
}
