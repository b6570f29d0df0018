import CHostState
import Glibc
import Watchword

/// Writes a line to standard output, which is a pipe to the test.
func tell(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = unsafe write(STDOUT_FILENO, bytes, bytes.count)
}

/// Shows a form.
func show(_ presentation: Presentation) throws(Ending) -> Answer {
  try FormDescription.newPassword().run(presentation)
}

/// The result of a form.
func result(_ body: () throws(Ending) -> Answer) -> String {
  do throws(Ending) {
    return "accepted \(try body().withPasswordIfAny { $0.span.count } ?? 0) bytes"
  } catch {
    return error.failure.map { "\($0)" } ?? "cancelled"
  }
}

/// What a form could have changed of the process.
func state() -> String {
  var text = [CChar](repeating: 0, count: 65536)
  unsafe host_state(&text, text.count)
  return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The lines of `after` that are not in `before`.
func difference(_ before: String, _ after: String) -> String {
  let known = Set(before.split(separator: "\n"))
  return after.split(separator: "\n").filter { !known.contains($0) }.joined(separator: "\n")
}

/// Runs `body` in a thread of its own.
func thread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let box = unsafe Unmanaged.passRetained(Box(body)).toOpaque()
  unsafe pthread_create(
    &thread, nil,
    { box in
      guard let box = unsafe box else { return nil }
      unsafe Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body()
      return nil
    }, box)
  return thread
}
