internal import WatchwordMessages
internal import WatchwordStrength
internal import WatchwordSystem

/// A file of pwquality that the option `--policy` names, with those of its folder.
struct PolicyFile: Equatable, Sendable {
  let path: String
  /// Whether it is the file of the system, which may be absent.
  let isOfSystem: Bool
  private var settings = PWQualitySettings()
  private var user: PWQualitySettings.User?
  /// What a line of pam.d(5) sets beside the file; `nil` where the file was asked for by itself.
  private var arguments: [String]?

  /// The name of the file that the system has.
  static let systemName = "system"
  /// What such a file is called by, where the name of a policy could stand.
  static var description: String {
    text("a path with a slash or '{ending}' at its end", ["ending": ending])
  }
  private static let ending = ".conf"

  /// Takes the path, or the name of the system's file; `nil` for what is neither.
  init?(named text: String) {
    isOfSystem = text == Self.systemName
    guard isOfSystem || text.utf8.contains(UInt8(ascii: "/")) || text.hasSuffix(Self.ending) else {
      return nil
    }
    path = isOfSystem ? PWQualitySettings.systemPath : text
  }

  /// Takes the file of the system, with what the line of pam_pwquality sets, where passwd asks that module.
  init?(ofPasswd service: PAMService) {
    guard let arguments = service.arguments(of: "pam_pwquality", in: "passwd") else { return nil }
    self.init(named: Self.systemName)
    self.arguments = arguments
  }

  var name: String { isOfSystem ? Self.systemName : path }

  /// Reads the file, and who the person is.
  ///
  /// - Returns: What is to say about the file, a line each.
  /// - Throws: What is wrong with it.
  mutating func read() throws(ProgramError) -> [String] {
    let remarks: [PWQualitySettings.Remark]
    do throws(PWQualitySettings.Remark) {
      (settings, remarks) = try PWQualitySettings.read(path, isOptional: isOfSystem)
      for argument in arguments ?? [] {
        // The module has arguments of its own, and passes over what it does not know.
        try? settings.read(Array(argument.utf8), from: path)
      }
      try settings.checkThatItCanBeMet()
    } catch {
      throw ProgramError(
        error.place.line == nil
          ? text(
            "cannot read the policy {file}: {reason}", ["file": error.file, "reason": error.reason.escaped])
          : error.line)
    }
    // A user whom the system knows from elsewhere than /etc/passwd has at least a name.
    let account = ProcessNames.account ?? ProcessNames.login.map { (Array($0.utf8), []) }
    user = account.map { PWQualitySettings.User(name: $0.name, fullName: $0.fullName) }
    return arguments == nil ? remarks.map(\.line) : []
  }

  /// Where the policy is written, and who says what that means.
  func source(in texts: Texts) -> String {
    texts("{file}, as {program} reads it", ["file": path, "program": "libpwquality 1.4.5"])
  }

  /// The policy; that for passwords of others asks nothing of the person's names.
  func policy(_ texts: Texts, ofOthers: Bool = false) -> Policy {
    settings.policy(texts, user: ofOthers ? nil : user)
  }
}

extension PWQualitySettings.Remark {
  /// The remark as a line, fit for a terminal.
  fileprivate var line: String {
    guard let line = place.line else {
      return text("{place}: {remark}", ["place": file, "remark": reason.escaped])
    }
    return Configuration.Place(file: place.path, line: line).remark(reason.escaped)
  }

  fileprivate var file: String { place.path.quoted }
}
