/// A keyboard on which neighbouring keys make a walk, such as qwertz or 7410.
struct Keyboard: Sendable {
  /// How the rows of keys lie on each other.
  enum Shape {
    /// Each row stands half a key to the right of the one above: a key has six neighbours.
    case staggered
    /// The keys stand in columns: a key has eight neighbours.
    case square
  }

  let shape: Shape
  /// The place of each ASCII character: its row times 16, plus its column, plus 1; 0 where it has none.
  private var places = [UInt8](repeating: 0, count: 128)

  /// Makes a keyboard from its rows, from the top down.
  ///
  /// A row is written from the left, with a blank where there is no key. Each of `layers` is what all keys give
  /// together with one position of the shift key.
  init(_ shape: Shape, layers: [[String]]) {
    self.shape = shape
    for rows in layers {
      for (row, keys) in rows.enumerated() {
        for (column, key) in keys.utf8.enumerated() where key != 0x20 {
          places[Int(key)] = UInt8(row << 4 + column + 1)
        }
      }
    }
  }

  /// Whether the keys of two characters stand side by side. A key is no neighbour of its own.
  func areNeighbours(_ first: UInt8, _ second: UInt8) -> Bool {
    let (first, second) = (place(of: first), place(of: second))
    guard first > 0, second > 0 else { return false }
    let right = (second - 1) & 15 - (first - 1) & 15
    switch ((second - 1) >> 4 - (first - 1) >> 4, shape) {
    case (0, _): return abs(right) == 1
    case (-1, .staggered): return right == 0 || right == 1
    case (1, .staggered): return right == 0 || right == -1
    case (-1, .square), (1, .square): return abs(right) <= 1
    default: return false
    }
  }

  private func place(of character: UInt8) -> Int {
    character < 0x80 ? Int(places[Int(character)]) : 0
  }
}

extension Keyboard {
  /// The keyboards that the library knows; it has the sign + on keypads alone.
  static let all = [
    Keyboard(
      .staggered,
      layers: [
        ["`1234567890-=", " qwertyuiop[]\\", " asdfghjkl;'", " zxcvbnm,./"],
        ["~!@#$%^&*()_", " QWERTYUIOP{}|", " ASDFGHJKL:\"", " ZXCVBNM<>?"],
      ]),
    Keyboard(
      .staggered,
      layers: [
        ["`1234567890-=", " qwertyuiop[]", " asdfghjkl;'#", "\\zxcvbnm,./"],
        [" !\" $%^&*()_", " QWERTYUIOP{}", " ASDFGHJKL:@~", "|ZXCVBNM<>?"],
      ]),
    Keyboard(
      .staggered,
      layers: [
        ["`1234567890[]", " ',.pyfgcrl/=\\", " aoeuidhtns-", " ;qjkxbmwvz"],
        ["~!@#$%^&*(){}", " \"<>PYFGCRL? |", " AOEUIDHTNS_", " :QJKXBMWVZ"],
      ]),
    Keyboard(.square, layers: [[" /*-", "789+", "456", "123", " 0."]]),
    Keyboard(.square, layers: [[" =/*", "789-", "456+", "123", " 0."]]),
  ]
}
