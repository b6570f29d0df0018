package import WatchwordBase
package import WatchwordStrength
internal import WatchwordSystem

/// A pwquality file named by the option `--policy`, with the files in the folder of the same name with `.d` appended.
package struct PolicyFile: Equatable, Sendable {
  package let path: String
  /// Whether this is the system's file, which may be missing.
  let isOfSystem: Bool
  private var settings = PWQualitySettings()
  private var user: PWQualitySettings.User?
  /// The settings of a line of pam.d(5) on top of the file; `nil` if the file was named directly.
  private var arguments: [String]?

  package static let systemName = "system"
  /// Describes the file names accepted in place of a policy's name.
  package static var description: String {
    text("a path with a slash or '{ending}' at its end", ["ending": ending])
  }
  private static let ending = ".conf"

  /// Takes a path, or the name of the system's file; `nil` for anything else.
  package init?(named text: String) {
    isOfSystem = text == Self.systemName
    guard isOfSystem || text.utf8.contains(UInt8(ascii: "/")) || text.hasSuffix(Self.ending) else {
      return nil
    }
    path = isOfSystem ? PWQualitySettings.systemPath : text
  }

  /// Takes the system's file and the arguments of pam_pwquality, if passwd uses that module.
  package init?(ofPasswd service: PAMService) {
    guard let arguments = service.arguments(of: "pam_pwquality", in: "passwd") else { return nil }
    self.init(named: Self.systemName)
    self.arguments = arguments
  }

  package var name: String { isOfSystem ? Self.systemName : path }

  /// Reads the file and the user's names. Returns remarks on the file, one line each.
  package mutating func read() throws(ProgramError) -> [String] {
    let remarks: [PWQualitySettings.Remark]
    do throws(PWQualitySettings.Remark) {
      (settings, remarks) = try PWQualitySettings.read(path, isOptional: isOfSystem)
      for argument in arguments ?? [] {
        // Ignores unknown arguments, as the module does, which also has arguments that are no settings.
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
    // A user who is not in /etc/passwd has at least a name.
    let account = ProcessNames.account ?? ProcessNames.login.map { (Array($0.utf8), []) }
    user = account.map { PWQualitySettings.User(name: $0.name, fullName: $0.fullName) }
    return arguments == nil ? remarks.map(\.line) : []
  }

  /// Where the policy is written, and which program defines its meaning.
  package func source(in texts: Texts) -> String {
    texts("{file}, as {program} reads it", ["file": path, "program": "libpwquality 1.4.5"])
  }

  /// The policy. If `ofOthers`, ignores the user's names, because the passwords are those of other users.
  package func policy(_ texts: Texts, ofOthers: Bool = false) -> Policy {
    settings.policy(texts, user: ofOthers ? nil : user)
  }
}

extension PWQualitySettings.Remark {
  /// The remark as a line, safe for a terminal.
  fileprivate var line: String {
    guard let line = place.line else {
      return text("{place}: {remark}", ["place": file, "remark": reason.escaped])
    }
    return Configuration.Place(file: place.path, line: line).remark(reason.escaped)
  }

  fileprivate var file: String { place.path.quoted }
}
