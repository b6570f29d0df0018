internal import Glibc
package import Testing
internal import WatchwordBase

/// What a test needs that a machine may lack. A test is passed over without it, and `Tests/run` counts it by the reason,
/// which begins with `program: ` or `machine: `.
package enum Needs {
  /// What no package brings.
  package enum Condition: String, CaseIterable, Sendable {
    case root
    /// unshare(1) can make a mount namespace; without root, a user namespace, too.
    case mountNamespace = "a mount namespace"
    /// unshare(1) can make a user namespace, and mount in it.
    case userNamespace = "a user namespace"
    /// The kernel has memory that nobody else can map: memfd_secret(2).
    case secretMemory = "secret memory"
    /// Other users can look into the folder of the built programs.
    case openFolder = "a folder open to others"
    case processors = "two processors"
    /// The variable WATCHWORD names the release.
    case release = "the release"
    /// docs/examples and Tests/Outside are built, which `make test` does.
    case examples = "the examples"
    /// The variable WATCHWORD_TREE names a system with the package, as `make release-check` makes it.
    case packagedTree = "a packaged tree"
    /// The variable WATCHWORD_SERVERS is set, as by `make servers` and `make recipes`.
    case servers
    /// The variable FRAMES is set, as by Tests/play.
    case frames = "a play of frames"
    /// A program that `make test-programs` does not install, because it is large or brings much with it.
    case largeProgram = "a large program"
    /// The description of a terminal that only a package of it brings.
    case terminfoEntry = "a terminfo entry"

    fileprivate var isMet: Bool {
      switch self {
      case .root: geteuid() == 0
      case .mountNamespace: BareSystem.canBe
      case .userNamespace: (try? Completion.of("unshare", ["-rm", "true"]).status) == 0
      case .secretMemory: OwnMemory.hasSecretMemory
      case .openFolder: ProgramFile.isOpenToOthers
      case .processors: sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1
      case .release: environment("WATCHWORD") != nil
      case .examples:
        ["SignUp", "Sandbox", "Daemon", "Useradd", "Card"].allSatisfy {
          unsafe access("\(PackageFile.root)/.build/examples/debug/\($0)", X_OK) == 0
        }
      case .packagedTree: !(environment("WATCHWORD_TREE") ?? "").isEmpty
      case .servers: environment("WATCHWORD_SERVERS") != nil
      case .frames: environment("FRAMES") != nil
      case .largeProgram, .terminfoEntry: false
      }
    }
  }

  /// The commands of packaging/needs by the name that a test asks for.
  private static let commands: [String: String] = {
    let lines = ((try? PackageFile.text("packaging/needs")) ?? "").split(separator: "\n")
    return Dictionary(
      lines.filter { $0.first?.isLetter == true }.map { line in
        let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: true)
        return (String(words[1]), words.count > 3 ? String(words[3]) : "command -v \(words[1])")
      }, uniquingKeysWith: { first, _ in first })
  }()

  private static let found = Guarded<[String: Bool]>([:])

  /// Whether a program of packaging/needs is there.
  package static func has(_ name: String) -> Bool {
    if let known = found.withLock({ $0[name] }) { return known }
    guard let command = commands[name] else { preconditionFailure("packaging/needs has no \(name)") }
    let script = "PATH=$PATH:/usr/sbin:/sbin; unpacked='\(PackageFile.root)/.build/unpacked'; \(command)"
    let path = ["PATH": environment("PATH") ?? ""]
    let isThere = (try? Completion.of("/bin/sh", ["-c", script], environment: path).status) == 0
    found.withLock { $0[name] = isThere }
    return isThere
  }

  /// Whether a missing program is red: `make test-programs`, `.ci/run` and `make release-check` want it so.
  fileprivate static var wantsAll: Bool { environment("WATCHWORD_ALL") == "1" }

  fileprivate static func reason(_ kind: String, _ missing: [String]) -> Comment {
    Comment(rawValue: "\(kind): \(missing.joined(separator: ", "))")
  }

  /// Passes the rest of the test or case over unless all programs are there.
  package static func programs(
    _ names: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try programs(names, sourceLocation: sourceLocation)
  }

  package static func programs(_ names: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let missing = names.filter { !has($0) }
    guard !missing.isEmpty else { return }
    if wantsAll { throw MissingProgram(names: missing) }
    try Test.cancel(reason("program", missing), sourceLocation: sourceLocation)
  }

  /// Passes the rest of the test or case over unless this large program is there.
  package static func largeProgram(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    if unsafe access("/usr/bin/\(name)", X_OK) == 0 { return }
    try machine(.largeProgram, sourceLocation: sourceLocation)
  }

  /// Passes the rest of the test or case over unless the machine has all of it.
  package static func machine(
    _ conditions: Condition..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let missing = conditions.filter { !$0.isMet }
    guard !missing.isEmpty else { return }
    try Test.cancel(reason("machine", missing.map(\.rawValue)), sourceLocation: sourceLocation)
  }
}

/// A program is missing although WATCHWORD_ALL is set: `make programs` installs it.
package struct MissingProgram: Error, CustomStringConvertible {
  let names: [String]

  package var description: String { "missing, see packaging/needs: \(names.joined(separator: ", "))" }
}

extension Trait where Self == ConditionTrait {
  /// Plays the test if these programs of packaging/needs are there.
  package static func programs(
    _ names: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    let missing = names.filter { !Needs.has($0) }
    return .enabled(Needs.reason("program", missing), sourceLocation: sourceLocation) {
      if !missing.isEmpty, Needs.wantsAll { throw MissingProgram(names: missing) }
      return missing.isEmpty
    }
  }

  /// Plays the test if the machine has all of this.
  package static func machine(
    _ conditions: Needs.Condition..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    let missing = conditions.filter { !$0.isMet }
    return .enabled(
      if: missing.isEmpty, Needs.reason("machine", missing.map(\.rawValue)), sourceLocation: sourceLocation)
  }
}
