/// One cell of a frame in 64 plain bits, so that frames are compared at the speed of memory.
package struct Cell: Equatable, Sendable {
  /// The most fields whose texts a frame can show.
  package static let fieldLimit = Int(UInt8.max) + 1

  /// What a cell shows. A frame contains no secret. Where secret text is visible, its cells are `secret` holes, which
  /// only the painter fills.
  package enum Glyph: Equatable, Sendable {
    /// A scalar of one or two columns. The second column of a wide one is `continuation`.
    case scalar(Unicode.Scalar)
    /// A grapheme cluster of several scalars, by its index in ``Frame/clusters``.
    case cluster(UInt16)
    /// The grapheme cluster number `index` in the text of field number `field`.
    case secret(field: UInt8, index: UInt16)
    /// The second or a later column of the glyph that begins to its left.
    case continuation
  }

  // Bits 0–31 hold the scalar, the index, or index and field; 32–33 the kind; 40–47 the role;
  // 48–55 the blend; 56–63 the bar.
  private var bits: UInt64

  package init(_ glyph: Glyph = .scalar(" "), style: Style = .plain) {
    let payload: UInt64
    let kind: UInt64
    switch glyph {
    case .scalar(let scalar): (kind, payload) = (0, UInt64(scalar.value))
    case .cluster(let index): (kind, payload) = (1, UInt64(index))
    case .secret(let field, let index): (kind, payload) = (2, UInt64(index) | UInt64(field) << 16)
    case .continuation: (kind, payload) = (3, 0)
    }
    let look = UInt64(style.role.rawValue) | UInt64(style.blend) << 8 | UInt64(style.bar.rawValue) << 16
    bits = payload | kind << 32 | look << 40
  }

  package var glyph: Glyph {
    switch bits >> 32 & 3 {
    case 0: .scalar(Unicode.Scalar(UInt32(truncatingIfNeeded: bits)) ?? " ")
    case 1: .cluster(UInt16(truncatingIfNeeded: bits))
    case 2: .secret(field: UInt8(truncatingIfNeeded: bits >> 16), index: UInt16(truncatingIfNeeded: bits))
    default: .continuation
    }
  }

  package var isSecret: Bool { bits >> 32 & 3 == 2 }

  package var isContinuation: Bool { bits >> 32 & 3 == 3 }

  package var style: Style {
    Style(
      Style.Role(rawValue: UInt8(truncatingIfNeeded: bits >> 40)) ?? .plain,
      bar: Style.Bar(rawValue: UInt8(bits >> 56)) ?? .first, blend: UInt8(truncatingIfNeeded: bits >> 48))
  }
}
