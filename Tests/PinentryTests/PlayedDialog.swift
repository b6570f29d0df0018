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
    let (_, all) = serve(sent, by: stage)
    lines = all.dropFirst(1 + commands.count).filter { $0 != "OK closing connection" }
    terminal = stage.terminal
  }
}

/// Plays a dialog, and expects what is not `nil`: the lines that the server says, its questions to the agent, and what
/// stands on the screen at the end.
@discardableResult func play(
  _ commands: [String], _ script: [Step], answers: [String] = [], size: Size = Size(columns: 80, rows: 24),
  lines: [String]? = nil, inquiries: [String]? = nil, shows: [String] = [], hides: [String] = [],
  texts: [String]? = nil, beeps: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
) throws -> PlayedDialog {
  let played = try PlayedDialog(commands, answers: answers, size: size, script: script)
  let words = played.words
  #expect(lines == nil || played.lines == lines, sourceLocation: sourceLocation)
  #expect(inquiries == nil || played.inquiries == inquiries, sourceLocation: sourceLocation)
  #expect(shows.filter { !words.contains($0) } == [], sourceLocation: sourceLocation)
  #expect(hides.filter(words.contains) == [], sourceLocation: sourceLocation)
  #expect(texts == nil || played.texts == texts, sourceLocation: sourceLocation)
  #expect(beeps == nil || played.terminal?.beeps == beeps, sourceLocation: sourceLocation)
  return played
}

/// Whether a server serves `lines`, and what it says.
func serve(
  _ lines: [String], by dialogs: some PinentryDialogs, fault: String? = nil
) -> (isServed: Bool, said: [String]) {
  let (input, output) = (Pipe(), Pipe())
  input.write(lines.map { $0 + "\n" }.joined())
  input.closeWriting()
  let server = PinentryServer(dialogs: dialogs, locking: .ifPossible, fault: fault)
  // The server closes its own ends.
  let isServed = server.run(input: dup(input.reading), output: dup(output.writing))
  output.closeWriting()
  return (isServed, output.readLines())
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
