internal import WatchwordMessages

/// What files like pwquality.conf ask for, read as libpwquality 1.4.5 reads them.
package struct PWQualitySettings: Equatable, Sendable {
  /// A setting that is a number.
  package enum Number: String, CaseIterable, Sendable {
    case difok, minlen, dcredit, ucredit, lcredit, ocredit, minclass, maxrepeat, maxclassrepeat, maxsequence
    case gecoscheck, dictcheck, usercheck, usersubstr, enforcing
    /// Of the PAM module.
    case retry

    /// What it is where no file sets it.
    var standard: Int {
      switch self {
      case .minlen: 8
      case .difok, .dictcheck, .usercheck, .enforcing, .retry: 1
      default: 0
      }
    }
  }

  /// A setting that is a text.
  enum Text: String, CaseIterable {
    case badwords, dictpath
  }

  /// A setting that is there or not, whatever stands behind it. Those that there are belong to the PAM module.
  enum Switch: String, CaseIterable {
    case enforceForRoot = "enforce_for_root"
    case localUsersOnly = "local_users_only"
  }

  /// A file, or a line of it.
  package struct Place: Equatable, Sendable {
    /// The path of the file.
    package let path: String
    /// The number of the line, from 1 on; `nil` for the file as a whole.
    package let line: Int?
  }

  /// What is wrong with a file or a line, or has no effect.
  package struct Remark: Error, Equatable, Sendable {
    /// Where it stands.
    package let place: Place
    /// What is said of it; it may have text of the file in it.
    package let reason: String

    /// A remark about the file at `path`.
    package init(_ path: String, _ reason: String) {
      self.init(place: Place(path: path, line: nil), reason: reason)
    }

    init(place: Place, reason: String) { (self.place, self.reason) = (place, reason) }
  }

  private var numbers: [Number: (value: Int, place: Place)] = [:]
  private var texts: [Text: (value: [UInt8], place: Place)] = [:]

  /// What libpwquality asks for where no file sets anything.
  package init() {}

  /// A number as it was set, or else its standard value.
  package subscript(number: Number) -> Int { numbers[number]?.value ?? number.standard }

  /// Whether no file sets anything.
  package var isEmpty: Bool { numbers.isEmpty && texts.isEmpty }

  /// The least number of bytes, which cannot be set below 6.
  var minimumLength: Int { max(self[.minlen], Self.leastLength) }

  /// The words that must not occur.
  var badWords: PWQualityWords { PWQualityWords(.forbidden, in: texts[.badwords]?.value ?? []) }

  /// The most bytes that may be asked for: a field holds no more.
  private static let mostBytes = 4_096
  private static let leastLength = 6
  /// The most bytes of a line.
  private static let longestLine = 1_022

  package static func == (one: PWQualitySettings, other: PWQualitySettings) -> Bool {
    Number.allCases.allSatisfy { one[$0] == other[$0] }
      && Text.allCases.allSatisfy { one.texts[$0]?.value == other.texts[$0]?.value }
  }

  /// Reads the text of a file. What it sets takes the place of what was set before.
  ///
  /// A line is the name of a setting, in upper or lower case, and its value behind white space, an equals sign or both.
  /// What stands behind the sign # is passed over. So is white space at the ends of a line, and the CR of lines that end
  /// in CR LF.
  ///
  /// - Parameters:
  ///   - bytes: The text; it need not be UTF-8.
  ///   - path: The path of the file, for what is said of its lines.
  /// - Throws: The first line that is wrong.
  package mutating func read(_ bytes: [UInt8], from path: String) throws(Remark) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let place = Place(path: path, line: index + 1)
      guard line.count <= Self.longestLine else {
        throw Remark(
          place: place,
          reason: text("the line has more than {count} bytes", ["count": String(Self.longestLine)]))
      }
      guard !line.contains(0) else { throw Remark(place: place, reason: text("the line has a NUL")) }
      let setting = line.prefix { $0 != UInt8(ascii: "#") }.withoutOuterWhiteSpace
      if !setting.isEmpty { try read(setting, place) }
    }
  }

  private mutating func read(_ setting: ArraySlice<UInt8>, _ place: Place) throws(Remark) {
    let name = setting.prefix { !$0.isWhiteSpace && $0 != UInt8(ascii: "=") }
    var value = setting[name.endIndex...].drop(while: \.isWhiteSpace)
    if value.first == UInt8(ascii: "=") { value = value.dropFirst().drop(while: \.isWhiteSpace) }
    let key = String(decoding: name.map(\.lowercased), as: UTF8.self)
    if let number = Number(rawValue: key) {
      // The two ends of the range are no numbers for the library.
      guard let parsed = Int32(String(decoding: value, as: UTF8.self)), parsed != .max, parsed != .min else {
        throw Remark(place: place, reason: text("'{setting}' takes a whole number", ["setting": key]))
      }
      numbers[number] = (Int(parsed), place)
    } else if let text = Text(rawValue: key) {
      texts[text] = (Array(value), place)
    } else if Switch(rawValue: key) == nil {
      let name = String(decoding: name, as: UTF8.self)
      throw Remark(place: place, reason: text("there is no setting '{setting}'", ["setting": name]))
    }
  }

  /// Throws where no password can meet what is asked for.
  package func checkThatItCanBeMet() throws(Remark) {
    if self[.minclass] > PWQualityByte.allCases.count, let place = numbers[.minclass]?.place {
      throw Remark(
        place: place,
        reason: text(
          "'{setting}' is {number}, and there are 4 classes",
          ["setting": "minclass", "number": String(self[.minclass])]))
    }
    // The library then finds no memory for the parts of the name.
    if self[.usersubstr] < 0, let place = numbers[.usersubstr]?.place {
      throw Remark(
        place: place, reason: text("'{setting}' takes no number below 0", ["setting": "usersubstr"]))
    }
    if minimumLength - credits.sum > Self.mostBytes, let place = numbers[.minlen]?.place {
      throw Self.tooMuch(.minlen, place)
    }
    let least = PWQualityByte.allCases.map(minimum)
    if least.reduce(0, +) > Self.mostBytes,
      let (_, kind) = zip(least, PWQualityByte.allCases).max(by: { $0.0 < $1.0 }),
      let place = numbers[kind.credit]?.place
    {
      throw Self.tooMuch(kind.credit, place)
    }
  }

  private static func tooMuch(_ setting: Number, _ place: Place) -> Remark {
    Remark(
      place: place,
      reason: text(
        "'{setting}' asks for more bytes than the {count} of a password",
        ["setting": setting.rawValue, "count": String(mostBytes)]))
  }

  /// How many bytes of each kind may count twice.
  var credits: PWQualityCounts {
    var credits = PWQualityCounts()
    for kind in PWQualityByte.allCases { credits[kind] = max(0, self[kind.credit]) }
    return credits
  }

  /// How many bytes of a kind there have to be.
  func minimum(of kind: PWQualityByte) -> Int { max(0, -self[kind.credit]) }

  /// What was set and has no effect, or another one than it says.
  package var remarks: [Remark] {
    var remarks: [Remark] = []
    if let (value, place) = numbers[.minlen], value < Self.leastLength {
      let reason = text(
        "'{setting}' is {count} here, the least that there is",
        ["setting": "minlen", "count": String(Self.leastLength)])
      remarks.append(Remark(place: place, reason: reason))
    }
    for (number, least) in [(Number.maxclassrepeat, 2), (.usersubstr, PWQualityWords.minimumCount)] {
      guard let (value, place) = numbers[number], value < least, value != 0 else { continue }
      let reason = text(
        "'{setting}' has no effect below {count}", ["setting": number.rawValue, "count": String(least)])
      remarks.append(Remark(place: place, reason: reason))
    }
    if let (value, place) = texts[.dictpath], !value.isEmpty {
      let reason = text(
        "'{setting}' has no effect: cracklib's dictionaries are not read", ["setting": "dictpath"])
      remarks.append(Remark(place: place, reason: reason))
    }
    return remarks
  }
}

extension PWQualityByte {
  /// The setting that says how bytes of the kind count.
  var credit: PWQualitySettings.Number {
    switch self {
    case .digit: .dcredit
    case .upper: .ucredit
    case .lower: .lcredit
    case .other: .ocredit
    }
  }
}

extension UInt8 {
  /// Whether the byte is white space in the C locale.
  fileprivate var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension ArraySlice<UInt8> {
  fileprivate var withoutOuterWhiteSpace: ArraySlice<UInt8> {
    let start = drop(while: \.isWhiteSpace)
    return start[..<((start.lastIndex { !$0.isWhiteSpace }).map { $0 + 1 } ?? start.startIndex)]
  }
}
