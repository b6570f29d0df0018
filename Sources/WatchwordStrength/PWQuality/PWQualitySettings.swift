internal import Glibc
package import WatchwordBase

/// The settings of files like pwquality.conf, read as libpwquality 1.4.5 reads them.
package struct PWQualitySettings: Equatable, Sendable {
  package enum Key: String, CaseIterable, Sendable {
    case minlen, ucredit, lcredit, dcredit, ocredit, minclass, maxclassrepeat, maxrepeat, maxsequence,
      usersubstr
    case usercheck, gecoscheck, badwords, dictcheck, dictpath, difok, enforcing
    /// Only the PAM module uses these.
    case retry
    case enforceForRoot = "enforce_for_root"
    case localUsersOnly = "local_users_only"
  }

  enum Kind: Equatable {
    /// A number, with the default if no file sets it.
    case number(Int)
    case text
    /// The value is ignored.
    case anything
  }

  struct Row {
    var kind = Kind.number(0)
    /// The least number that has an effect, besides 0.
    var least: Int?
    /// The tests that this setting asks for, given all settings and the user.
    var tests: (PWQualitySettings, User?) -> [PWQualityTest] = { _, _ in [] }
  }

  package struct Place: Equatable, Sendable {
    package let path: String
    /// The number of the line, from 1; `nil` for the whole file.
    package let line: Int?
  }

  /// Something in a file or a line that is wrong, or has no effect.
  package struct Remark: Error, Equatable, Sendable {
    package let place: Place
    /// May contain text of the file.
    package let reason: String
  }

  /// The owner of the password, in bytes as the system has them.
  package struct User: Equatable, Sendable {
    package var name: [UInt8]
    /// The full-name field of /etc/passwd, unchanged.
    package var fullName: [UInt8]

    package init(name: some Sequence<UInt8>, fullName: some Sequence<UInt8> = []) {
      (self.name, self.fullName) = (Array(name), Array(fullName))
    }
  }

  /// The values that files have set, each a number or a text, and the place where it was set.
  private var values: [Key: (number: Int, text: [UInt8], place: Place)] = [:]

  package init() {}

  /// The number that was set, or the default; 0 for a setting that is no number.
  package subscript(key: Key) -> Int {
    if let value = values[key] { return value.number }
    return if case .number(let standard) = key.row.kind { standard } else { 0 }
  }

  package var isEmpty: Bool { values.isEmpty }

  /// The least number of bytes. A value below 6 counts as 6.
  var minimumLength: Int { max(self[.minlen], Key.minlen.row.least ?? 0) }

  var badWords: PWQualityWords { PWQualityWords(.forbidden, in: values[.badwords]?.text ?? []) }

  /// How many bytes of each class may count twice. Classes without such bytes are left out.
  var credits: [CharacterClass: Int] { numbers { self[$0.row.credit] } }

  /// How many bytes of each class are required. Classes without required bytes are left out.
  fileprivate var minima: [CharacterClass: Int] { numbers { -self[$0.row.credit] } }

  private func numbers(_ number: (CharacterClass) -> Int) -> [CharacterClass: Int] {
    Dictionary(uniqueKeysWithValues: CharacterClass.allCases.map { ($0, number($0)) }).filter { $0.value > 0 }
  }

  /// The most bytes that may be required: a field holds no more.
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
  /// All about the setting. The rows are in the order of the panel.
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
        // If as many kinds are required one by one already, a line for their number would say nothing new.
        let least = settings[.minclass]
        return least > max(1, settings.minima.count) ? [.kinds(atLeast: least)] : []
      }
    case .maxclassrepeat:
      // Version 1.4.5 ignores the value 1.
      return Row(least: 2) { settings, _ in
        settings[.maxclassrepeat] > 1 ? [.sameKind(atMost: settings[.maxclassrepeat])] : []
      }
    case .maxrepeat:
      return Row { settings, _ in
        settings[.maxrepeat] == 0 ? [] : [.sameByte(atMost: max(1, settings[.maxrepeat]))]
      }
    case .maxsequence:
      return Row { settings, _ in
        // No setting turns off the test for palindromes.
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
  /// The policy of these settings for `user`. Without a user, the policy has no criteria about names.
  ///
  /// Each setting that can refuse a password is a criterion. If `enforcing` is 0, the criteria are only shown, and only
  /// an empty password is refused. Dictionary words are looked up in the lists of the judge.
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
  /// Reads the text of a file, which need not be UTF-8. Its settings replace earlier ones. `path` is for messages.
  ///
  /// A line is the name of a setting, in upper or lower case, and its value after white space, an equals sign or both.
  /// Ignored are whatever follows a #, and white space at the ends of a line, with the CR of CR LF.
  ///
  /// - Throws: The first line that is wrong.
  package mutating func read(_ bytes: [UInt8], from path: String) throws(Remark) {
    // A long file can have very many short lines, which are not kept.
    var (rest, number) = (bytes[...], 0)
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      (rest, number) = (rest[line.endIndex...].dropFirst(), number + 1)
      let place = Place(path: path, line: number)
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
      // libpwquality accepts neither the least nor the greatest of these numbers.
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

  private var fault: (Key, String)? {
    if self[.minclass] > CharacterClass.allCases.count {
      let words: KeyValuePairs = ["setting": "minclass", "number": String(self[.minclass])]
      return (.minclass, text("'{setting}' is {number}, and there are 4 classes", words))
    }
    // With a number below 0, libpwquality fails to allocate the parts of the name.
    if self[.usersubstr] < 0 {
      return (.usersubstr, text("'{setting}' takes no number below 0", ["setting": "usersubstr"]))
    }
    let minima = minima
    // Of the settings that ask for the most, the first in this list: a dictionary's order changes with each process.
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

  /// Settings without effect, or with another effect than they say.
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
  /// White space in the C locale.
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

  /// Reads the files in the folder of the same name with `.d` appended, in the order of their names, and then the file
  /// at `path`, which may be absent if `isOptional`. Later settings win. As in libpwquality, a folder that cannot be
  /// opened is skipped, and so is an entry that cannot be opened or is a folder.
  ///
  /// - Returns: The settings, and remarks on them and on what was absent or skipped.
  /// - Throws: What is wrong with a file or a line, or that no password can meet the settings.
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
    /// Reads one file. Returns the reason if the file could not be read and that is harmless, otherwise `nil`.
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
    // libpwquality may be installed with nothing set. Saying so each time would be a nuisance.
    if settings.isEmpty, isAbsent || !isOptional {
      let fault = isAbsent ? "\(SystemError(number: ENOENT))" : text("Nothing is set")
      remarks.append(Remark(path, text("{reason}; libpwquality's own defaults are used", ["reason": fault])))
    }
    return (settings, remarks + settings.remarks)
  }

  /// Whether a file of the folder is read: its name ends in `.conf`, and has `.conf` nowhere else.
  private static func isPart(_ name: String) -> Bool {
    let ending = ".conf".utf8
    let start = name.utf8.indices.first { name.utf8[$0...].starts(with: ending) }
    return start.map { name.utf8[$0...].count } == ending.count
  }

  private static let sizeLimit = 1 << 20
}
