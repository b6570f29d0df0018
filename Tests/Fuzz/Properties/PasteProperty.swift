import Glibc

@testable import Watchword
@testable import WatchwordBase
@testable import WatchwordCurses
@testable import WatchwordScreen
@testable import WatchwordSecrets

/// A paste comes whole or not at all: as text that ends where it should, which a field accepts unless it has a control
/// character or is too long.
func checkPaste(_ bytes: [UInt8]) throws {
  let payload = bytes.dropFirst()
  let marked = Array("\u{1B}[200~".utf8) + payload + Array("\u{1B}[201~".utf8)
  var whole = try TerminalInput(
    .utf8, in: SecretMemory(for: [TerminalInput.blockSize, Paste.capacity], locking: .ifPossible))
  var cut = try TerminalInput(
    .utf8, in: SecretMemory(for: [TerminalInput.blockSize, Paste.capacity], locking: .ifPossible))
  let heard = try events(of: [marked[...]], in: &whole)
  try demand(heard == events(of: pieces(of: marked), in: &cut), "what is heard depends on the pieces")
  // The payload may contain the end mark. Keys follow then.
  let text = Array(
    payload.prefix(upTo: payload.firstRange(of: "\u{1B}[201~".utf8)?.lowerBound ?? payload.endIndex))
  let expected = outcome(of: text)
  try demand(heard.first == expected, "\(heard.first.debugDescription) in place of \(expected)")
  guard expected == .paste, heard.count == 1 else { return }
  try demand(whole.paste.withText { Array(copying: $0.span) } == text, "the text of the paste is another")
  try demand(cut.paste.withText { Array(copying: $0.span) } == text, "the text depends on the pieces")
  for isTrimmed in [false, true] {
    let content = reference(text, isTrimmed: isTrimmed)
    let found = whole.paste.withText { $0.withPasteContent(trimmed: isTrimmed) { Array(copying: $0.span) } }
    try demand(found == content, "the field is offered \(found) in place of \(content)")
    try checkField(content)
  }
  whole.paste.forget()
  try demand(whole.paste.withText { $0.count } == 0, "a text that was forgotten is there")
}

/// The event for a paste of `text`. The first reason to refuse it counts.
private func outcome(of text: [UInt8]) -> Event {
  var bytes = text.makeIterator()
  var parser = Unicode.UTF8.ForwardParser()
  var count = 0
  while true {
    switch parser.parseScalar(from: &bytes) {
    case .valid(let units): count += units.count
    case .error: return .refused(.notText)
    case .emptyInput: return .paste
    }
    if count > Paste.capacity { return .refused(.tooLong) }
  }
}

/// A field accepts `content` whole or not at all, with the right reason.
private func checkField(_ content: [UInt8]) throws {
  var field = try SecretText(
    in: SecretMemory(for: [SecretText.defaultCapacity], locking: .ifPossible))
  let text = try UTF8Span(validating: content.span)
  let scalars = String(decoding: content, as: UTF8.self).unicodeScalars
  let expected: SecretError? =
    scalars.contains { $0.properties.generalCategory == .control && $0 != "\t" }
    ? .controlCharacter
    : content.count > field.capacity ? .full : nil
  try demand(
    field.obstacle(toReplacing: 0..<0, with: text) == expected, "the field does not say \(expected as Any)")
  var thrown: SecretError?
  do throws(SecretError) { try field.replaceClusters(0..<0, with: text) } catch { thrown = error }
  try demand(thrown == expected, "the field throws \(thrown as Any) in place of \(expected as Any)")
  let held = Array(copying: field.utf8.span)
  try demand(held == (expected == nil ? content : []), "the field holds \(held)")
  try demand(
    field.count == String(decoding: held, as: UTF8.self).count, "the field counts \(field.count) characters")
  try demand(field.caret == field.count, "the caret is not behind what was pasted")
}

/// What a field is offered of a paste, as documented, by way of a string.
private func reference(_ text: [UInt8], isTrimmed: Bool) -> [UInt8] {
  var scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
  if scalars.last == "\n" {
    scalars.removeLast()
    if scalars.last == "\r" { scalars.removeLast() }
  } else if scalars.last == "\r" {
    scalars.removeLast()
  }
  func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.isWhiteSpace && !scalar.isControl }
  if isTrimmed {
    scalars = Array(scalars.drop(while: isBlank))
    while let last = scalars.last, isBlank(last) { scalars.removeLast() }
  }
  return scalars.flatMap { Array(String($0).utf8) }
}

/// The events of `pieces`, each of which can be read alone.
private func events(of pieces: [ArraySlice<UInt8>], in input: inout TerminalInput) throws -> [Event] {
  var events: [Event] = []
  var ends: [Int32] = [-1, -1]
  try demand(unsafe pipe(&ends) == 0, "there is no pipe")
  defer { ends.forEach { close($0) } }
  for piece in pieces {
    var rest = piece
    while !rest.isEmpty {
      let written = unsafe Array(rest).withUnsafeBytes {
        unsafe write(ends[1], $0.baseAddress, min($0.count, 4096))
      }
      rest = rest.dropFirst(written)
      try demand(input.read(from: ends[0], at: Instant(nanoseconds: 0)), "nothing can be read any more")
      while let event = input.next() { events.append(event) }
    }
  }
  return events
}

extension Array<UInt8> {
  init(copying span: Span<UInt8>) { self = span.indices.map { span[$0] } }
}
