internal import Glibc
package import WatchwordMessages
internal import WatchwordSecrets

/// What files like pwquality.conf ask for, read as libpwquality 1.4.5 reads them.
package struct PWQualitySettings: Equatable, Sendable {
  /// A setting. Each is a row of the table below.
  package enum Key: String, CaseIterable, Sendable {
    case minlen, ucredit, lcredit, dcredit, ocredit, minclass, maxclassrepeat, maxrepeat, maxsequence,
      usersubstr
    case usercheck, gecoscheck, badwords, dictcheck, dictpath, difok, enforcing
    /// Of the PAM module.
    case retry
    case enforceForRoot = "enforce_for_root"
    case localUsersOnly = "local_users_only"
  }

  /// What stands behind the name of a setting.
  enum Kind: Equatable {
    /// A number, which is this one where no file sets it.
    case number(Int)
    case text
    /// Whatever it is, nobody looks at it.
    case anything
  }

  struct Row {
    var kind = Kind.number(0)
    /// The least number that has an effect, beside 0.
    var least: Int?
    /// What the settings ask of a password, as far as this one says it.
    var tests: (PWQualitySettings, User?) -> [PWQualityTest] = { _, _ in [] }
  }

  package struct Place: Equatable, Sendable {
    package let path: String
    /// The number of the line, from 1 on; `nil` for the file as a whole.
    package let line: Int?
  }

  /// What is wrong with a file or a line, or has no effect.
  package struct Remark: Error, Equatable, Sendable {
    package let place: Place
    /// What is said of it; it may have text of the file in it.
    package let reason: String
  }

  /// The person whose password it is, in bytes as the system has them.
  package struct User: Equatable, Sendable {
    package var name: [UInt8]
    /// The field of /etc/passwd that has the full name, with whatever else stands there.
    package var fullName: [UInt8]

    package init(name: some Sequence<UInt8>, fullName: some Sequence<UInt8> = []) {
      (self.name, self.fullName) = (Array(name), Array(fullName))
    }
  }

  /// What was set: a number, or a text, and where.
  private var values: [Key: (number: Int, text: [UInt8], place: Place)] = [:]

  /// What libpwquality asks for where no file sets anything.
  package init() {}

  /// A number as it was set, or else its standard value; 0 for what is no number.
  package subscript(key: Key) -> Int {
    if let value = values[key] { return value.number }
    return if case .number(let standard) = key.row.kind { standard } else { 0 }
  }

  package var isEmpty: Bool { values.isEmpty }

  /// The least number of bytes, which cannot be set below 6.
  var minimumLength: Int { max(self[.minlen], Key.minlen.row.least ?? 0) }

  var badWords: PWQualityWords { PWQualityWords(.forbidden, in: values[.badwords]?.text ?? []) }

  /// How many bytes of a class may count twice, where any may.
  var credits: [CharacterClass: Int] { numbers { self[$0.row.credit] } }

  /// How many bytes of a class there have to be, where there have to be any.
  fileprivate var minima: [CharacterClass: Int] { numbers { -self[$0.row.credit] } }

  private func numbers(_ number: (CharacterClass) -> Int) -> [CharacterClass: Int] {
    Dictionary(uniqueKeysWithValues: CharacterClass.allCases.map { ($0, number($0)) }).filter { $0.value > 0 }
  }

  /// The most bytes that may be asked for: a field holds no more.
  private static let mostBytes = 4_096
  private static let longestLine = 1_022

  package static func == (one: PWQualitySettings, other: PWQualitySettings) -> Bool {
    Key.allCases.allSatisfy {
      one[$0] == other[$0] && one.values[$0]?.text ?? [] == other.values[$0]?.text ?? []
    }
  }
}

extension PWQualitySettings.Remark {
  package init(_ path: String, _ reason: String) {
    self.init(place: PWQualitySettings.Place(path: path, line: nil), reason: reason)
  }
}

extension PWQualitySettings.Key {
  /// All that is to know of the setting. The rows stand in the order of the panel.
  var row: PWQualitySettings.Row {
    typealias Row = PWQualitySettings.Row
    switch self {
    case .minlen:
      return Row(kind: .number(8), least: 6) { settings, _ in
        [.length(atLeast: settings.minimumLength, credits: settings.credits)]
      }
    case .ucredit, .lcredit, .dcredit, .ocredit:
      return Row { settings, _ in
        settings.minima.filter { $0.key.row.credit == self }.map { .bytes(of: $0.key, atLeast: $0.value) }
      }
    case .minclass:
      return Row { settings, _ in
        // Where that many kinds are asked for by themselves, a line for their number would say it twice.
        let least = settings[.minclass]
        return least > max(1, settings.minima.count) ? [.kinds(atLeast: least)] : []
      }
    case .maxclassrepeat:
      // Version 1.4.5 passes over a 1.
      return Row(least: 2) { settings, _ in
        settings[.maxclassrepeat] > 1 ? [.sameKind(atMost: settings[.maxclassrepeat])] : []
      }
    case .maxrepeat:
      return Row { settings, _ in
        settings[.maxrepeat] == 0 ? [] : [.sameByte(atMost: max(1, settings[.maxrepeat]))]
      }
    case .maxsequence:
      return Row { settings, _ in
        // No setting is about a palindrome, which is always refused.
        (settings[.maxsequence] == 0 ? [] : [.sequence(atMost: max(1, settings[.maxsequence]))])
          + [.noPalindrome]
      }
    case .usersubstr: return Row(least: PWQualityWords.minimumCount)
    case .usercheck:
      return Row(kind: .number(1)) { settings, user in
        guard let user, settings[.usercheck] != 0 else { return [] }
        return [.without(PWQualityWords(userName: user.name, inPartsOf: settings[.usersubstr]))]
      }
    case .gecoscheck:
      return Row { settings, user in
        guard let user, settings[.gecoscheck] != 0 else { return [] }
        return [.without(PWQualityWords(.fullName, in: user.fullName))]
      }
    case .badwords: return Row(kind: .text) { settings, _ in [.without(settings.badWords)] }
    case .dictpath: return Row(kind: .text)
    case .difok, .dictcheck, .enforcing, .retry: return Row(kind: .number(1))
    case .enforceForRoot, .localUsersOnly: return Row(kind: .anything)
    }
  }
}

extension PWQualitySettings {
  /// The policy of these settings for `user`; without one nothing is asked of names.
  ///
  /// Each setting that can refuse a password is a criterion. Where `enforcing` is 0 they are shown, and nothing but an
  /// empty password is refused. Words of a dictionary are looked up in the lists of the judge.
  package func policy(_ texts: Texts = .english, user: User? = nil) -> Policy {
    var groups = Key.allCases.flatMap { $0.row.tests(self, user) }.filter(\.asksForAnything)
      .map { Policy.Group(.pwquality($0), texts) }
    if self[.dictcheck] != 0 { groups.append(Policy.Group(.unlisted, texts)) }
    var againstOld = Policy.Group(.notOld(changes: self[.difok]), texts)
    if self[.enforcing] == 0 {
      for index in groups.indices { groups[index].isEnforced = false }
      againstOld.isEnforced = false
    }
    var policy = Policy(groups, texts)
    policy.againstOldPasswords = againstOld
    return policy
  }
}

extension PWQualitySettings {
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
        let reason = text("the line has more than {count} bytes", ["count": String(Self.longestLine)])
        throw Remark(place: place, reason: reason)
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
    guard let key = Key(rawValue: String(decoding: name.map(\.lowercased), as: UTF8.self)) else {
      let name = String(decoding: name, as: UTF8.self)
      throw Remark(place: place, reason: text("there is no setting '{setting}'", ["setting": name]))
    }
    switch key.row.kind {
    case .number:
      // The two ends of the range are no numbers for the library.
      guard let number = Int32(String(decoding: value, as: UTF8.self)), number != .max, number != .min else {
        let reason = text("'{setting}' takes a whole number", ["setting": key.rawValue])
        throw Remark(place: place, reason: reason)
      }
      values[key] = (Int(number), [], place)
    case .text: values[key] = (0, Array(value), place)
    case .anything: break
    }
  }

  package func checkThatItCanBeMet() throws(Remark) {
    guard let (key, reason) = fault, let place = values[key]?.place else { return }
    throw Remark(place: place, reason: reason)
  }

  /// The first setting that no password can meet, and why.
  private var fault: (Key, String)? {
    if self[.minclass] > CharacterClass.allCases.count {
      let words: KeyValuePairs = ["setting": "minclass", "number": String(self[.minclass])]
      return (.minclass, text("'{setting}' is {number}, and there are 4 classes", words))
    }
    // The library then finds no memory for the parts of the name.
    if self[.usersubstr] < 0 {
      return (.usersubstr, text("'{setting}' takes no number below 0", ["setting": "usersubstr"]))
    }
    let minima = minima
    // Of several that ask for as much it is the first: a dictionary has another order in each process.
    let mostAsked = [CharacterClass.digit, .upper, .lower, .special]
      .max { minima[$0, default: 0] < minima[$1, default: 0] }?.row.credit
    let tooMuch =
      minimumLength - credits.values.reduce(0, +) > Self.mostBytes
      ? Key.minlen : minima.values.reduce(0, +) > Self.mostBytes ? mostAsked : nil
    return tooMuch.map { key in
      let words: KeyValuePairs = ["setting": key.rawValue, "count": String(Self.mostBytes)]
      return (key, text("'{setting}' asks for more bytes than the {count} of a password", words))
    }
  }

  /// What was set and has no effect, or another one than it says.
  package var remarks: [Remark] {
    Key.allCases.compactMap { key in
      guard let value = values[key], let reason = remark(on: key, value.number, value.text) else {
        return nil
      }
      return Remark(place: value.place, reason: reason)
    }
  }

  private func remark(on key: Key, _ number: Int, _ value: [UInt8]) -> String? {
    if key == .dictpath, !value.isEmpty {
      return text(
        "'{setting}' has no effect: cracklib's dictionaries are not read", ["setting": key.rawValue])
    }
    guard let least = key.row.least, number < least else { return nil }
    let words: KeyValuePairs = ["setting": key.rawValue, "count": String(least)]
    if key == .minlen { return text("'{setting}' is {count} here, the least that there is", words) }
    return number == 0 ? nil : text("'{setting}' has no effect below {count}", words)
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

extension PWQualitySettings {
  package static let systemPath = "/etc/security/pwquality.conf"

  /// Reads the file at `path`, and before it those of the folder of the same name with `.d` behind it, in the order of
  /// their names. A later setting wins, so that the file at `path` has the last word.
  ///
  /// A folder that cannot be opened is passed over, as libpwquality does, and what of it cannot be opened or is a folder
  /// itself. That is said.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isOptional: Whether the file may be absent, which is said too.
  /// - Returns: The settings, and what is to say about them.
  /// - Throws: What is wrong with a file, or with a line of it, or that no password can meet the settings.
  package static func read(
    _ path: String, isOptional: Bool = false
  ) throws(Remark) -> (settings: PWQualitySettings, remarks: [Remark]) {
    var settings = PWQualitySettings()
    var remarks: [Remark] = []
    func passOver(_ path: String, _ failure: FileError) {
      let reason = text(
        "passed over, as {program} does: {reason}", ["program": "libpwquality", "reason": "\(failure)"])
      remarks.append(Remark(path, reason))
    }
    /// Reads one file. Answers why it could not be read, where that is no error.
    func read(_ path: String, unless isHarmless: (FileError) -> Bool) throws(Remark) -> FileError? {
      let bytes: [UInt8]
      do throws(FileError) {
        let (file, _) = try openFile(path, atMost: sizeLimit)
        defer { close(file) }
        bytes = try bytesToEnd(of: file, atMost: sizeLimit)
      } catch {
        if isHarmless(error) { return error }
        throw Remark(path, "\(error)")
      }
      try settings.read(bytes, from: path)
      return nil
    }
    let folder = path + ".d"
    var parts: [String] = []
    do throws(FileError) {
      parts = try entries(of: folder).filter(isPart)
    } catch {
      if !error.isAbsence { passOver(folder, error) }
    }
    for part in parts.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }).map({ "\(folder)/\($0)" }) {
      if let failure = try read(part, unless: { if case .system = $0 { true } else { false } }) {
        passOver(part, failure)
      }
    }
    let isAbsent = try read(path, unless: { isOptional && $0.isAbsence }) != nil
    try settings.checkThatItCanBeMet()
    // Where libpwquality is installed with nothing set, nobody wants to read that each time.
    if settings.isEmpty, isAbsent || !isOptional {
      let fault = isAbsent ? "\(SystemError(number: ENOENT))" : text("Nothing is set")
      remarks.append(Remark(path, text("{reason}; libpwquality's own defaults are used", ["reason": fault])))
    }
    return (settings, remarks + settings.remarks)
  }

  /// Whether a file of the folder is read: `.conf` stands at the end of its name alone.
  private static func isPart(_ name: String) -> Bool {
    let ending = ".conf".utf8
    let start = name.utf8.indices.first { name.utf8[$0...].starts(with: ending) }
    return start.map { name.utf8[$0...].count } == ending.count
  }

  private static let sizeLimit = 1 << 20
}
