import Forms
import Messages
import Screen
import Strength
import TestSupport

/// A form with plain texts behind it: it carries effects out as a session does, so that frames can be looked at
/// without secrets and a terminal.
struct Rehearsal {
  private(set) var form: Form
  private(set) var texts: [String]
  private(set) var effects: [Effect] = []
  private(set) var now = Instant(nanoseconds: 0)
  var appearance: Appearance
  private let judge: Judge

  init(
    _ description: NewPasswordForm = NewPasswordForm(), columns: Int = 80, rows: Int = 24,
    glyphs: GlyphSet = .unicode, hasCheck: Bool = false, judge: Judge = Judge()
  ) {
    self.judge = judge
    form = description.makeForm()
    form.hasCheck = hasCheck
    appearance = Appearance(glyphs: glyphs, width: .standard)
    texts = form.fields.map { _ in "" }
    send(.resize(Size(columns: columns, rows: rows)))
    carryOut(form.begin(asking: DefaultDelegate()))
  }

  var frame: Frame {
    mutating get {
      form.settle(appearance)
      return form.frame(appearance)
    }
  }

  var rows: [String] { mutating get { frame.rows } }

  mutating func send(_ event: Event) {
    carryOut(form.handle(event, at: now, appearance: appearance, asking: DefaultDelegate()))
  }

  mutating func press(_ codes: Key.Code...) { for code in codes { send(.key(Key(code))) } }

  mutating func press(_ key: Key) { send(.key(key)) }

  mutating func type(_ text: String) { for scalar in text.unicodeScalars { press(.scalar(scalar)) } }

  mutating func resize(columns: Int, rows: Int) { send(.resize(Size(columns: columns, rows: rows))) }

  mutating func wait(milliseconds: Int64) {
    now = now.advanced(milliseconds: milliseconds)
    send(.tick)
  }

  mutating func endCheck(_ verdict: SubmissionVerdict) {
    carryOut(form.checkDidEnd(verdict, asking: DefaultDelegate()))
  }

  private mutating func carryOut(_ effects: [Effect]) {
    for effect in effects {
      self.effects.append(effect)
      switch effect {
      case .propose(let index, let change):
        carryOut(form.propose(change, in: index, replacement: "".utf8Span, asking: DefaultDelegate()))
      case .apply(let index, let change): apply(change, in: index)
      case .moveCaret(let index, let cluster):
        carryOut(form.caretDidMove(in: index, to: shape(of: index, caret: cluster)))
      case .reshape(let index):
        form.reshape(index, to: shape(of: index, caret: form.fields[index].shape.caret))
      case .then(let continuation): carryOut(form.proceed(continuation, asking: DefaultDelegate()))
      default: break
      }
    }
  }

  private mutating func apply(_ change: Change, in index: Int) {
    var characters = Array(texts[index])
    var new = ""
    if case .typed(let scalar) = change.replacement { new = String(scalar) }
    characters.replaceSubrange(change.range, with: Array(new))
    texts[index] = String(characters)
    let caret = Array(String(characters[..<change.range.lowerBound]) + new).count
    let policy = form.configuration.policy
    let verdict = policy.verdict(on: texts[0].utf8Span, count: texts[0].count, by: judge)
    carryOut(
      form.textDidChange(
        in: index, to: shape(of: index, caret: caret), verdict: index == 0 ? verdict : nil,
        isConfirmed: Set(texts).count == 1, by: .person))
  }

  private func shape(of index: Int, caret: Int) -> TextShape {
    let isShown = form.fields[index].isShown
    let widths = texts[index].map { UInt8(clamping: appearance.width.columns(of: $0.unicodeScalars)) }
    return TextShape(count: widths.count, caret: caret, widths: isShown ? widths : [])
  }
}
