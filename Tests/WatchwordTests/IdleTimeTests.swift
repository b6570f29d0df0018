import Forms
import Screen
import Strength
import TestSupport
import Testing
import Watchword

/// What is done while no key waits: the meter is warmed up, and word lists are read.
@Suite struct IdleTimeTests {
  /// A meter that takes down when it was warmed up, and how far a list was read by then.
  private final class ColdMeter: Meter {
    private let list: WordFile?
    private(set) var listsSeen: [Bool?] = []

    init(_ list: WordFile? = nil) { self.list = list }

    func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
      Estimate(level: .medium)
    }

    func warmUp() { listsSeen.append(list?.isComplete) }
  }

  private let file: TemporaryFile

  init() throws { file = try TemporaryFile("northwind archive\n") }

  @Test func `a meter is warmed up once, when no key came for a moment`() throws {
    let meter = ColdMeter()
    let busy = try perform(.typing("abc"), judge: Judge(meter: meter))
    #expect(meter.listsSeen == [])
    #expect(busy.shows("Could be stronger"))
    let idle = try perform(
      [.wait(milliseconds: 9)] + .typing("a") + [.wait(milliseconds: 30), .wait(milliseconds: 30)],
      judge: Judge(meter: CombinedMeter(length: LengthMeter(), guesses: meter)))
    #expect(meter.listsSeen == [nil])
    #expect(idle.terminal.deadlines.last == .some(nil))
  }

  @Test func `the first frame does not wait for the meter, and the lists are read after it`() throws {
    let list = try WordFile(path: file.path)
    let meter = ColdMeter(list)
    let played = try perform([.wait(milliseconds: 30)], judge: Judge(meter: meter), lists: [list])
    #expect(meter.listsSeen == [false])
    #expect(list.isComplete)
    #expect(played.terminal.deadlines.first == Instant(nanoseconds: 1_010_000_000))
  }

  @Test func `a verdict asked for while a list is not read yet is the right one`() throws {
    var description = NewPasswordForm()
    description.policy = .nistMFA()
    let list = try WordFile(path: file.path)
    let played = try perform(
      .typing("Northwind Archive") + [.tab], on: description.makeForm(), judge: Judge(blocklists: [list]),
      lists: [list])
    #expect(played.frame.errors == ["This password is commonly used: choose another one"])
    #expect(list.isComplete)
  }
}
