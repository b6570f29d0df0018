import Testing
import WatchwordSecrets

@testable import Watchword

/// The states of a field's judgement, and of what the next edit does, each as a table.
@Suite struct FieldJudgementTests {
  /// What an input makes of a state, and whether the form has to look for a fault then. `nil` leaves the state as it is.
  private struct Row: CustomTestStringConvertible, Sendable {
    let input: FieldJudgement.Input
    let next: @Sendable (FieldJudgement) -> FieldJudgement?
    let looks: @Sendable (FieldJudgement) -> Bool
    var testDescription: String { "\(input)" }

    init(
      _ input: FieldJudgement.Input,
      _ next: @escaping @Sendable (FieldJudgement) -> FieldJudgement? = { _ in nil }
    ) {
      self.init(input, looks: { _ in false }, next)
    }

    init(
      _ input: FieldJudgement.Input, looks: @escaping @Sendable (FieldJudgement) -> Bool,
      _ next: @escaping @Sendable (FieldJudgement) -> FieldJudgement? = { _ in nil }
    ) {
      (self.input, self.looks, self.next) = (input, looks, next)
    }
  }

  private static let fault = FieldError(cause: .validation, message: "wrong")
  private static let difference = FieldError(cause: .differs, message: "differs")

  private static let states: [FieldJudgement] =
    [.wrong(fault), .wrong(difference)]
    + [FieldJudgement.Pace.afterPause, .atOnce].flatMap { pace in
      [
        .silent(pace), .lost("lost", pace), .refused("no", pace), .muted("no", pace), .told("said", pace),
      ] as [FieldJudgement]
    }

  /// When the form says the next fault that it finds.
  private static func pace(_ state: FieldJudgement) -> FieldJudgement.Pace { state.pace }

  @Sendable private static func isWrong(_ state: FieldJudgement) -> Bool { state.fault != nil }

  private static func comesFromOutside(_ state: FieldJudgement) -> Bool { state.error?.isFromOutside == true }

  private static let rows = [
    Row(.found(fault)) { $0.isLost ? nil : .wrong(fault) },
    Row(.found(nil)) { comesFromOutside($0) ? nil : .silent(pace($0)) },
    Row(.corrected) { isWrong($0) ? .silent(.atOnce) : nil },
    Row(.validated, looks: { pace($0) == .atOnce }),
    Row(.answered(isLeft: false), looks: { pace($0) == .atOnce }),
    Row(.answered(isLeft: true), looks: { _ in true }),
    Row(.compared(.equal, isJudged: true)) { comesFromOutside($0) ? nil : .silent(pace($0)) },
    Row(.compared(.start, isJudged: true)) { $0.fault == .differs ? .silent(.atOnce) : nil },
    Row(.compared(.different, isJudged: false)),
    Row(.compared(.different, isJudged: true), looks: { _ in true }),
    Row(.requirementChanged, looks: isWrong),
    Row(.edited) { state in
      switch state.error?.cause {
      case .refusal: .muted("no", state.pace)
      case .program: .silent(state.pace)
      default: nil
      }
    },
    Row(.left, looks: { _ in true }) { $0.error?.isMuted == true ? .silent(pace($0)) : nil },
    Row(.emptied) { .silent(pace($0)) },
    Row(.inputLost("gone")) { .lost("gone", pace($0)) },
    Row(.lossMadeUp) { $0.isLost ? .silent(pace($0)) : nil },
    Row(.refused("again")) { .refused("again", pace($0)) },
    Row(.refusalLifted) { $0.error?.cause == .refusal ? .silent(pace($0)) : nil },
    Row(.told("new")) { $0.isLost ? nil : .told("new", pace($0)) },
    Row(.told(nil)) { $0.isLost ? nil : .silent(pace($0)) },
  ]

  @Test(arguments: rows)
  private func `A8 A9 C6 each input leads from each state to the next, and may ask for a fault`(_ row: Row) {
    for state in Self.states {
      var next = state
      let duty = next.take(row.input)
      #expect(next == (row.next(state) ?? state), "\(state)")
      #expect((duty == .findFault) == row.looks(state), "\(state)")
    }
  }

  @Test func `C6 a fault waits for a pause until the first one was shown, but not behind lost input`() {
    for state in Self.states {
      #expect(state.waitsForPause == (Self.pace(state) == .afterPause && !state.isLost), "\(state)")
    }
  }

  /// What `input` makes of each of ``texts``, in a field without and with ``FormField/Configuration/clearsOnInsertion``.
  private static let edits: [(NextEdit.Input, rest: NextEdit, [NextEdit])] = [
    (
      .begins(isWanted: false), .edits,
      [.edits, now(.again), now(.outdated), now(.refused), now(.again), now(.outdated), now(.refused)]
    ),
    (
      .begins(isWanted: true), .edits,
      [.edits, now(.again), now(.outdated), now(.refused), now(.again), later(.outdated), now(.refused)]
    ),
    (
      .begins(isWanted: true), later(.again),
      [.edits, now(.again), now(.outdated), now(.refused), now(.again), now(.outdated), now(.refused)]
    ),
    (
      .ends, .edits,
      [
        .edits, later(.again), later(.outdated), later(.refused), later(.again), later(.outdated),
        later(.refused),
      ]
    ),
    (
      .ends, later(.again),
      [
        later(.again), later(.again), later(.outdated), later(.refused), later(.again), later(.outdated),
        later(.refused),
      ]
    ),
    (.edited, .edits, [.edits, .edits, .edits, .edits, .edits, .edits, .edits]),
    (
      .edited, later(.again),
      [
        .edits, later(.again), later(.again), later(.again), later(.again), later(.again), later(.again),
      ]
    ),
    (.corrects, .edits, [.edits, now(.again), .edits, .edits, later(.again), .edits, .edits]),
    (
      .confirmedTextEdited, .edits,
      [
        later(.outdated), now(.outdated), now(.outdated), now(.outdated), later(.outdated), later(.outdated),
        later(.outdated),
      ]
    ),
    (
      .refused, .edits,
      [
        later(.refused), now(.refused), now(.refused), now(.refused), later(.refused), later(.refused),
        later(.refused),
      ]
    ),
    (
      .refusalLifted, .edits,
      [.edits, .edits, later(.outdated), .edits, .edits, later(.outdated), .edits]
    ),
    (
      .refusalLifted, later(.again),
      [
        .edits, later(.again), later(.outdated), later(.again), later(.again), later(.outdated),
        later(.again),
      ]
    ),
  ]

  private static let texts: [NextEdit] = [
    .edits, now(.again), now(.outdated), now(.refused), later(.again), later(.outdated), later(.refused),
  ]

  private static func now(_ reason: NextEdit.Reason) -> NextEdit { .replaces(reason) }

  private static func later(_ reason: NextEdit.Reason) -> NextEdit { .willReplace(reason) }

  @Test func `A9 E5 what the next edit does follows from focus, refusals and edits of the confirmed text`() {
    for (input, rest, expected) in Self.edits {
      for (text, expected) in zip(Self.texts, expected) {
        var next = text
        next.take(input, rest: rest)
        #expect(next == expected, "\(text) after \(input)")
      }
    }
  }
}

/// The states by their names.
extension FieldJudgement {
  fileprivate static func silent(_ pace: Pace) -> Self { Self(pace: pace) }

  fileprivate static func wrong(_ fault: FieldError) -> Self { Self(error: fault, pace: .atOnce) }

  fileprivate static func lost(_ message: String, _ pace: Pace) -> Self {
    Self(error: FieldError(cause: .loss, message: message), pace: pace)
  }

  fileprivate static func refused(_ message: String, _ pace: Pace) -> Self {
    Self(error: FieldError(cause: .refusal, message: message), pace: pace)
  }

  fileprivate static func muted(_ message: String, _ pace: Pace) -> Self {
    Self(error: FieldError(cause: .refusal, isMuted: true, message: message), pace: pace)
  }

  fileprivate static func told(_ message: String, _ pace: Pace) -> Self {
    Self(error: FieldError(cause: .program, message: message), pace: pace)
  }
}
