import Glibc
import TestSupport
import Testing
import WatchwordScreen
import WatchwordStrength
import WatchwordSystem

@testable import Watchword

/// What is done while no key waits: the meter is warmed up and word lists are read.
@Suite struct IdleTimeTests {
  /// A meter that notes when it was warmed up, and how far a list was read by then.
  private final class ColdMeter: Meter {
    private let list: WordFile?
    private(set) var listsSeen: [Bool?] = []

    private let level: Level

    init(_ list: WordFile? = nil, level: Level = .medium) { (self.list, self.level) = (list, level) }

    func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
      Estimate(level: level)
    }

    func warmUp() { listsSeen.append(list?.isFinished) }
  }

  private let file: TemporaryFile

  init() throws { file = try TemporaryFile("northwind archive\n") }

  @Test func `a meter is warmed up once, when no key came for a moment`() throws {
    let meter = ColdMeter()
    let busy = try perform(.typing("abcdefgh"), judge: Judge(meter: meter))
    #expect(meter.listsSeen == [])
    #expect(busy.shows("Could be stronger"))
    let unmoved = ColdMeter(level: .weak)
    let idle = try perform(
      [.wait(milliseconds: 9)] + .typing("a") + [
        .wait(milliseconds: 30), .wait(milliseconds: 800), .wait(milliseconds: 300),
      ],
      judge: Judge(meter: unmoved))
    #expect(unmoved.listsSeen == [nil])
    #expect(idle.terminal.deadlines.last == .some(nil))
  }

  @Test func `the first frame does not wait for the meter, and the lists are read after it`() throws {
    let list = try WordFile(path: file.path)
    let meter = ColdMeter(list)
    let played = try perform([.wait(milliseconds: 30)], on: nist, judge: Judge(meter: meter), lists: [list])
    #expect(meter.listsSeen == [false])
    #expect(list.isFinished)
    #expect(played.terminal.deadlines.first == Instant(nanoseconds: 1_010_000_000))
  }

  /// The list of the tests, read four bytes at a time, unreadable from byte `limit` on.
  private func list(failingAt limit: Int = .max) throws -> WordFile {
    try unsafe WordFile(path: file.path, limit: .max) { descriptor, buffer, offset in
      errno = EIO
      return offset < limit
        ? unsafe pread(descriptor, buffer.baseAddress, min(4, buffer.count), off_t(offset)) : -1
    }
  }

  private let nist: FormState = {
    var description = FormDescription.newPassword()
    description.policy = .nistMFA()
    return description.makeForm()
  }()

  private let listed = "This password is commonly used: choose another one."
  private let unreadable = "A list of refused passwords cannot be read."

  @Test func `no key waits for a list, and what was typed is judged again when it has been read`() throws {
    let list = try list()
    let judge = Judge(blocklists: [list])
    let typed: [Step] = .typing("Northwind Archive") + [.tab]
    let early = try perform(typed, on: nist, judge: judge, lists: [list])
    #expect(!list.isFinished)
    #expect(early.frame.errors == [] && early.shows("✓ not a commonly used password"))
    let late = try perform(typed + [.wait(milliseconds: 1000)], on: nist, judge: judge, lists: [list])
    #expect(list.isFinished)
    #expect(late.shows("✗ not a commonly used password"))
    #expect(late.terminal.deadlines.last == .some(nil))
  }

  @Test func `before a form is accepted a list is read to its end`() throws {
    for (text, isAccepted) in [("Northwind Archive", false), ("Northwind Archives", true)] {
      let list = try list()
      let played = try perform(
        .filling(text, text) + [.enter], on: nist, judge: Judge(blocklists: [list]), lists: [list])
      #expect(list.isFinished)
      #expect((played.ending == .accepted(text, .medium)) == isAccepted)
      if !isAccepted { #expect(played.frame.errors == [listed]) }
    }
  }

  @Test func `before a form that validates is accepted a list is read to its end`() throws {
    var description = FormDescription.custom(fields: [FormField.Configuration(.newPassword)])
    description.policy = .nistMFA()
    let list = try list()
    let text = "Northwind Archive"
    let played = try perform(
      .filling(text, text) + [.enter], on: description.makeForm(), judge: Judge(blocklists: [list]),
      lists: [list])
    #expect(played.ending == .cancelled)
    #expect(played.frame.errors.contains(listed))
  }

  @Test func `a list that cannot be read to its end is shown at once, and nothing is accepted`() throws {
    let list = try list(failingAt: 8)
    let judge = Judge(blocklists: [list])
    let text = "a fine long password"
    let read = try perform([.wait(milliseconds: 100)], on: nist, judge: judge, lists: [list])
    #expect(read.frame.errors == [unreadable])
    let typed = try perform(
      [.wait(milliseconds: 100)] + .filling(text, text) + [.enter], on: nist, judge: judge, lists: [list]
    )
    #expect(typed.ending == .cancelled)
    #expect(typed.frame.errors == [unreadable] && typed.shows("✗ not a commonly used password"))
    let unread = try self.list(failingAt: 8)
    let submitted = try perform(
      .filling(text, text) + [.enter], on: nist, judge: Judge(blocklists: [unread]), lists: [unread]
    )
    #expect(submitted.ending == .cancelled)
    #expect(submitted.frame.errors == [unreadable])
  }

  @Test func `in a form that validates a list that cannot be read keeps the button asleep`() throws {
    var description = FormDescription.custom(fields: [FormField.Configuration(.newPassword)])
    description.policy = .nistMFA()
    let list = try list(failingAt: 8)
    let text = "a fine long password"
    let played = try perform(
      .filling(text, text) + [.wait(milliseconds: 500), .enter], on: description.makeForm(),
      judge: Judge(blocklists: [list]), lists: [list])
    #expect(played.ending == .cancelled)
    #expect(played.frame.errors.contains(unreadable))
  }

  @Test func `a dictionary that only makes passwords weaker may end early`() throws {
    let list = try list(failingAt: 8)
    let text = "Abcdefghij1"
    let played = try perform(
      .filling(text, text) + [.wait(milliseconds: 100), .enter],
      judge: Judge(meter: LengthMeter(words: [list]), blocklists: [list]),
      lists: [list])
    #expect(list.lacksWords)
    #expect(played.ending == .accepted(text, .medium))
  }

  /// A password that is medium by its length, unless a list of ``words(behind:)`` was read.
  private let word = "Abcdefghij1"

  /// A list with ``word`` after `others`, which are read in several slices.
  private func words(behind others: Int = 3000) throws -> WordFile {
    let file = try TemporaryFile(String(repeating: "zzzzzzzzzzzz\n", count: others) + word + "\n")
    defer { extendLifetime(file) }
    return try WordFile(path: file.path)
  }

  /// Plays `steps` to a form whose policy refuses no word of `list`.
  private func play(_ steps: [Step], _ list: WordFile, isConfirmed: Bool = false) throws -> Performance {
    let form = FormDescription.newPassword(isConfirmed: isConfirmed).makeForm()
    let judge = Judge(meter: LengthMeter(words: [list]), blocklists: [list])
    return try perform(steps, on: form, judge: judge, lists: [list])
  }

  @Test func `B6 a list that refuses nothing is read when typing pauses, and what was typed is judged again`()
    throws
  {
    for (pause, isRead) in [(299, false), (320, true)] as [(Int64, Bool)] {
      let list = try words()
      let played = try play([.wait(.seconds(60))] + .typing(word) + [.wait(milliseconds: pause)], list)
      #expect(list.isFinished == isRead)
      #expect(played.shows("Too weak") == isRead && played.shows("Could be stronger") != isRead)
    }
    let list = try words()
    let emptied = try play(
      [.wait(.seconds(60))] + .typing("A") + [.key(.backspace), .wait(.seconds(60))], list)
    #expect(!list.isFinished)
    #expect(emptied.terminal.deadlines.last == .some(nil))
  }

  @Test(
    arguments: [
      [Step.enter], [.tab, .enter], [.key(.tab, .shift), .enter], [.tab, .tab, .enter],
      [.key(.down), .enter],
    ], [false, true])
  func `B6 C10 Enter at once after a word of a list that was put off ends as it does after a pause`(
    keys: [Step], isConfirmed: Bool
  ) throws {
    let typed: [Step] = isConfirmed ? .filling(word, word) : .typing(word)
    let (list, other) = (try words(), try words())
    let quick = try play(typed + keys, list, isConfirmed: isConfirmed)
    #expect(list.isFinished && quick.ending == .cancelled && quick.shows("Too weak"))
    let rested = try play(typed + keys + [.wait(.seconds(2))], try words(), isConfirmed: isConfirmed)
    let slow = try play(
      typed + [.wait(.seconds(2))] + keys + [.wait(.seconds(2))], other, isConfirmed: isConfirmed)
    #expect(rested.frame == slow.frame && slow.ending == .cancelled)
  }

  @Test func `B6 a field that is left at once has the level by a list that was put off`() throws {
    let list = try words()
    #expect(try play(.typing(word) + [.tab], list).shows("Too weak"))
    #expect(list.isFinished)
  }

  @Test func `B6 line by line Enter waits for a list that was put off`() throws {
    let list = try words()
    let judge = Judge(meter: LengthMeter(words: [list]), blocklists: [list])
    let form = FormDescription.newPassword(isConfirmed: false).makeForm()
    let script: [Step] = [.wait(.seconds(60)), .line(word)]
    var dialogue = Dialogue(
      try Session(form, judge: judge, lists: [list]), on: ScriptedTerminal(script, fieldCount: 0))
    #expect(throws: Ending.self) { _ = try dialogue.run() }
    #expect(list.isFinished && dialogue.terminal.printed?.contains("Too weak") == true)
  }

  @Test func `F4 a drawn password is judged by a list that was put off`() throws {
    let list = try words()
    #expect(try play([.control("g")], list).shows(" bits "))
    #expect(list.isFinished)
  }

  @Test func `a long list is read after the first frame, whatever waits`() throws {
    let (long, short) = (try words(behind: 400_000), try words())
    let form = FormDescription.newPassword().makeForm()
    _ = try perform(
      [.wait(milliseconds: 100)], on: form, judge: Judge(blocklists: [short, long]), lists: [short, long])
    #expect(long.isFinished && !short.isFinished)
  }

  @Test func `J2 a disabled field whose text is not right wakes nobody`() throws {
    var mail = FormField.Configuration(.email)
    (mail.text, mail.isEnabled) = ("root@localhost", false)
    let form = FormDescription.custom(fields: [FormField.Configuration(.text), mail]).makeForm()
    let minute = Step.wait(.seconds(60))
    let onScreen = try perform([minute] + .typing("ada") + [minute], on: form)
    #expect(onScreen.terminal.waits.count < 20)
    #expect(try talk(form, RecordingDelegate()).waits.count < 20)
  }

  @Test func `J2 an error that a delegate sets at the start wakes nobody line by line, with quiet typing`()
    throws
  {
    let delegate = RecordingDelegate()
    delegate.wishes = ["0.didBeginEditing": [.error("Not today.", 0)]]
    var description = FormDescription.custom(fields: [FormField.Configuration(.text)])
    description.isTypingQuiet = true
    #expect(try talk(description.makeForm(), delegate).waits.count < 20)
  }

  /// Fields that are validated, each with a text that their validation finds wrong.
  private static let wrong: [String: (field: FormField.Configuration, text: String)] = {
    func taking(_ input: FieldInput) -> FormField.Configuration {
      var field = FormField.Configuration(.text)
      field.input = input
      return field
    }
    var host = FormField.Configuration(.text)
    host.validator = FieldValidator(.now { _ in .invalid("No.") })
    return [
      "email": (FormField.Configuration(.email), "x"), "number": (taking(.number(1...9)), "0"),
      "date": (FormField.Configuration(.date), "2"), "pattern": (taking(.mask(CharacterPattern("99"))), "1"),
      "host": (host, "x"),
    ]
  }()

  @Test(arguments: wrong.keys.sorted())
  func `J2 a key that was lost wakes nobody, whatever the field validates`(_ name: String) throws {
    var (field, text) = try #require(Self.wrong[name])
    field.maximumBytes = 2
    let other = FormField.Configuration(.text, name: "other")
    let form = FormDescription.custom(fields: [field, other]).makeForm()
    let minute = Step.wait(.seconds(60))
    let tooMany: [Step] = name == "number" ? .typing("00") : .typing("xx")
    let isCounted = ["email", "host", "number"].contains(name)
    for lost in [[Step.event(.refused(.notText))]] + (isCounted ? [tooMany] : []) {
      let played = try perform(.typing(text) + [.wait(milliseconds: 300)] + lost + [minute], on: form)
      #expect(played.frame.errors.first?.hasPrefix("Not taken") == true)
      #expect(played.terminal.waits.count < 20)
      // What was wrong before is said as soon as the lost key is made up for.
      let deleted = try perform(
        .typing(text) + lost + [minute, .key(.backspace)] + .typing(text) + [minute], on: form)
      #expect(deleted.frame.errors.first?.hasPrefix("Not taken") == false)
    }
  }

  @Test(arguments: [0, 60, 119, 500])
  func `D4 news that quiet typing holds back wakes nobody after F3`(_ milliseconds: Int64) throws {
    var description = FormDescription.newPassword()
    description.isTypingQuiet = true
    let form = description.makeForm()
    var appearance = Appearance.plain
    appearance.lacks = []
    var screen = try FormScreen(form, appearance: appearance)
    var terminal = ScriptedTerminal(
      .typing("a") + [.tab, .wait(milliseconds: milliseconds), .key(.function(3)), .wait(.seconds(60))],
      fieldCount: form.placeCount)
    screen.play(on: &terminal)
    let (goesOn, count) = (screen.isLeft, terminal.waits.count)
    var dialogue = Dialogue(screen.leave(), on: terminal)
    _ = try? dialogue.run()
    #expect(goesOn && dialogue.terminal.waits.count - count < 20)
  }

  @Test(arguments: [0, 60, 119, 500])
  func `D4 news that quiet typing holds back wakes nobody in a window too small for it, and comes later`(
    _ milliseconds: Int64
  ) throws {
    var description = FormDescription.ask()
    description.isTypingQuiet = true
    let form = description.makeForm()
    let small: [Step] = [
      .enter, .wait(milliseconds: milliseconds), .resize(columns: 3, rows: 2), .wait(.seconds(60)),
    ]
    let played = try perform(small, on: form)
    #expect(played.terminal.waits.count < 20)
    let grown = try perform(small + [.resize(columns: 80, rows: 24), .wait(milliseconds: 500)], on: form)
    #expect(grown.frame.errors == ["Enter your password."])
  }

  /// A minute without input in line mode, and then the end.
  private func talk(_ form: FormState, _ delegate: RecordingDelegate) throws -> ScriptedTerminal {
    let session = try Session(form, delegate: delegate)
    var dialogue = Dialogue(session, on: ScriptedTerminal([.wait(.seconds(60))], fieldCount: 0))
    _ = try? dialogue.run()
    return dialogue.terminal
  }
}
