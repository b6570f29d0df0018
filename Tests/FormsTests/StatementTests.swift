import TestSupport
import Testing
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

/// The table of what is said where, and what gives way.
@Suite struct StatementTests {
  private static let error = FieldError(cause: .missing, message: "")
  private static let loss = FieldError(cause: .loss, message: "")

  /// Each place with its kinds, the one that wins first, and whether quiet typing holds it back.
  private static let rows: [(place: Statement.Place, kinds: [(kind: Statement.Kind, waits: Bool)])] = [
    (.belowParagraph, [(.alert, true)]),
    (
      .field,
      [
        (.notice, false), (.error(error), true), (.advice(isMuted: false), true), (.hint, false),
        (.equal, true),
      ]
    ),
    (.field, [(.error(loss), false)]),
    (.besideBars, [(.level, true)]),
    (.belowAdvice, [(.reason, true), (.bits, true)]),
    (
      .besideButtons,
      [(.chosen, false), (.attention(fields: 2), true), (.formError, true), (.printed, true)]
    ),
    (.lastRow, [(.line, true)]),
    (.besideTitle, [(.countdown, false)]),
  ]

  @Test(arguments: rows) func `A13 I2 each statement has a place, a rank in it, and waits or does not`(
    _ place: Statement.Place, _ kinds: [(kind: Statement.Kind, waits: Bool)]
  ) {
    var last = -1
    for (kind, waits) in kinds {
      let row = Statement(subject: .form, kind: kind, texts: [""]).row
      #expect(row.place == place && row.waits == waits && row.rank > last, "\(kind)")
      last = row.rank
    }
  }

  @Test func `A13 a notice takes the place of an error, which comes back with the next key`() {
    let form = Rehearsal().after("Enter")
    #expect(form.words.contains("Enter your password."))
    form.send(.refused(.incomplete))
    #expect(form.words.contains("Not pasted") && !form.words.contains("Enter your password."))
    form.press(.left)
    #expect(!form.words.contains("Not pasted") && form.words.contains("Enter your password."))
  }

  @Test func `I2 with --quiet-typing the sign of a confirm field waits until the field is left`() {
    let form = Rehearsal(FormDescription.newPassword().makeForm(), isTypingQuiet: true)
    form.play("Tab A")
    form.hearNews()
    #expect(!form.words.contains("✓ ─┐"))
  }
}
