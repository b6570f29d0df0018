internal import CVterm
internal import Glibc

/// A system call that failed while a test was set up.
package struct SystemFailure: Error, CustomStringConvertible {
  package let call: String
  package let number: Int32

  package var description: String { "\(call): \(unsafe String(cString: strerror(number)))" }
}

/// An open file descriptor, closed with its owner.
final class Descriptor {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Opens a file; children do not inherit it.
  convenience init(opening path: String, _ flags: Int32) throws {
    let number = unsafe open(path, flags | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw SystemFailure(call: "open \(path)", number: errno) }
    self.init(cvterm_high(number))
  }

  static func pipe() throws -> (reader: Descriptor, writer: Descriptor) {
    try unsafe pair("pipe") { unsafe cvterm_pipe($0, $1) }
  }

  static func sockets() throws -> (here: Descriptor, there: Descriptor) {
    try unsafe pair("socketpair") { unsafe cvterm_socketpair($0, $1) }
  }

  private static func pair(
    _ call: String, _ make: (UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) -> Int32
  ) throws -> (Descriptor, Descriptor) {
    var first: Int32 = -1
    var second: Int32 = -1
    let error = unsafe make(&first, &second)
    guard error == 0 else { throw SystemFailure(call: call, number: error) }
    return (Descriptor(first), Descriptor(second))
  }

  /// Reads what is there: empty at the end of the stream, `nil` if nothing can be read.
  func read() -> [UInt8]? {
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
      unsafe count = Glibc.read(number, buffer.baseAddress, buffer.count)
      filled = max(0, count)
    }
    return count < 0 ? nil : bytes
  }

  var text: String {
    var bytes: [UInt8] = []
    while let chunk = read(), !chunk.isEmpty { bytes += chunk }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes as much of `bytes` as fits, and returns that number.
  func write(_ bytes: some Collection<UInt8>) -> Int {
    unsafe Array(bytes).withUnsafeBytes { unsafe max(0, Glibc.write(number, $0.baseAddress, $0.count)) }
  }
}
