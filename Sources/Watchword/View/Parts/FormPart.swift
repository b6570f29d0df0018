/// A part of a form's picture. It holds all that its drawing depends on besides the ``Sheet``, so equal parts look the
/// same, and nothing can be drawn that was not compared.
///
/// Indirect, because the comparison would copy both parts otherwise, and each key compares all of them.
indirect enum FormPart: Equatable {
  case title(TitlePart)
  case paragraph(ParagraphPart)
  case box(FieldBox)
  case panel(PanelPart)
  case button(ButtonPart)
  case keys(KeyLine)
  case text(FieldText)
  case confirmSign(ConfirmSign)
  case bars(BarsPart)
  case counter(CounterPart)
  case said(SaidPart)
  case denied(DeniedPart)
  case offer(OfferPart)
  case clips(ClipsPart)
  case spinner(SpinnerPart)
  /// The place of a part that is not there now.
  case nothing

  /// Whether all that can be read of a text in this part can be read in `next` too.
  func keepsText(of next: FormPart) -> Bool {
    switch (self, next) {
    case (.text(let old), .text(let new)): old.keepsText(of: new)
    case (.text(let old), _): !old.isShown && old.peek == nil
    case (.denied, _), (.offer, _): self == next
    default: true
    }
  }
}

extension Sheet {
  mutating func draw(_ part: FormPart) -> Drawn {
    switch part {
    case .title(let part): part.draw(on: &self)
    case .paragraph(let part): part.draw(on: &self)
    case .box(let part): part.draw(on: &self)
    case .panel(let part): part.draw(on: &self)
    case .button(let part): part.draw(on: &self)
    case .keys(let part): part.draw(on: &self)
    case .text(let part): part.draw(on: &self)
    case .confirmSign(let part): part.draw(on: &self)
    case .bars(let part): part.draw(on: &self)
    case .counter(let part): part.draw(on: &self)
    case .said(let part): part.draw(on: &self)
    case .denied(let part): part.draw(on: &self)
    case .offer(let part): part.draw(on: &self)
    case .clips(let part): part.draw(on: &self)
    case .spinner(let part): part.draw(on: &self)
    case .nothing: break
    }
    return take()
  }
}
