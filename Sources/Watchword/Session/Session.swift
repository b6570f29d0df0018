import WatchwordCurses
package import WatchwordScreen
package import WatchwordSecrets
package import WatchwordStrength
import WatchwordSystem

/// A form and its advisers at work, on a screen or in line mode.
package struct Session: ~Copyable {
  /// Whoever calls one of its methods has to take the requests it makes.
  package internal(set) var form: Form
  private var needsWarmUp: Bool
  private let lists: [WordFile]
  let advisers: Advisers
  let locking: SecretMemory.Locking
  /// Asked before the form is accepted, in this order.
  let verifiers: [any FormVerifier]
  /// Asked about the field that has a verifier of its own.
  let fieldVerifier: (any FormVerifier)?
  /// The verifiers whose verdict is still to come. The first is at work.
  var asked: ArraySlice<any FormVerifier> = []
  /// Draws the passwords that the form offers; `nil` if it offers none.
  var source: PasswordSource?
  var refusals = 0
  /// Whether the authority was asked for a password to offer.
  var awaitsOffer = false
  /// The validators that run beside the form, by field number: the number of their question, and how to cancel them.
  var validatorRuns: [Int: (number: Int, cancel: @Sendable () -> Void)] = [:]
  let validatorAnswers = Inbox<ValidatorAnswer>()
  /// How many questions validators and verifiers were asked.
  var questions = 0
  /// Makes a session of `form` in its initial state. `judge` was made from ``Advisers/judge``. Lists are read while no
  /// key waits, and to their end before the form is accepted. A short list that refuses nothing, but only makes
  /// passwords weaker, is put off: its index takes nearly as much memory as the rest of a form that waits for its first
  /// key. The buffers are parts of `memory`; see ``capacities(of:)``.
  ///
  /// - Throws: Why there is no memory, or that a field cannot hold its initial text.
  package init(
    _ form: FormState, width: CharacterWidth, judge: Judge = Judge(), _ advisers: Advisers = Advisers(),
    in memory: SecretMemory
  ) throws(Ending) {
    var form = form
    form.hasVerifier = advisers.verifier != nil || advisers.formVerifier != nil
    if advisers.oldVerifier != nil || advisers.oldFormVerifier != nil {
      form.verifiedField = form.fields.firstIndex { $0.configuration.requirement == .knownPassword }
    }
    let authorityVerifier = advisers.authority?.verifier
    if authorityVerifier != nil { form.verifiedField = form.newPasswordField }
    self.advisers = advisers
    locking = memory.locking
    let refusesWords = form.configuration.policy.hasBlocklist
    for list in advisers.judge.lists { list.isPutOff = list.isShort && !refusesWords }
    lists = advisers.judge.lists.filter { !$0.isPutOff } + advisers.judge.lists.filter(\.isPutOff)
    needsWarmUp = judge.meter.needsWarmUp
    do throws(SecretError) {
      let assessor = try Assessor(form.configuration.policy, judge, in: memory)
      let secrets = try SecretTexts(of: form, normalizer: assessor.normalizer, in: memory)
      if form.offersPasswords { source = try PasswordSource(form.configuration, in: memory) }
      func program(_ verifier: Verifier?) throws(SecretError) -> ProgramVerifier? {
        guard let verifier else { return nil }
        return try ProgramVerifier(verifier, for: form, locking: memory.locking)
      }
      let (new, old) = (try program(advisers.verifier), try program(advisers.oldVerifier))
      verifiers = (new.map { [$0] } ?? []) + (advisers.formVerifier.map { [$0] } ?? [])
      fieldVerifier = authorityVerifier ?? old ?? advisers.oldFormVerifier
      self.form = Form(form, secrets: secrets, assessor: assessor, width: width, advisers.host)
    } catch {
      throw .failed(.memory(error))
    }
  }

  /// The sizes in bytes of the buffers of a session of `form`, except its verifier's.
  ///
  /// - Throws: ``SecretError/tooMany`` if the form has more fields than a frame can show.
  package static func capacities(of form: FormState) throws(SecretError) -> [Int] {
    try SecretTexts.capacities(of: form) + (form.offersPasswords ? PasswordSource.capacities : [])
  }

  /// The next event, or a tick if the authority has said something. If no event comes for a moment, warms up the meter
  /// and reads the word lists, a slice at a time, those that were put off once typing has paused. After the last slice
  /// of a list, judges what was typed again, and returns a tick, so that the form is drawn. Returns a tick at `due`.
  mutating func nextEvent(before due: Instant?, on terminal: inout some Terminal & ~Copyable) -> Event {
    let isAnswered: Bool =
      if !validatorRuns.isEmpty, form.state.awaitsValidators {
        terminal.waitsForAnswer(of: validatorRuns.count, questions: questions, validatorAnswers.wait)
      } else if let verifier = asked.first {
        terminal.waitsForAnswer(of: 1, questions: questions, verifier.wait)
      } else {
        false
      }
    if isAnswered { return .tick }
    if lookAtAuthority(at: terminal.now) { return .tick }
    // By then the authority has to be looked at, even if no event comes.
    let now = terminal.now
    let look = advisers.authority?.nextLook(after: now) ?? advisers.lookPeriod.map { now.advanced(by: $0) }
    let deadline = Instant.first(due, look)
    let listsDue = form.state.listsDue
    // After a frame, input gets a moment to come before lists are read.
    var pause = Duration.milliseconds(10)
    while true {
      let list = lists.first { !$0.isFinished && (!$0.isPutOff || listsDue != nil) }
      guard needsWarmUp || list != nil else { break }
      var end = terminal.now.advanced(by: pause)
      if !needsWarmUp, list?.isPutOff == true, let listsDue { end = max(end, listsDue) }
      if let deadline, deadline <= end { break }
      let event = terminal.nextEvent(before: end)
      if event != .tick || Wake.take() { return event }
      if needsWarmUp {
        form.assessor.judge.meter.warmUp()
        needsWarmUp = false
      } else if list?.index() == true {
        form.reevaluate(.lists)
        return .tick
      }
      pause = .zero
    }
    return terminal.nextEvent(before: deadline)
  }

  /// What `event` means to the form. Input ends the wait for an offer, and an authority that answers has not gone.
  mutating func heard(_ event: Event) -> Event {
    if event.isInput { awaitsOffer = false }
    return event == .withdrawn && advisers.authority?.isAnswering == true ? .tick : event
  }

  /// Does what the form asks of an adviser.
  mutating func carryOut(_ request: Request) {
    switch request {
    case .verify: startVerifier()
    case .validate(let field, let number): startValidator(of: field, number: number)
    case .offer(let kind, let parts): makeOffer(kind, parts: parts)
    case .beep, .redraw, .suspend: break
    }
  }

  /// Takes in what the advisers have done by now. The form can be `isInline`.
  mutating func look(isInline: Bool = false, on terminal: inout some Terminal & ~Copyable) {
    lookAtVerifier(at: terminal.now)
    lookAtValidators()
    followAsker(isInline: isInline, on: &terminal)
    endIfWithdrawn()
  }

  /// Masks all texts if this process has to stop. Stops the asker if that can be instead.
  mutating func prepareToStop(on terminal: borrowing some Terminal & ~Copyable) -> Bool {
    if let stopAsker = advisers.stopAsker { stopAsker() } else if !terminal.canSuspend { form.beep() }
    guard advisers.stopAsker == nil, terminal.canSuspend else { return false }
    form.maskAll()
    return true
  }

  /// Ends the advisers' work, and returns the answer.
  ///
  /// - Throws: How the form ended without an answer.
  mutating func finish() throws(Ending) -> Answer {
    StackScratch.scrub()
    // The verifiers end before the terminal is given back, also if the form was cancelled.
    for verifier in verifiers + [fieldVerifier].compactMap(\.self) { verifier.stop() }
    for run in validatorRuns.values { run.cancel() }
    guard form.ending == .accepted else { throw form.ending ?? .cancelled }
    return Answer(form, isLast: true)
  }
}
