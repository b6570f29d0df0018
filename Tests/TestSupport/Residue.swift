package import Testing
package import WatchwordSecrets

extension Needle {
  /// A secret of letters, digits and a special character that occurs nowhere else.
  package static let known = Needle(inverted: [
    0x85, 0x8E, 0x95, 0x87, 0x88, 0x94, 0x89, 0x9D, 0x98, 0x92, 0x9F, 0xA5, 0xA8, 0xAE, 0xB4, 0xB5, 0xBB,
    0xC6,
    0xCE, 0xC9, 0x85, 0x8E, 0xAE, 0x94,
  ])

  package var complement: [UInt8] { inverted }
  /// Where it stands in the writable memory of this process.
  package var copies: [UInt] { OwnMemory.addresses(ofComplementOf: inverted) }
  package var reversed: Needle { Needle(inverted: inverted.reversed()) }
  package var lowercased: Needle {
    Needle(inverted: inverted.map { (0xA5...0xBE).contains($0) ? $0 ^ 0x20 : $0 })
  }

  /// Types it to the end of `text`.
  package func type(into text: inout SecretText) throws {
    for byte in inverted { try text.insert(Unicode.Scalar(~byte)) }
  }
}

/// Expects that no copy of ``Needle/known``, in any of its `forms`, is left in the memory of this process after `use`.
/// The process, an exit test's own, must already do without secret memory.
package func expectNoResidue(
  _ forms: [Needle] = [], sourceLocation: SourceLocation = #_sourceLocation,
  _ use: (borrowing SecretText) throws -> Void
) throws {
  do {
    var text = try SecretText()
    try Needle.known.type(into: &text)
    try use(text)
    // The text itself is found, so the scan works.
    #expect(Needle.known.copies.count == 1, sourceLocation: sourceLocation)
  }
  for form in [.known] + forms { #expect(form.copies == [], sourceLocation: sourceLocation) }
}
