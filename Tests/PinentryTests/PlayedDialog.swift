import Glibc
import TestSupport
import Testing
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

@testable import Watchword
@testable import WatchwordOptions
@testable import WatchwordServices

typealias Step = ScriptedTerminal.Step

/// A GETPIN whose user is a script and whose agent is a list of lines.
///
/// The agent has sent all its lines beforehand: its answers to inquiries follow GETPIN.
struct PlayedDialog {
  /// What was drawn; `nil` if no form was shown.
  let terminal: ScriptedTerminal?
  /// The server's lines after GETPIN.
  let lines: [String]

  var frame: Frame { terminal?.lastFrame ?? Frame(size: Size(columns: 80, rows: 24)) }
  /// All words on the screen at the end, so that a text is found wherever its lines break.
  var words: String { Self.words(of: frame) }
  var texts: [String] { terminal?.texts ?? [] }
  /// What the agent was asked.
  var inquiries: [String] { lines.filter { $0.hasPrefix("INQUIRE ") } }

  static func words(of frame: Frame) -> String {
    frame.rows.joined(separator: " ").split(separator: " ").joined(separator: " ")
  }

  /// Plays a `script` with an agent that answers when the script says so, and sends `after` when the dialog is over.
  init(_ commands: [String], after: [String] = [], script: (LateAgent) -> [Step]) throws {
    let agent = LateAgent()
    let stage = PlayedStage(script(agent), Size(columns: 80, rows: 24)) {
      agent.say(after)
      agent.input.closeWriting()
    }
    let (_, all) = serve(commands + ["GETPIN"], by: stage, on: agent.input)
    lines = all.dropFirst(1 + commands.count).filter { $0 != "OK closing connection" }
    terminal = stage.terminal
  }

  /// Plays `script` to the form that the agent asks for with `commands`. The agent answers inquiries with `answers`,
  /// line by line, and then says BYE or is gone.
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

/// Plays a dialog, and expects what is not `nil`: the server's lines, its questions to the agent, and the text on the
/// screen at the end.
@discardableResult func play(
  _ commands: [String], _ script: [Step], answers: [String] = [], size: Size = Size(columns: 80, rows: 24),
  lines: [String]? = nil, inquiries: [String]? = nil, shows: [String] = [], hides: [String] = [],
  texts: [String]? = nil, beeps: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
) throws -> PlayedDialog {
  let played = try PlayedDialog(commands, answers: answers, size: size, script: script)
  played.expect(
    lines: lines, inquiries: inquiries, shows: shows, hides: hides, texts: texts, beeps: beeps, sourceLocation
  )
  return played
}

extension PlayedDialog {
  fileprivate func expect(
    lines: [String]?, inquiries: [String]?, shows: [String], hides: [String], texts: [String]?, beeps: Int?,
    _ sourceLocation: SourceLocation
  ) {
    #expect(lines == nil || self.lines == lines, sourceLocation: sourceLocation)
    #expect(inquiries == nil || self.inquiries == inquiries, sourceLocation: sourceLocation)
    #expect(shows.filter { !words.contains($0) } == [], sourceLocation: sourceLocation)
    #expect(hides.filter(words.contains) == [], sourceLocation: sourceLocation)
    #expect(texts == nil || self.texts == texts, sourceLocation: sourceLocation)
    #expect(beeps == nil || terminal?.beeps == beeps, sourceLocation: sourceLocation)
  }
}

/// The same with an agent that answers late.
@discardableResult func play(
  _ commands: [String], lines: [String]? = nil, inquiries: [String]? = nil, shows: [String] = [],
  hides: [String] = [], texts: [String]? = nil, beeps: Int? = nil, after: [String] = [],
  sourceLocation: SourceLocation = #_sourceLocation, script: (LateAgent) -> [Step]
) throws -> PlayedDialog {
  let played = try PlayedDialog(commands, after: after, script: script)
  played.expect(
    lines: lines, inquiries: inquiries, shows: shows, hides: hides, texts: texts, beeps: beeps, sourceLocation
  )
  return played
}

/// An agent that speaks while a script is played.
struct LateAgent: Sendable {
  let input = Pipe()

  func say(_ lines: [String]) { input.write(lines.map { $0 + "\n" }.joined()) }

  /// The step in which it says `lines`.
  func says(_ lines: String...) -> Step { says(lines) }

  func says(_ lines: [String]) -> Step {
    .tickUntil(
      ScriptedTerminal.Condition("the agent says \(lines)") {
        say(lines)
        return true
      })
  }
}

/// Whether a server serves `lines`, and what it says.
func serve(
  _ lines: [String], by dialogs: some PinentryDialogs, fault: String? = nil, on late: Pipe? = nil
) -> (isServed: Bool, said: [String]) {
  let (input, output) = (late ?? Pipe(), Pipe())
  input.write(lines.map { $0 + "\n" }.joined())
  if late == nil { input.closeWriting() }
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
  private let didEnd: () -> Void
  private(set) var terminal: ScriptedTerminal?

  init(_ script: [Step], _ size: Size, didEnd: @escaping () -> Void = {}) {
    (self.script, self.size, self.didEnd) = (script, size, didEnd)
  }

  func passphrase(_ request: PinentryRequest, _ agent: Agent) throws(PinentryError) -> Passphrase {
    defer { didEnd() }
    let dialogs = TerminalDialogs()
    let options = try dialogs.options(isNew: request[.repeatLabel] != nil)
    let form = options.form(for: dialogs.passphraseInquiry(request))
    let inquiries = try AgentAuthority(agent, for: request, locking: .ifPossible)
    let answer: Answer
    do throws(Ending) {
      answer = try play(form, request, inquiries)
    } catch {
      throw error.failure == nil ? inquiries.failure ?? .cancelled : .noMemory
    }
    return try TerminalDialogs.passphrase(of: answer, for: request)
  }

  private func play(
    _ form: FormDescription, _ request: PinentryRequest, _ inquiries: AgentAuthority
  ) throws(Ending) -> Answer {
    let state = form.makeForm()
    let memory: SecretMemory
    do throws(SecretError) {
      memory = try SecretMemory(for: Session.capacities(of: state), locking: .ifPossible)
    } catch {
      throw .failed(.memory(error))
    }
    let meter: any Meter = request[.quality] == nil ? LengthMeter() : inquiries
    var advisers = Advisers(authority: inquiries)
    advisers.checkWithdrawal = { inquiries.isGone }
    let session = try Session(state, width: .standard, judge: Judge(meter: meter), advisers, in: memory)
    let appearance = Appearance(glyphs: .unicode, width: .standard, mask: request[.mask]?.first)
    var terminal = ScriptedTerminal(script, fieldCount: state.fields.count, size: size)
    defer { self.terminal = terminal }
    return try FormScreen(session, appearance: appearance).run(on: &terminal)
  }

  func confirm(_ request: PinentryRequest, hasOneButton: Bool) throws(PinentryError) { throw .general }
}
