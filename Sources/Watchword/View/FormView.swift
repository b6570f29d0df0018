import WatchwordBase
import WatchwordScreen
import WatchwordStrength

/// Makes the parts of a form's picture from its state.
struct FormView {
  let form: FormState
  let layout: Layout
  let appearance: Appearance
  /// The first visible cluster of each field.
  let firstVisible: [Int]

  /// Whether typing is quiet: then as little as possible changes.
  var isQuiet: Bool { form.configuration.isTypingQuiet }

  /// Whether an offer takes the place of what is said of the text.
  private var hidesRemarks: Bool { form.hasOffer && !isQuiet }

  /// Whether the part that the reason is about can be marked. Quiet typing marks nothing, because a screen reader speaks
  /// the numbers instead.
  private var canMark: Bool { appearance.canUnderline && !isQuiet }

  /// What the form says of its texts now.
  var remarks: Remarks {
    let surroundings = FormState.Surroundings(layout: layout, glyphs: appearance.glyphs, naming: naming)
    return Remarks(of: form, form.statements(in: surroundings), layout)
  }

  var sheet: Sheet { Sheet(layout, appearance, form.shared) }

  /// The whole form in a picture of its own.
  var frame: Frame { Picture(parts(saying: remarks), on: sheet).frame }

  /// The parts in the order in which they are drawn, always as many in one layout. The places of `untold` statements
  /// are blank.
  func parts(saying remarks: Remarks, but untold: [Statement] = []) -> [FormPart] {
    let judged = form.newPasswordField
    let hasOffer = form.hasOffer
    let countdown = remarks.statements.contains { $0.kind == .countdown } ? columnsOfCountdown(remarks) : 0
    let seen = layout.seenFields
    var parts: [FormPart] = []
    parts.reserveCapacity(12 + 3 * seen.count + layout.panel.count + layout.buttons.count)
    parts += [
      .title(TitlePart(place: layout.overflow > 0 ? placeOfFocus : nil, countdown: countdown)),
      .paragraph(ParagraphPart()),
    ]
    for index in seen { parts.append(box(of: index, remarks)) }
    parts += remarks.panel
    for index in layout.buttons.indices { parts.append(button(index, remarks)) }
    parts.append(.clips(ClipsPart(areShown: form.submission == .open)))
    parts.append(.keys(keyLine(countdown)))
    for index in seen {
      parts.append(hasOffer && index == judged ? .nothing : .text(text(of: index)))
    }
    for index in seen { parts.append(remarks.confirmSigns[index]) }
    parts.append(judged == nil || hidesRemarks ? .nothing : .bars(BarsPart(stretches: remarks.bars)))
    if let judged, !hidesRemarks, form.configuration.showsMask {
      let isActive = form.fields[judged].isFirstResponder
      parts.append(
        .counter(CounterPart(count: remarks.count, isActive: isActive, isWrong: remarks.areWrong[judged])))
    } else {
      parts.append(.nothing)
    }
    parts.append(
      .said(
        SaidPart(
          statements: remarks.statements, untold: untold, focus: form.firstResponder,
          isOpen: form.submission == .open,
          checked: form.submission.checkedField, hasOffer: hasOffer, judged: judged)))
    parts.append(offer)
    parts.append(denied)
    parts.append(spinner)
    return parts
  }

  /// Which of how many fields has the focus; `nil` if none has, or if there is no other.
  private var placeOfFocus: TitlePart.Place? {
    guard case .field(let focus) = form.viewFocus, form.order.count > 1 else { return nil }
    return form.order.firstIndex(of: focus).map { TitlePart.Place(number: $0 + 1, count: form.order.count) }
  }

  private func columnsOfCountdown(_ remarks: Remarks) -> Int {
    sheet.countdown(of: remarks.statements).map(sheet.columns) ?? 0
  }

  // The members of fields are read one by one: a copy of a field costs more than all else here.
  private func box(of index: Int, _ remarks: Remarks) -> FormPart {
    .box(
      FieldBox(
        index: index, label: label(of: index), isActive: form.fields[index].isFirstResponder,
        isEnabled: form.fields[index].isEnabled, isWrong: remarks.areWrong[index],
        isOffered: form.hasOffer && index == form.newPasswordField,
        hidesRemarks: hidesRemarks && index == form.newPasswordField, sign: form.fields[index].presentSign,
        revealWord: form.revealWord(of: index), isShown: form.fields[index].isShown))
  }

  /// The label of field `index`. If a password is offered there, that is the level that the bars will show once it is
  /// taken, if there is room, and the bits of the draw, which are not those of the meter.
  private func label(of index: Int) -> String {
    guard hidesRemarks, index == form.newPasswordField, let offer = form.offer else {
      return form.usualLabel(of: index, isShort: layout.fields[index].hasShortLabel)
    }
    let label = form.suggestionLabel(offer.level, bits: offer.bits)
    let hasRoom = appearance.width.columns(of: label) <= layout.labelColumns(of: index, isOffered: true)
    return hasRoom ? label : form.suggestionLabel(bits: offer.bits)
  }

  private func button(_ index: Int, _ remarks: Remarks) -> FormPart {
    guard !layout.hidesButtons || form.focusedButton != nil else { return .nothing }
    let isActive =
      form.buttonStart == nil && form.submission == .open
      && (remarks.canSubmit || form.configuration.buttons[index].effect != .accept)
    return .button(ButtonPart(index: index, isActive: isActive, hasFocus: form.focusedButton == index))
  }

  private func text(of index: Int) -> FieldText {
    let mark = mark(in: index)
    return FieldText(
      index: index, changes: form.fields[index].textChanges, shape: form.fields[index].shape,
      isShown: form.fields[index].isShown, isActive: form.fields[index].isFirstResponder,
      isEnabled: form.fields[index].isEnabled, isUnseen: form.fields[index].isUnseen,
      peek: form.fields[index].peek, meaning: form.fields[index].meaning, first: firstVisible[index],
      mark: mark, markStyle: mark == nil ? .plain : form.markStyle)
  }

  /// The items that stand in field `index`; `nil` if its text does.
  func items(of index: Int) -> ItemRow? {
    let field = form.fields[index]
    return field.configuration.input.kind.row(
      field.meaning, field.configuration.placeholder, in: layout.fields[index].text, appearance)
  }

  private func keyLine(_ countdown: Int) -> KeyLine {
    let isSpoken = isQuiet && form.keyOwner != .question
    let titles = isSpoken ? form.configuration.buttons.map(\.title) : []
    let label =
      switch form.firstResponder {
      case .field(let index): isSpoken ? form.label(of: form.fields[index].configuration) : ""
      case .button(let index): isSpoken ? titles[index] : ""
      case .form: ""
      }
    let isOpen = form.submission == .open
    let field = isOpen ? form.focusedField : nil
    return KeyLine(
      keys: MainKeys(
        owner: form.keyOwner, isOpen: isOpen, offerKind: form.offer?.kind, responder: form.firstResponder,
        field: field, canMove: form.canMoveFocus,
        isShown: field.flatMap {
          form.fields[$0].configuration.isRevealable ? form.fields[$0].isShown : nil
        },
        offersPasswords: form.offersPasswords, offersHere: field.map { form.offersPassword(in: $0) } == true,
        enter: form.focusedField.map { form.enter(in: $0) }),
      spokenLabel: isSpoken ? label : nil,
      spokenLabels: isSpoken
        ? form.order.map { form.label(of: form.fields[$0].configuration) } + titles : [],
      countdown: countdown)
  }

  private var offer: FormPart {
    guard let offer = form.offer, let judged = form.newPasswordField else { return .nothing }
    return .offer(
      OfferPart(
        offer: offer, field: judged, text: form.offerPlace,
        words: isQuiet ? offer.note : offer.note ?? offer.remark ?? form.offerHint))
  }

  private var denied: FormPart {
    guard !form.hasOffer, let index = form.newPasswordField, form.fields[index].isShown,
      let denied = form.panel.verdict.denied, denied.cluster < form.fields[index].shape.count
    else { return .nothing }
    let field = form.fields[index]
    return .denied(
      DeniedPart(
        denied: denied, field: index, changes: field.textChanges,
        width: field.columns(ofCluster: denied.cluster)))
  }

  private var spinner: FormPart {
    // An inline form is still, so that it notices what a verifier writes.
    let isAnimated = form.configuration.isAnimated && !layout.isInline
    return form.submission.spinnerStep(at: form.now, isAnimated: isAnimated).map {
      .spinner(SpinnerPart(step: $0, checked: form.submission.checkedField))
    } ?? .nothing
  }

  /// The clusters of field `index` that the reason is about, if they can be marked: the field shows all of them.
  private func mark(in index: Int) -> Range<Int>? {
    guard index == form.newPasswordField, let mark = form.mark, canMark,
      layout.row(layout.fields[index].textLine) != nil
    else { return nil }
    let (field, first) = (form.fields[index], firstVisible[index])
    guard !field.isUnseen, first <= mark.lowerBound, mark.upperBound <= field.shape.count else { return nil }
    let used = field.columns(of: first..<mark.upperBound) + (first > 0 ? 1 : 0)
    return used < layout.fields[index].text.count ? mark : nil
  }

  /// How the reason names its part: by numbers if the part cannot be marked.
  private var naming: Reason.Line.Naming {
    guard let index = form.newPasswordField, canMark, !form.fields[index].isUnseen else {
      return .places
    }
    return mark(in: index) != nil ? .mark : form.remarks.isPartEdited ? .formerMark : .places
  }
}

/// What a form says of its texts: all that quiet typing holds back until the field is left.
struct Remarks: Equatable {
  var statements: [Statement]
  let panel: [FormPart]
  let bars: [StrengthBars.Stretch]
  let count: Int
  /// For each field the icon in its edge, or nothing.
  var confirmSigns: [FormPart]
  /// Which fields are in error.
  let areWrong: [Bool]
  let canSubmit: Bool

  init(of form: FormState, _ statements: [Statement], _ layout: Layout) {
    self.statements = statements
    let shownPanel = form.shownPanel
    panel = layout.panel.indices.map { index in
      let item = layout.panel[index]
      let sign: CriteriaPanel.Sign =
        switch item.subject {
        case .criterion(let index): shownPanel.sign(of: index)
        case .group(let number): shownPanel.groupSign(of: number)
        }
      let aside = item.aside.map(\.criterion)
      let isSigned =
        aside.map { form.configuration.policy.showsSign(of: $0, for: form.panel.verdict) } ?? false
      return .panel(PanelPart(index: index, sign: sign, aside: isSigned ? aside.map(form.panel.sign) : nil))
    }
    // With quiet typing the bars are at rest.
    let shown = form.configuration.isTypingQuiet ? StrengthBars(showing: form.reach) : form.bars
    bars = layout.bars == nil ? [] : shown.stretches(at: form.now)
    (count, canSubmit) = (form.characterCount, form.canSubmit)
    confirmSigns = form.fields.indices.map { index in
      form.confirmSign(of: index).map { .confirmSign(ConfirmSign(index: index, sign: $0)) } ?? .nothing
    }
    areWrong = form.fields.map { $0.error != nil }
  }
}

extension FormField {
  /// The cluster to show first in a field of `columns` columns, so that the caret is in view. It is as near as possible
  /// to `first`, the one that was shown first until now.
  func firstVisible(in columns: Int, after first: Int) -> Int {
    let (count, caret) = (shape.count, shape.caret)
    guard self.columns(of: 0..<count) >= columns else { return 0 }
    var first = min(first, max(0, caret - 1), count)
    // One column is the caret's, and the mark at the left takes one.
    func room(from first: Int) -> Int { columns - 1 - (first > 0 ? 1 : 0) }
    while first < caret, self.columns(of: first..<caret) > room(from: first) { first += 1 }
    while first > 0, self.columns(of: first - 1..<count) <= room(from: first - 1) { first -= 1 }
    return first
  }
}

extension Texts {
  func bits(_ count: Int) -> String { plural("{count} bit", "{count} bits", count) }

  /// The words around a refused character, after the label of the allowed characters.
  var notAllowed: Sentence {
    let texts = self
    // translators: It stands behind such labels as "only ASCII characters".
    return Sentence(texts(": not \"*{character}*\""))
  }
}
