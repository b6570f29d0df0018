import CWatchwordSystem
import Testing
import WatchwordScreen

@testable import WatchwordServices

/// Whether a question still stands, by what `watchword run` sees of its reader and of what was written.
@Suite struct StandingQuestionTests {
  /// What is seen of a reader.
  struct Seen: Sendable {
    var process: Int32 = 1
    var thread: Int32 = 1
    var start: UInt64 = 5
    var file: UInt = 9
    var waits: UInt64? = 3
    var writes: UInt64? = 2

    var sight: Sight {
      var reader = ww_reader()
      (reader.process, reader.thread, reader.thread_start, reader.inode) = (process, thread, start, file)
      (reader.waits, reader.counts_waits) = (waits ?? 0, waits != nil)
      (reader.writes, reader.counts_writes) = (writes ?? 0, writes != nil)
      return Sight(reader, group: 1)
    }
  }

  private func at(_ milliseconds: Int64) -> Instant { Instant(nanoseconds: milliseconds * 1_000_000) }

  private func standing(_ prompt: String) -> StandingQuestion {
    StandingQuestion(Seen().sight, prompt: PromptLine(prompt), at: at(0))
  }

  @Test(
    arguments: [
      // Nobody has woken: whatever stands there is of others.
      ("Secret: ", Seen(), "", .none), ("Secret: ", Seen(), "log line", .none), ("", Seen(), "", .none),
      // It has woken.
      ("Secret: ", Seen(waits: 4), "Secret: ", .none), ("Secret: ", Seen(waits: 4), " Secret:", .none),
      ("Secret: ", Seen(waits: 4), "", .other), ("Secret: ", Seen(waits: 4), "Other: ", .other),
      ("", Seen(waits: 4), "", .other), ("", Seen(waits: 4), "Secret: ", .other),
      ("Secret (9): ", Seen(waits: 4), "Secret (8): ", .countdown),
      ("Secret (9): ", Seen(waits: 4), "Secret (10): ", .other),
      // It cannot be known whether it has.
      ("Secret: ", Seen(waits: nil), "Secret: ", .none), ("Secret: ", Seen(waits: nil), "", .other),
      // Somebody else reads.
      ("Secret: ", Seen(process: 2), "Secret: ", .other), ("Secret: ", Seen(thread: 2), "Secret: ", .other),
      ("Secret: ", Seen(start: 6), "Secret: ", .other), ("Secret: ", Seen(file: 8), "Secret: ", .other),
    ] as [(String, Seen, String, StandingQuestion.Change)])
  func `R1 a question is the same while its reader is, and has not woken or says the same`(
    prompt: String, seen: Seen, line: String, change: StandingQuestion.Change
  ) {
    var question = standing(prompt)
    #expect(question.compare(seen.sight, line: PromptLine(line), at: at(1500)) == change)
  }

  @Test func `R1 an echo that is on for 20 ms ends the question, and a shorter one does not`() {
    var question = standing("Secret: ")
    let looks = [(0, true), (19, true), (20, false), (21, true), (40, true), (41, true)].map { time, isLit in
      question.hasGone(isLit: isLit, at: at(time))
    }
    #expect(looks == [false, false, false, false, false, true])
  }

  @Test func `R1 a reader that wakes often is the same also while no other prompt stands there`() {
    var question = standing("Secret: ")
    for (time, waits) in [(100, 4), (200, 5), (300, 6)] as [(Int64, UInt64)] {
      #expect(question.compare(Seen(waits: waits).sight, line: PromptLine("Secret: "), at: at(time)) == .none)
    }
    #expect(question.compare(Seen(waits: 7).sight, line: nil, at: at(400)) == .none)
    #expect(question.compare(Seen(waits: 8).sight, line: PromptLine("PIN: "), at: at(500)) == .other)
    var slow = standing("Secret: ")
    for (time, waits) in [(1000, 4), (2000, 5), (3000, 6)] as [(Int64, UInt64)] {
      #expect(slow.compare(Seen(waits: waits).sight, line: PromptLine("Secret: "), at: at(time)) == .none)
    }
    #expect(slow.compare(Seen(waits: 7).sight, line: nil, at: at(4000)) == .other)
  }

  @Test(
    arguments: [
      (Seen(), true), (Seen(waits: 4), true), (Seen(waits: 5), false), (Seen(waits: 4, writes: 3), false),
      (Seen(waits: 4, writes: nil), false), (Seen(waits: nil), false), (Seen(thread: 2), false),
    ])
  func `R1 others wrote if the reader did not wake, or woke once, as by a signal, and wrote nothing`(
    seen: Seen, isByOthers: Bool
  ) {
    var question = standing("Secret: ")
    #expect(question.isWrittenByOthers(upTo: seen.sight) == isByOthers)
    var silent = standing("")
    #expect(silent.isWrittenByOthers(upTo: seen.sight) == (seen.waits == 3 && seen.thread == 1))
  }
}

@Suite struct PromptLineTests {
  @Test(
    arguments: [
      ("Secret: ", "Secret: ", .same), ("Secret:", "  Secret:  ", .same), ("a 9", "a 8", .other),
      ("a 8", "a 9", .countdown), ("0:59", "1:00", .countdown), ("1:00", "0:59", .other),
      ("9 of 10", "10 of 10", .countdown), ("099", "99", .same), ("PIN 1", "PIN", .other),
      ("Password of 10.0.0.2: ", "Password of 10.0.0.1: ", .other),
      ("Passwort für ä: ", "Passwort für ä: ", .same),
      ("99999999999999999999998", "99999999999999999999999", .countdown), ("A", "a", .other),
    ] as [(String, String, PromptLine.Likeness)])
  func `R1 a prompt is the same whatever its blanks, or counts down from the left`(
    new: String, old: String, likeness: PromptLine.Likeness
  ) throws {
    #expect(try #require(PromptLine(new)).likeness(to: try #require(PromptLine(old))) == likeness)
  }

  @Test(
    arguments: [
      ("Password: ", true), ("パスワード：", true), ("Sure?", true), ("密码？", true), ("> ", true),
      ("Password:\u{A0}\u{3000}", true), ("Installing... ", false), ("log line", false), ("50 %", false),
    ])
  func `R1 a prompt ends in a colon, a question mark or an angle, whatever blanks follow`(
    text: String, isPrompt: Bool
  ) throws {
    #expect(try #require(PromptLine(text)).endsAsPrompt == isPrompt)
  }

  @Test func `R3 of a line that was written over the last text counts, and what cannot be seen is none`()
    throws
  {
    func text(_ written: String) -> String? {
      PromptLine(written)?.withBytes { bytes in (0..<bytes.count).map { bytes[$0] } }
        .map { String(UnicodeScalar($0)) }.joined()
    }
    #expect(text("10 %\r20 %\r") == "20 %" && text("a\r\nb: ") == "b:" && text("\u{1B}[1mx:\u{1B}[m") == "x:")
    #expect(text(" \r\n") == nil && text("\u{1B}[2K\r") == nil && text("") == nil)
    let line = try #require(PromptLine("Größe und PIN: "))
    #expect(line.contains("größe") && line.contains("Pin") && !line.contains("pins") && !line.contains("x"))
  }
}
