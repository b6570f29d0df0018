import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// The picture that was drawn last, with what it was drawn from. In the next one only those rows are drawn again in which
/// something can have changed.
struct Picture {
  private(set) var frame: Frame
  private var whole: Whole
  private var looks: [FieldLook]
  private var panel: PanelLook
  private var bars: BarLook
  private var reason: ReasonLook
  private var count: Int
  private var buttons: ButtonLook

  /// What no key of a text changes, but for what it removes.
  private struct Whole: Equatable {
    let page: Layout.Page
    let scroll: Int
    let responder: Responder
    let submission: Submission
    let offer: Offer?
    let notice, error: String?
    let refusedCount: Int
    let secondsLeft: Int?

    init(_ form: FormState, _ layout: Layout) {
      (page, scroll, responder) = (layout.page, layout.scroll, form.firstResponder)
      (submission, offer, secondsLeft) = (form.submission, form.offer, form.secondsLeft)
      (notice, error, refusedCount) = (form.notice, form.error, form.refusedCount)
    }
  }

  private struct FieldLook: Equatable {
    let changes: UInt32
    let match: TextMatch
    let isJudged: Bool
    /// What is more than the text and how it compares with another one.
    let rest: Rest

    struct Rest: Equatable {
      let isEnabled, isShown: Bool
      let sign: FormField.Sign?
      let peek: Int?
      let error: FieldError?
    }

    init(_ field: FormField) {
      (changes, match, isJudged) = (field.changes, field.match, field.isJudged)
      rest = Rest(
        isEnabled: field.isEnabled, isShown: field.isShown, sign: field.presentSign, peek: field.peek,
        error: field.error)
    }
  }

  private struct PanelLook: Equatable {
    let mode: CriteriaPanel.Mode
    let met, open: UInt32
    let isJudged: Bool
    let denied: Verdict.Denied?

    init(_ panel: CriteriaPanel) {
      (mode, met, open) = (panel.mode, panel.verdict.metBits, panel.verdict.openBits)
      (isJudged, denied) = (panel.verdict.estimate != nil, panel.verdict.denied)
    }
  }

  private struct BarLook: Equatable {
    let bars: [StrengthBars.Bar]
    let level: Level?
    let words: String?
    let hasWords: Bool

    init(_ form: FormState) {
      bars = form.bars.bars(showing: form.shownLevel, at: form.now)
      (level, words) = (form.shownLevel, form.panel.verdict.estimate?.words)
      hasWords = form.remarks.hasWords
    }
  }

  private struct ReasonLook: Equatable {
    let reason: Estimate?
    let refusesSpaces: Bool

    init(_ form: FormState) {
      reason = form.remarks.reason
      refusesSpaces = form.configuration.policy.refusesSpaces(by: form.panel.verdict)
    }
  }

  private struct ButtonLook: Equatable {
    let canSubmit, isWaiting: Bool

    init(_ form: FormState) { (canSubmit, isWaiting) = (form.canSubmit, form.buttonStart != nil) }
  }

  /// Draws all of the form as `view` shows it.
  init(_ view: FormView) {
    let form = view.form
    (whole, looks) = (Whole(form, view.layout), form.fields.map(FieldLook.init))
    (panel, bars, buttons) = (PanelLook(form.panel), BarLook(form), ButtonLook(form))
    (reason, count) = (ReasonLook(form), form.characterCount)
    frame = view.picture()
  }

  /// Whether `field` is as it was drawn.
  func has(_ index: Int, of form: FormState) -> Bool { looks[index].changes == form.fields[index].changes }

  /// Draws what can have changed in the form that `view` shows, where that is no more than what typing changes. Answers
  /// false where more is new.
  mutating func update(_ view: FormView) -> Bool {
    let (form, layout) = (view.form, view.layout)
    guard form.submission == .open, whole == Whole(form, layout) else { return false }
    var (texts, fields, lines): ([Int], [Int], [Range<Int>]) = ([], [], [])
    func add(_ line: Int?) { if let line { lines.append(line..<line + 1) } }
    for index in form.fields.indices where !has(index, of: form) {
      let look = FieldLook(form.fields[index])
      guard look.rest == looks[index].rest else { return false }
      texts.append(index)
      if form.fields[index].configuration.confirmedField != nil {
        fields.append(index)
        add(layout.fields[index].line)
        lines.append(layout.fields[index].error)
      }
      looks[index] = look
    }
    let (panel, bars, buttons) = (PanelLook(form.panel), BarLook(form), ButtonLook(form))
    let reason = ReasonLook(form)
    if let judged = form.judgedField {
      fields.append(judged)
      if bars != self.bars { add(layout.bars) }
      // An error can name what is not met and out of view, or say why the password is too weak.
      let hasError = form.fields[judged].error != nil
      if reason != self.reason || hasError && (panel != self.panel || bars != self.bars) {
        lines += [layout.fields[judged].error, layout.reason]
      }
      if panel != self.panel { for item in layout.panel { add(item.line) } }
    }
    if buttons != self.buttons { for button in layout.buttons { add(button.line) } }
    (self.panel, self.bars, self.buttons) = (panel, bars, buttons)
    let counts = count != form.characterCount
    (self.reason, count) = (reason, form.characterCount)
    let rows = lines.flatMap { $0.compactMap(layout.row) }
    frame = view.picture(writing: texts, counts: counts, drawing: rows, of: fields, on: frame)
    return true
  }
}
