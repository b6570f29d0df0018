import Glibc
import TestSupport
import Testing
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

@testable import Watchword
@testable import WatchwordCLI

typealias Step = ScriptedTerminal.Step

/// A GETPIN whose person is a script and whose agent is a list of lines.
///
/// The agent has sent all its lines beforehand: what it answers to inquiries stands behind GETPIN.
struct PlayedDialog {
  /// What was drawn; `nil` where no form was shown.
  let terminal: ScriptedTerminal?
  /// What the server said to GETPIN.
  let lines: [String]

  var frame: Frame { terminal?.lastFrame ?? Frame(size: Size(columns: 80, rows: 24)) }
  /// All words that stood on the screen at the end, so that a text is found wherever its lines break.
  var words: String { Self.words(of: frame) }
  var texts: [String] { terminal?.texts ?? [] }
  /// What the agent was asked.
  var inquiries: [String] { lines.filter { $0.hasPrefix("INQUIRE ") } }

  static func words(of frame: Frame) -> String {
    frame.rows.joined(separator: " ").split(separator: " ").joined(separator: " ")
  }

  /// Plays `script` to the form that the agent asks for by `commands`. The agent answers inquiries by `answers`, line by
  /// line, and then says BYE, or is gone.
  init(
    _ commands: [String], answers: [String] = [], isGone: Bool = false,
    size: Size = Size(columns: 80, rows: 24), script: [Step]
  ) throws {
    let stage = PlayedStage(script, size)
    let sent = commands + ["GETPIN"] + answers + (isGone ? [] : ["BYE"])
    var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
    #expect(unsafe pipe(&input) == 0 && pipe(&output) == 0)
    let bytes = Array((sent.joined(separator: "\n") + "\n").utf8)
    #expect(unsafe write(input[1], bytes, bytes.count) == bytes.count)
    close(input[1])
    let server = PinentryServer(dialogs: stage, version: "0.1.0", locking: .ifPossible)
    _ = server.run(input: input[0], output: output[1])
    var received = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(output[0], &received, received.count)
    close(output[0])
    let all = String(decoding: received.prefix(max(0, count)), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    lines = all.dropFirst(1 + commands.count).filter { $0 != "OK closing connection" }
    terminal = stage.terminal
  }
}

/// The dialogs, on a terminal that plays a script.
private final class PlayedStage: PinentryDialogs {
  private let script: [Step]
  private let size: Size
  private(set) var terminal: ScriptedTerminal?

  init(_ script: [Step], _ size: Size) { (self.script, self.size) = (script, size) }

  func passphrase(_ request: PinentryRequest, _ agent: Agent) throws(PinentryError) -> Passphrase {
    let form = TerminalDialogs().passphraseForm(request)
    let inquiries = try AgentInquiries(agent, for: request, locking: .ifPossible)
    let outcome: Outcome
    do throws(WatchwordError) {
      outcome = try play(form, request, inquiries)
    } catch {
      throw .noMemory
    }
    return try TerminalDialogs.passphrase(of: outcome, for: request, inquiries)
  }

  private func play(
    _ form: FormDescription, _ request: PinentryRequest, _ inquiries: AgentInquiries
  ) throws(WatchwordError) -> Outcome {
    let state = form.makeForm()
    let memory: SecretMemory
    do throws(SecretError) {
      memory = try SecretMemory(for: Session.capacities(of: state), locking: .ifPossible)
    } catch {
      throw .memory(error)
    }
    let meter: any Meter = request[.quality] == nil ? LengthMeter() : inquiries
    let session = try Session(
      state,
      appearance: Appearance(glyphs: .unicode, width: .standard, mask: request[.mask]?.first),
      judge: Judge(meter: meter), Advisers(agent: inquiries), in: memory)
    var terminal = ScriptedTerminal(script, fieldCount: state.fields.count, size: size)
    defer { self.terminal = terminal }
    return try session.run(on: &terminal)
  }

  func confirm(_ request: PinentryRequest, hasOneButton: Bool) throws(PinentryError) { throw .general }
}
