/// A compiled entry of the terminfo database, taken apart just as far as it is changed; see term(5).
///
/// Strings stay where they are in their tables. What is new goes behind them.
struct TerminfoEntry: Equatable {
  /// The places of the standard capabilities that are changed, as <term.h> counts them.
  private enum Place {
    static let maxColors = 13
    static let maxPairs = 14
    static let exitAttributes = 39
    static let originalPair = 297
    static let setForeground = 359
    static let setBackground = 360
  }

  /// One of the two sections of an entry: the standard capabilities, or those of the terminal alone.
  struct Section: Equatable {
    var booleans: [UInt8] = []
    var numbers: [Int32] = []
    /// Where each string begins in `table`; negative for one that is absent or cancelled.
    var strings: [Int16] = []
    /// In the second section: where the names of its capabilities begin in `table`, from the end of the strings.
    var names: [Int16] = []
    var table: [UInt8] = []
  }

  /// The terminal's names, with `|` between them.
  var names: [UInt8]
  var standard: Section
  var extended: Section

  private static let magicOf16Bits: Int16 = 0o432
  private static let magicOf32Bits: Int16 = 0o1036

  /// Takes apart the content of a file of the database; `nil` when it is none.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let magic = reader.short(), [Self.magicOf16Bits, Self.magicOf32Bits].contains(magic) else {
      return nil
    }
    let isWide = magic == Self.magicOf32Bits
    guard let counts = reader.counts(5), let names = reader.bytes(counts[0]),
      let booleans = reader.bytes(counts[1]), reader.align(),
      let numbers = reader.numbers(counts[2], isWide: isWide), let strings = reader.shorts(counts[3]),
      let table = reader.bytes(counts[4])
    else { return nil }
    self.names = names
    standard = Section(booleans: booleans, numbers: numbers, strings: strings, table: table)
    extended = Section()
    guard reader.align(), let further = reader.counts(5) else { return }
    guard let booleans = reader.bytes(further[0]), reader.align(),
      let numbers = reader.numbers(further[1], isWide: isWide), let strings = reader.shorts(further[2]),
      let names = reader.shorts(further[0] + further[1] + further[2]), let table = reader.bytes(further[4])
    else { return nil }
    extended = Section(booleans: booleans, numbers: numbers, strings: strings, names: names, table: table)
  }

  /// The content of a file of the database, in the form with numbers of 32 bits; `nil` when it has grown past
  /// what that form can say.
  var compiled: [UInt8]? {
    guard standard.table.count <= Int16.max, extended.table.count <= Int16.max else { return nil }
    var writer = Writer()
    writer.short(Int(Self.magicOf32Bits))
    writer.short(names.count)
    writer.counts(of: standard)
    writer.short(standard.strings.count)
    writer.short(standard.table.count)
    writer.bytes += names
    writer.content(of: standard)
    guard extended != Section() else { return writer.bytes }
    writer.align()
    writer.counts(of: extended)
    writer.short(extended.strings.count)
    writer.short(extended.strings.count(where: { $0 >= 0 }) + extended.names.count)
    writer.short(extended.table.count)
    writer.content(of: extended)
    return writer.bytes
  }

  /// Whether the terminal has colours at all, and a string that turns them off.
  var hasColors: Bool {
    standard.numbers.count > Place.maxColors && standard.numbers[Place.maxColors] >= 8
      && standard.strings.count > Place.originalPair && standard.strings[Place.originalPair] >= 0
  }

  /// Makes the entry say that the terminal has 24-bit colour, set with the sequences of ISO 8613-6 in the form
  /// that all such terminals know.
  ///
  /// ncurses takes a colour for 0xRRGGBB where the flag RGB is set; see user_caps(5). The grey that nearly every
  /// key press writes is sent as the same one of the 256 colours, in eight bytes less.
  mutating func addDirectColor() {
    set(Place.maxColors, to: 0x1000000)
    set(Place.maxPairs, to: 0x7FFF)
    set(Place.setForeground, to: Self.direct(introducedBy: "38"))
    set(Place.setBackground, to: Self.direct(introducedBy: "48"))
    // Mostly it also leaves the line-drawing set, which is never entered here.
    set(Place.exitAttributes, to: Array("\u{1B}[m\0".utf8))
    guard !hasExtendedBoolean("RGB") else { return }
    let place = extended.booleans.count
    extended.booleans.append(1)
    extended.names.insert(Int16(clamping: extended.table.count - startOfExtendedNames), at: place)
    extended.table += "RGB\0".utf8
  }

  /// Whether the flag `name` is among the capabilities of this terminal alone, and set.
  func hasExtendedBoolean(_ name: String) -> Bool {
    let start = startOfExtendedNames
    return zip(extended.booleans, extended.names).contains { flag, offset in
      let place = start + Int(offset)
      return flag == 1 && extended.table.indices.contains(place)
        && extended.table[place...].starts(with: name.utf8)
        && extended.table[(place + name.utf8.count)...].first == 0
    }
  }

  private static func direct(introducedBy parameter: String) -> [UInt8] {
    let shares = "2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d"
    let grey = "%p1%{\(Theme.grey.packed)}%="
    return Array("\u{1B}[\(parameter);%?\(grey)%t5;\(Theme.grey.nearestOf256)%e\(shares)%;m\0".utf8)
  }

  /// The names stand behind the strings, whose ends are not written down.
  private var startOfExtendedNames: Int {
    extended.strings.lazy.filter { $0 >= 0 }.reduce(0) { sum, start in
      sum + extended.table[min(Int(start), extended.table.count)...].prefix { $0 != 0 }.count + 1
    }
  }

  private mutating func set(_ place: Int, to number: Int32) {
    while standard.numbers.count <= place { standard.numbers.append(-1) }
    standard.numbers[place] = number
  }

  private mutating func set(_ place: Int, to string: [UInt8]) {
    while standard.strings.count <= place { standard.strings.append(-1) }
    standard.strings[place] = Int16(clamping: standard.table.count)
    standard.table += string
  }
}

extension TerminfoEntry {
  private struct Reader {
    let bytes: [UInt8]
    var offset = 0

    mutating func bytes(_ count: Int) -> [UInt8]? {
      guard count >= 0, bytes.count - offset >= count else { return nil }
      defer { offset += count }
      return Array(bytes[offset..<offset + count])
    }

    mutating func short() -> Int16? {
      bytes(2).map { Int16(bitPattern: UInt16($0[0]) | UInt16($0[1]) << 8) }
    }

    mutating func shorts(_ count: Int) -> [Int16]? {
      bytes(2 * count).map { raw in
        (0..<count).map { Int16(bitPattern: UInt16(raw[2 * $0]) | UInt16(raw[2 * $0 + 1]) << 8) }
      }
    }

    mutating func counts(_ count: Int) -> [Int]? {
      guard let values = shorts(count), values.allSatisfy({ $0 >= 0 }) else { return nil }
      return values.map(Int.init)
    }

    mutating func numbers(_ count: Int, isWide: Bool) -> [Int32]? {
      guard isWide else { return shorts(count)?.map(Int32.init) }
      guard let halves = shorts(2 * count) else { return nil }
      return (0..<count).map { Int32(UInt16(bitPattern: halves[2 * $0])) | Int32(halves[2 * $0 + 1]) << 16 }
    }

    /// Skips the byte that brings what follows to an even place.
    mutating func align() -> Bool { offset % 2 == 0 || bytes(1) != nil }
  }

  private struct Writer {
    var bytes: [UInt8] = []

    mutating func short(_ value: Int) {
      bytes.append(UInt8(truncatingIfNeeded: value))
      bytes.append(UInt8(truncatingIfNeeded: value >> 8))
    }

    mutating func counts(of section: Section) {
      short(section.booleans.count)
      short(section.numbers.count)
    }

    mutating func content(of section: Section) {
      bytes += section.booleans
      align()
      for number in section.numbers {
        short(Int(number))
        short(Int(number >> 16))
      }
      for offset in section.strings + section.names { short(Int(offset)) }
      bytes += section.table
    }

    mutating func align() { if bytes.count % 2 == 1 { bytes.append(0) } }
  }
}
