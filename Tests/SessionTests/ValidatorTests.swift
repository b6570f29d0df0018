import Synchronization
import TestSupport
import Testing
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

extension FieldValidator {
  /// Makes a validator whose answer arrives with the next event. WaiterTests have one in a task.
  fileprivate static func later(_ validate: @escaping @Sendable (String) throws -> Validity) -> FieldValidator
  {
    FieldValidator(
      .later { text, end in
        end(Result { try validate(text) })
        return {}
      })
  }
}

/// A program's own validators, beside the form.
@Suite(.serialized) struct ValidatorTests {
  /// What happens to the texts that a validator is asked about.
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])

    func note(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
    /// Ticks until `line` was noted.
    func has(_ line: String) -> Step {
      .tickUntil(ScriptedTerminal.Condition(line) { self.all.contains(line) })
    }
  }

  private func form(_ validator: FieldValidator) -> FormState {
    var user = FormField.Configuration(.text, name: "user")
    user.validator = validator
    var form = FormDescription.custom(fields: [user])
    form.isAnimated = false
    return form.makeForm()
  }

  private let checked = Step.tickWhileShown("Checking…")

  /// A validator that notes what it is asked, and answers only when cancelled.
  private func endless(_ log: Log) -> FieldValidator {
    FieldValidator(
      .later { text, end in
        log.note("asked \(text)")
        return {
          log.note("cancelled \(text)")
          end(.success(.valid))
        }
      })
  }

  @Test func `J1 a form waits for what an asynchronous validator says of its text`() throws {
    let form = form(.later { $0 == "bob" ? .invalid("\($0) is taken") : .valid })
    let refused = try perform(.typing("bob") + [.enter, checked], on: form)
    #expect(refused.ending == .cancelled && refused.frame.errors == ["bob is taken"])
    let accepted = try perform(
      .typing("bob") + [.enter, checked] + .typing("by") + [.enter, checked], on: form)
    #expect(accepted.ending == .accepted("bobby", .weak))
  }

  @Test func `J1 a text that the form starts with is asked about too`() throws {
    var user = FormField.Configuration(.text, name: "user")
    user.validator = .later { _ in .invalid("bob is taken") }
    user.text = "bob"
    let played = try perform([.enter, checked], on: FormDescription.custom(fields: [user]).makeForm())
    #expect(played.frame.errors == ["bob is taken"] && played.ending == .cancelled)
  }

  @Test func `J1 a validator is cancelled when the text changes, and when the form ends`() throws {
    let log = Log()
    let played = try perform(
      .typing("ann") + [.wait(milliseconds: 200), log.has("asked ann")] + .typing("a")
        + [log.has("cancelled ann"), .wait(milliseconds: 200), log.has("asked anna"), .enter, .escape],
      on: form(endless(log)))
    #expect(played.ending == .cancelled && !played.terminal.isOver)
    #expect(log.all == ["asked ann", "cancelled ann", "asked anna", "cancelled anna"])
  }

  @Test func `J1 keys of a script that take no time are waited with until validators have answered`() throws {
    let form = form(.later { $0 == "bob" ? .invalid("\($0) is taken") : .valid })
    var terminal = ScriptedTerminal(.typing("bob") + [.enter, .tab, .wait(milliseconds: 10)], fieldCount: 1)
    _ = try? FormScreen(form, appearance: .plain).run(on: &terminal)
    #expect(terminal.lastFrame?.errors == ["bob is taken"])
  }

  @Test func `J1 D4 an answer that comes with F3 is taken in by line mode, which does not wait for it again`()
    throws
  {
    let form = form(.later { $0 == "bob" ? .invalid("bob is taken") : .valid })
    var appearance = Appearance.plain
    appearance.lacks = []
    var screen = try FormScreen(form, appearance: appearance)
    var terminal = ScriptedTerminal(
      .typing("ann") + [.wait(milliseconds: 200), .waiting(.key(Key(.function(3)))), .line("")],
      fieldCount: 1)
    screen.play(on: &terminal)
    let goesOn = screen.isLeft
    var dialogue = Dialogue(screen.leave(), on: terminal)
    do throws(Ending) { _ = try dialogue.run() } catch {
      Issue.record("\(error): \(goesOn) \(dialogue.terminal.printed ?? "")")
    }
  }

  @Test func `J1 in lines a validator is waited for, and what it says is said before the next question`()
    throws
  {
    let validator = FieldValidator.later { $0 == "bob" ? .invalid("bob is taken") : .valid }
    var user = FormField.Configuration(.text, name: "user")
    user.validator = validator
    let form = FormDescription.custom(fields: [user, FormField.Configuration(.password)]).makeForm()
    let session = try Session(form)
    var dialogue = Dialogue(
      session, on: ScriptedTerminal([.line("bob"), .line("ann"), .line("secret")], fieldCount: 0))
    let answer = try dialogue.run()
    #expect(answer.withText(of: "user") { String(copying: $0) } == "ann")
    let said = (dialogue.terminal.printed ?? "").split(separator: "\n").map(String.init)
    let reason = try #require(said.firstIndex { $0.contains("bob is taken.") })
    let next = try #require(said.firstIndex { $0.hasPrefix("Password") })
    #expect(reason < next)
  }

  private struct Down: Error {}

  /// Throws at the first `count` questions.
  private final class Unsteady: Sendable {
    let questions = Mutex(0)
    let count: Int
    init(throwing count: Int) { self.count = count }

    func validity(of text: String) throws -> Validity {
      let number = questions.withLock { number in
        number += 1
        return number
      }
      if number <= count { throw Down() }
      return text == "bob" ? .invalid("bob is taken") : .valid
    }
    var asked: Int { questions.withLock { $0 } }
  }

  private static func validator(_ host: Unsteady, isLater: Bool) -> FieldValidator {
    isLater ? .later { try host.validity(of: $0) } : FieldValidator(.now { try host.validity(of: $0) })
  }

  @Test(arguments: [false, true], [("ann", true), ("bob", false)])
  func `J1 C6 a text that a validator could not check is not wrong, and Return asks again`(
    isLater: Bool, _ end: (text: String, isAccepted: Bool)
  ) throws {
    let host = Unsteady(throwing: 1)
    let form = form(Self.validator(host, isLater: isLater))
    let played = try perform(
      .typing(end.text) + [
        .wait(.seconds(2)), .wait(.milliseconds(10)), .look("open"), .enter, checked, .look("asked"),
      ],
      on: form)
    let open = try #require(played.terminal.looks["open"]?.rows.joined(separator: "\n"))
    #expect(open.contains("Cannot be checked now.") && !open.contains("✗") && !open.contains("Down"))
    #expect(host.asked == 2)
    let rows = played.terminal.looks["asked"]?.rows.joined() ?? ""
    #expect(rows.contains("bob is taken") == !end.isAccepted)
    #expect((played.ending != .cancelled) == end.isAccepted)
  }

  @Test(arguments: [false, true])
  func `J1 A10 a form is not accepted while a validator cannot check a text, and each press asks once`(
    isLater: Bool
  )
    throws
  {
    let host = Unsteady(throwing: 3)
    let form = form(Self.validator(host, isLater: isLater))
    let played = try perform(
      .typing("ann") + [
        .enter, checked, .look("first"), .enter, checked, .enter, checked, .look("third"), .enter, checked,
      ], on: form)
    for name in ["first", "third"] {
      #expect(played.terminal.looks[name]?.rows.contains { $0.contains("Cannot be checked now.") } == true)
    }
    #expect(host.asked == 4 && played.ending != .cancelled)
  }

  @Test func `J1 C8 what cannot be checked is named where another field has the focus`() throws {
    var user = FormField.Configuration(.text, name: "user")
    (user.label, user.validator) = ("User", Self.validator(Unsteady(throwing: 3), isLater: true))
    let form = FormDescription.custom(fields: [user, FormField.Configuration(.text, name: "city")]).makeForm()
    let played = try perform(
      .typing("ann") + [.enter, .wait(.seconds(1)), .wait(.milliseconds(10)), .look("left")], on: form)
    let rows = played.terminal.looks["left"]?.rows.joined(separator: "\n") ?? ""
    #expect(rows.contains("User: Cannot be checked now."), "\(rows)")
  }

  @Test(arguments: [false, true])
  func `J1 I1 line mode says that a text cannot be checked, and asks again`(isLater: Bool) throws {
    // Before it answers to Return, line mode waits for the validator, which Return then asks again.
    let host = Unsteady(throwing: 2)
    var user = FormField.Configuration(.text, name: "user")
    user.validator = Self.validator(host, isLater: isLater)
    let session = try Session(FormDescription.custom(fields: [user]).makeForm())
    var dialogue = Dialogue(
      session, on: ScriptedTerminal([.line("ann"), .line(""), .line("")], fieldCount: 0))
    _ = try dialogue.run()
    #expect(dialogue.terminal.printed?.contains("Cannot be checked now.") == true)
    #expect(host.asked == 3)
  }
}
