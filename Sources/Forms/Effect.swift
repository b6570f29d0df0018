/// What a form did, or wants done. Facts are told to the delegate; deeds are carried out by the session.
public enum Effect: Equatable, Sendable {
  /// Fact: editing of a field began.
  case didBeginEditing(Int)
  /// Fact: editing of a field ended.
  case didEndEditing(Int, EndReason)
  /// Fact: the text changed or the caret moved.
  case didChangeSelection(Int)
  /// Fact: a field sent a control event.
  case sent(Int, ControlEvent)
  /// Deed: lend the replacement and ask ``Form/propose(_:in:replacement:asking:)``.
  case propose(Int, Change)
  /// Deed: change the text, then tell ``Form/textDidChange(in:to:verdict:isConfirmed:fingerprint:by:)``.
  case apply(Int, Change)
  /// Deed: empty the text, for the program, then tell
  /// ``Form/textDidChange(in:to:verdict:isConfirmed:fingerprint:by:)``.
  case clear(Int)
  /// Deed: lend the text to ``Form/validate(_:text:isConfirmed:judge:)``.
  case validate(Int)
  /// Deed: move the caret to the cluster, then tell ``Form/caretDidMove(in:to:)``.
  case moveCaret(Int, to: Int)
  /// Deed: give the field a new outline, since what is shown of it changed.
  case reshape(Int)
  /// Deed: once the facts before it are told, go on with this.
  case then(Continuation)
  /// Deed: sound the bell.
  case beep
  /// Deed: paint the whole screen anew.
  case redraw
  /// Deed: mask everything (``Form/maskAll()``), paint that, leave the screen and stop the process group.
  case suspend
  /// Deed: have what was typed checked, then tell ``Form/checkDidEnd(_:asking:)``; tick until then.
  case check
  /// Deed: end with what was typed.
  case accept
  /// Deed: end with nothing.
  case cancel
  /// Deed: end, since the terminal is gone.
  case hangUp
}

/// The rest of something of which a part had to be told first, to keep the order of calls.
public enum Continuation: Equatable, Sendable {
  /// The default behaviour of Return in a field.
  case performReturn(Int)
  /// The judging of all fields after the one with the focus has ended, and what follows from it.
  case finishAccepting
  /// The clearing of a field in which editing begins, and the telling that it began.
  case finishBeginning(Int)
}
