import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// The last picture, with what it was drawn from. The next picture only redraws the parts that can have changed.
struct Picture {
  private(set) var frame: Frame
  private var whole: Whole
  private var fields: [FieldLook]
  private var parts: Parts

  /// What typing does not change, except that a key may remove some of it, such as a notice.
  private struct Whole: Equatable {
    let page: Layout.Page
    let scroll: Int
    let responder: Responder
    let submission: Submission
    let hasOffer: Bool
    let notice, error, line: String?
    let isCapsLocked: Bool
    let refusedCount: Int
    let secondsLeft: Int?
    let goesBack: Bool

    init(_ form: FormState, _ layout: Layout) {
      (page, scroll, responder) = (layout.page, layout.scroll, form.firstResponder)
      (submission, hasOffer, secondsLeft) = (form.submission, form.offer != nil, form.secondsLeft)
      (notice, error, line, refusedCount) = (form.notice, form.error, form.line, form.refusedCount)
      isCapsLocked = form.isCapsLocked
      goesBack = form.focusedField.map(form.goesBack) ?? false
    }
  }

  /// How a field was drawn. It keeps no text, only a count that grows with each change.
  private struct FieldLook: Equatable {
    let changes: UInt32
    let isEnabled, isShown: Bool
    let sign: FormField.Sign?
    let peek: Int?
    let error: FieldError?
    let blamesCapitals: Bool
    let hints: TextHints

    init(_ field: FormField) {
      (changes, isEnabled, isShown) = (field.changes, field.isEnabled, field.isShown)
      (sign, peek, error, hints) = (field.presentSign, field.peek, field.error, field.hints)
      blamesCapitals = field.blamesCapitals
    }

    /// Whether `other` differs in nothing but its text, and so perhaps in whether that equals another field's text.
    func differsOnlyInText(from other: FieldLook) -> Bool {
      (isEnabled, isShown, sign, peek, error) == (
        other.isEnabled, other.isShown, other.sign, other.peek, other.error
      )
        && hints == other.hints && blamesCapitals == other.blamesCapitals
    }
  }

  /// What is drawn because of the texts in the fields.
  private struct Parts {
    let panel: (CriteriaPanel.Mode, met: UInt32, open: UInt32, isJudged: Bool, denied: PolicyVerdict.Denied?)
    let bars: ([FormView.BarStretch], Level?, words: String?, hasWords: Bool)
    let reason: (StrengthRemarks, refusal: Reason.Kind?, bits: Int?, isFine: Bool)
    /// What is marked; the words of the reason follow from it.
    let mark: Range<Int>?
    let buttons: (canSubmit: Bool, areWaiting: Bool)
    let count: Int

    init(_ view: FormView) {
      let form = view.form
      let verdict = form.panel.verdict
      panel = (form.panel.mode, verdict.metBits, verdict.openBits, verdict.estimate != nil, verdict.denied)
      bars = (view.barStretches, form.shownLevel, verdict.estimate?.words, form.remarks.hasWords)
      reason = (
        form.remarks, form.configuration.policy.refusal(by: verdict), form.shownBits,
        verdict.firstFailure == nil
      )
      mark = form.judgedField.flatMap(view.mark)
      buttons = (form.canSubmit, form.buttonStart != nil)
      count = form.characterCount
    }
  }

  /// Draws the whole form of `view`.
  init(_ view: inout FormView) {
    (whole, fields) = (Whole(view.form, view.layout), view.form.fields.map(FieldLook.init))
    parts = Parts(view)
    view.draw()
    frame = view.frame
  }

  /// Whether field `index` has not changed since it was drawn.
  func has(_ index: Int, of form: FormState) -> Bool { fields[index].changes == form.fields[index].changes }

  /// See ``Frame/share(with:hasChanged:)``.
  mutating func share(with frame: Frame, hasChanged: (_ field: Int) -> Bool) {
    self.frame.share(with: frame, hasChanged: hasChanged)
  }

  /// Redraws the parts that typing can change. Returns false if anything else changed.
  mutating func update(_ view: inout FormView) -> Bool {
    // An offer is always drawn in full: `Whole` is the same for two offers, but their texts differ.
    guard view.form.submission == .open, view.form.offer == nil, whole == Whole(view.form, view.layout),
      whole.secondsLeft == nil || view.layout.row(0) != nil && !view.layout.title.isEmpty
    else { return false }
    var (texts, drawn, lines): ([Int], [Int], [Range<Int>]) = ([], [], [])
    func add(_ line: Int?) { if let line { lines.append(line..<line + 1) } }
    for index in view.form.fields.indices where !has(index, of: view.form) {
      let look = FieldLook(view.form.fields[index])
      guard look.differsOnlyInText(from: fields[index]) else { return false }
      texts.append(index)
      if view.form.fields[index].configuration.confirmedField != nil {
        drawn.append(index)
        add(view.layout.fields[index].line)
        lines.append(view.layout.fields[index].error)
      }
      fields[index] = look
    }
    let (old, new) = (parts, Parts(view))
    parts = new
    if let judged = view.form.judgedField {
      drawn.append(judged)
      if new.mark != old.mark, !texts.contains(judged) { texts.append(judged) }
      // The error may change too: it can name unmet criteria out of view, or say in several places why the password is
      // too weak.
      if view.form.fields[judged].error != nil, new.panel != old.panel || new.bars != old.bars {
        return false
      }
      if new.bars != old.bars || new.reason.refusal != old.reason.refusal { add(view.layout.bars) }
      if new.reason != old.reason || new.mark != old.mark {
        lines += [view.layout.fields[judged].error, view.layout.reason]
      }
      // The panel names the denied character, and there may be another one now.
      if new.panel != old.panel || new.panel.denied != nil && texts.contains(judged) {
        for item in view.layout.panel { add(item.line) }
      }
    }
    if new.buttons != old.buttons { for button in view.layout.buttons { add(button.line) } }
    let rows = lines.flatMap { $0.compactMap(view.layout.row) }
    view.frame = frame
    view.draw(texts: texts, drawsCounter: new.count != old.count, rows: rows, of: drawn)
    frame = view.frame
    return true
  }
}
