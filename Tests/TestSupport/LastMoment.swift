internal import CVterm

/// Ends a process by a signal, or waits for its end if that is 0, and lends the moment when all its code has run and
/// its memory is still there.
///
/// First fills the registers of the process with `remains`, 8 bytes, if given, as if it had been interrupted in the
/// middle of a text. Throws ``SystemFailure`` if the kernel does not let this process trace the other, or the other has
/// ended.
package func withLastMoment<R>(
  of process: ProcessState, endedBy signal: Int32, remains: Needle? = nil, _ body: () throws -> R
) throws -> R {
  try succeed("trace", cvterm_trace(process.pid))
  defer { cvterm_untrace(process.pid) }
  if let word = remains?.bytes.prefix(8).reduce(0, { $0 << 8 | UInt64($1) }) {
    try succeed("fill registers", cvterm_fill_registers(process.pid, word.bigEndian))
  }
  try succeed("trace to the end", cvterm_trace_to_end(process.pid, signal))
  return try body()
}

private func succeed(_ call: String, _ error: Int32) throws {
  if error != 0 { throw SystemFailure(call: call, number: error) }
}
