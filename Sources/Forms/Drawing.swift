public import Screen
import Strength

/// Draws one form again and again: what typing leaves as it is, is kept from one frame to the next.
///
/// The frames are those of ``Form/frame(_:)`` to the cell; only the time that they take differs.
public struct Drawing: Sendable {
  /// How the form is drawn.
  public let appearance: Appearance
  private var kept: (key: Key, layout: Layout, backdrop: Frame)?
  /// The backdrop with the criteria on it, which few keys change.
  private var panelled: (mode: CriteriaPanel.Mode, metBits: UInt32, frame: Frame)?

  /// All that the layout and the backdrop of one form depend on.
  private struct Key: Equatable {
    var size: Size
    var page: Form.Page
    var firstResponder: Responder
    var fields: [Field]
    var notice: String?
    var formError: String?
    var isOpen: Bool
    var canSubmit: Bool

    struct Field: Equatable {
      var isShown: Bool
      var error: String?
    }

    init(_ form: Form) {
      size = form.size
      page = form.page
      firstResponder = form.firstResponder
      fields = form.fields.map { Field(isShown: $0.isShown, error: $0.error?.message) }
      notice = form.notice
      formError = form.error
      isOpen = form.submission == .open
      canSubmit = form.canSubmit
    }
  }

  /// Makes the drawing of a form that is yet to come. It serves one form.
  public init(_ appearance: Appearance) { self.appearance = appearance }

  /// Scrolls the texts of `form` so that their carets are in view, and draws it.
  public mutating func frame(of form: inout Form) -> Frame {
    let key = Key(form)
    let layout: Layout
    let backdrop: Frame
    if let kept, kept.key == key {
      (layout, backdrop) = (kept.layout, kept.backdrop)
    } else {
      layout = form.layout(appearance)
      backdrop = form.backdrop(layout, appearance)
      kept = (key, layout, backdrop)
      panelled = nil
    }
    form.settle(in: layout)
    let (mode, metBits) = (form.panel.mode, form.panel.verdict.metBits)
    var frame: Frame
    if let panelled, panelled.mode == mode, panelled.metBits == metBits {
      frame = panelled.frame
    } else {
      frame = backdrop
      form.drawCriteria(in: &frame, layout, appearance)
      panelled = (mode, metBits, frame)
    }
    form.drawContent(in: &frame, layout, appearance)
    return frame
  }
}
