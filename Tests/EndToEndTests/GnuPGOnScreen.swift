import Glibc
import TestSupport
import Testing

/// GnuPG with a home of its own, whose agent asks by this program. The agent ends with the value.
final class GnuPG {
  /// The user ID of the keys.
  static let person = "somebody@example.org"

  private let folder = TemporaryFolder()
  private var environment: [String: String] { ["GNUPGHOME": folder.path] }

  /// Makes the home, with these lines in gpg-agent.conf.
  init(_ configuration: String...) throws {
    let pinentry = folder.path + "/pinentry-watchword"
    #expect(unsafe symlink(ProgramFile.path("watchword"), pinentry) == 0)
    // Else each agent measures for 0.1 s how slow the hash of a passphrase has to be.
    let lines = ["pinentry-program \(pinentry)", "s2k-count 65536"] + configuration
    _ = folder.write(lines.joined(separator: "\n") + "\n", to: "gpg-agent.conf")
  }

  deinit { _ = try? Completion.of("gpgconf", ["--kill", "all"], environment: setting) }

  private var setting: [String: String] { Stage().environment.merging(environment) { $1 } }

  func file(_ name: String) -> String { "\(folder.path)/\(name)" }

  /// Writes a file into the home, and returns its path.
  func write(_ text: String, to name: String) -> String { folder.write(text, to: name) }

  /// Starts gpg on a terminal of `type` with these arguments. A shell runs `script` after it.
  func open(
    _ arguments: String..., type: String = "xterm-256color", then script: String = "exit $?"
  ) throws -> TerminalEmulator {
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    return try shell("export GPG_TTY=$(tty) TERM=\(type); gpg \(words); \(script)")
  }

  /// Starts `script` in a shell on a terminal that nothing names.
  func shell(_ script: String) throws -> TerminalEmulator {
    try TerminalEmulator.shell(script, on: .with { $0.environment = setting })
  }

  /// Runs gpg to its end without a terminal. It gets `passphrase` if it asks.
  func run(_ arguments: String..., passphrase: String) throws -> Completion {
    try Completion.of(
      "gpg", ["--batch", "--pinentry-mode", "loopback", "--passphrase", passphrase] + arguments,
      environment: setting)
  }

  /// Makes a key with `passphrase`, without this program.
  func makeKey(_ passphrase: String) throws {
    let made = try run("--quick-gen-key", Self.person, "ed25519", passphrase: passphrase)
    #expect(made.status == 0, "\(made.errors)")
    try forget()
  }

  /// Makes the agent forget its passphrases.
  func forget() throws {
    let reload = try Completion.of("gpgconf", ["--reload", "gpg-agent"], environment: setting)
    #expect(reload.status == 0, "\(reload.errors)")
  }

  /// Whether `passphrase` unlocks the key.
  func isUnlocked(by passphrase: String) throws -> Bool {
    try forget()
    let text = write("text", to: "unlocked")
    return try run("--sign", "--output", file("signed"), "--yes", text, passphrase: passphrase).status == 0
  }

  func agent() throws -> ProcessState {
    let told = try Completion.of("gpg-connect-agent", ["GETINFO pid", "/bye"], environment: setting)
    let number = told.output.split(separator: "\n").first { $0.hasPrefix("D ") }
    return ProcessState(try #require(number.flatMap { Int32($0.dropFirst(2)) }))
  }

  /// The pinentry that a thread of `agent` has started.
  func pinentry(of agent: ProcessState) throws -> ProcessState {
    let children = try Completion.of("sh", ["-c", "cat /proc/\(agent.pid)/task/*/children"]).output
    return ProcessState(try #require(children.split { $0.isWhitespace }.first.flatMap { Int32($0) }))
  }
}
