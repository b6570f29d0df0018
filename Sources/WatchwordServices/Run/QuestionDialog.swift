internal import Watchword
internal import WatchwordBase
internal import WatchwordCurses
internal import WatchwordOptions
internal import WatchwordScreen
internal import WatchwordSecrets

/// Connects forms with the questions of a command: gives it what was typed, and keeps the form until it is known what the
/// command does next.
final class QuestionDialog: FormVerifier {
  private enum State {
    /// The form is open.
    case open
    /// The answer is given as soon as the command is seen to read.
    case ready
    case given
    /// The answer is empty, and the user is asked about that first.
    case empty
    /// The command asks something else by now.
    case asksOn
    /// The question has gone without an answer.
    case gone
    /// The terminal did not take the answer.
    case unsent
  }

  private let job: Job
  /// Makes the options of a form, for a new password if there is a row.
  private let makeOptions: (ProgramTable.Row?) throws(ProgramError) -> Options
  private lazy var table = ProgramTable()
  private var question: Question
  /// The last answer, which a question may want again.
  private var last: LastAnswer?
  /// The last question that was answered, unless the command has read keys since.
  private var answered: Question?
  private var state = State.open
  /// Whether nothing is typed in the form.
  private var isEmpty = true
  /// Whether the form's answer was given.
  private var isGiven = false
  private var usesLines = false
  /// Whether the user has stopped the program.
  private var hasStopped = false
  /// Whether the prompt has counted down since the form said it.
  private var hasCountedDown = false
  /// The answer that the present question repeats.
  private var repeated: LastAnswer?
  /// How often the text had been edited when it was said to differ.
  private var refusedEdits: Int?
  /// What the user is told, once each, before the answer is given.
  private var warnings: [String] = []
  /// Another reader of the terminal that the user was told of.
  private var reader: Job.OtherReader?
  private var verdict: FormVerdict?
  /// The answer that is ready.
  private var answer: LastAnswer?
  private let locking: SecretMemory.Locking

  init(
    _ job: Job, locking: SecretMemory.Locking,
    makeOptions: @escaping (ProgramTable.Row?) throws(ProgramError) -> Options
  ) {
    (self.job, self.locking, self.makeOptions) = (job, locking, makeOptions)
    question = Question(line: nil, before: [], asker: Asker(), row: nil, reader: job.reader, time: job.now)
  }

  private static let name = "password"

  var keepsAnswers: Bool { true }

  /// Shows forms as long as the command asks one question after the other.
  func ask() {
    repeat {
      let before = answered
      question = findQuestion()
      if question.asksForKey { return job.leaveByHand() }
      if giveRepetition(for: question) { return }
      repeated = last.take().flatMap { question.repeats($0) ? $0 : nil }
      do throws(ProgramError) {
        try show(after: before)
      } catch {
        job.leaveByHand()
        if let line = error.line { job.show("\r\nwatchword: \(line)\r\n".utf8) }
      }
    } while state == .asksOn
  }

  /// Forgets the answers that no question can want any more: no password stays in memory without need. Returns when to
  /// call it again.
  func forget(readsKeys: Bool) -> Instant? {
    if readsKeys { answered = nil }
    if let last, job.now >= last.end { self.last = nil }
    if let repeated, job.now - repeated.begin > LastAnswer.longestTime { self.repeated = nil }
    return last?.end
  }

  private func findQuestion() -> Question {
    let asker = Asker(process: job.reader.program.process, isSetUserID: job.sight.isAlone)
    return job.readQuestion(asker, hiding: last) { table.row(for: asker, lines: $0) }
  }

  private func show(after before: Question?) throws(ProgramError) {
    (warnings, refusedEdits, isEmpty, reader) = ([], nil, true, job.otherReader)
    let options = try makeOptions(question.row)
    if question.row != nil { options.remarks.forEach { job.show("\r\nwatchword: \($0)\r\n".utf8) } }
    var presentation = options.presentation
    presentation.manner.outerModes = job.outerModes
    var inquiry = makeInquiry(options)
    usesLines = presentation.usesLines
    if usesLines {
      (presentation.isPlain, inquiry.text) = (true, text("An empty line leaves the question to you."))
      if question.line != nil { job.show("\r\n".utf8) }
    }
    if let before, question.isSame(as: before), !question.before.isEmpty, !question.isAskedAbove {
      (inquiry.alert, inquiry.text) = (question.shownBefore.joined(separator: "\n"), question.prompt)
    }
    if let reader {
      inquiry.alert = [inquiry.alert, reader.words()].compactMap(\.self).joined(separator: "\n")
      if reader != .unknown { warnings.append(text("Enter again sends it all the same.")) }
    }
    let form = options.form(for: inquiry)
    var advisers = try options.advisers(for: form)
    advisers.formVerifier = self
    if try show(form, presentation, advisers) == .accepted, state == .empty {
      try sendEmpty(options, presentation)
    }
  }

  /// Shows a form, and does what its end means for the command. Returns how it ended.
  private func show(
    _ form: FormDescription, _ presentation: Presentation, _ advisers: Advisers, in state: State = .open
  ) throws(ProgramError) -> Ending {
    var advisers = advisers
    (advisers.checkWithdrawal, advisers.lookPeriod) = ({ self.isOver }, .milliseconds(100))
    advisers.askerNews = { self.news(isEmpty: $0) }
    if job.isShell {
      advisers.stopAsker = { [self] in
        hasStopped = true
        job.stop()
      }
    }
    (self.state, verdict, answer, isGiven, hasStopped) = (state, nil, nil, false, false)
    job.lend()
    job.note(.opens, question.row == nil ? .onePassword : .newPassword, question.reader.program)
    var ending = Ending.accepted
    do throws(Ending) { _ = try form.show(presentation, advisers) } catch { ending = error }
    if ending.failure != nil {
      job.goOn()
      job.note(.closes, .hasFailed, question.reader.program)
      _ = try ending.status(onTerminalAt: nil)
    }
    tellLoss()
    job.goOn()
    answer = nil
    noteEnd(ending)
    if ending == .interrupted {
      job.interrupt()
    } else if ending != .accepted, [.open, .ready].contains(self.state) {
      job.leaveByHand()
    }
    return ending
  }

  /// Tells the user that what was typed is lost, if the question has gone and something was typed.
  private func tellLoss() {
    guard !isEmpty, !isGiven else { return }
    let program: KeyValuePairs = ["program": question.asker.name]
    switch state {
    case .asksOn: job.tell(text("What you typed was dropped: {program} asks something else.", program))
    case .gone: job.tell(text("What you typed was dropped: {program} asks no more.", program))
    case .unsent: job.tell(text("{program} did not read the answer. It was dropped.", program))
    default: break
    }
  }

  /// Notes that the form has ended. The form and the question about an empty answer count as one, as the trace does not
  /// tell how long an answer is.
  private func noteEnd(_ ending: Ending) {
    let reason: Trace.Reason? =
      switch state {
      case _ where ending == .interrupted: .isInterrupted
      case _ where isGiven: .isAnswered
      case .gone, .given: .hasGone
      case .unsent: .hasFailed
      case .asksOn: .asksOther
      case .open, .ready: .isCancelled
      case .empty: nil
      }
    if let reason { job.note(.closes, reason, question.reader.program) }
  }

  /// Asks whether to send an empty answer.
  private func sendEmpty(_ options: Options, _ presentation: Presentation) throws(ProgramError) {
    let texts = Texts.ofProcess
    var inquiry = Inquiry(
      .question([FormButton(texts("Send it")), FormButton(texts("Back"), effect: .cancel)]))
    (inquiry.title, inquiry.asker) = (question.asker.words, question.asker.name)
    inquiry.text =
      question.row?.empty == .nothing
      ? texts("Go on without a passphrase?") : texts("Send an empty password?")
    switch try show(options.form(for: inquiry), presentation, Advisers(), in: .empty) {
    case .accepted where follow():
      let nothing: [UInt8] = []
      prepare(nothing.span)
      give()
      noteEnd(.accepted)
    case .interrupted: break
    default: if job.asks() { state = .asksOn }
    }
  }

  private func makeInquiry(_ options: Options) -> Inquiry {
    var inquiry = Inquiry(question.row == nil ? .secret : .newSecret())
    (inquiry.title, inquiry.asker) = (question.asker.words, question.asker.name)
    (inquiry.text, inquiry.mostBytes) = (question.text, AnswerLine.mostBytes)
    let takesNothing = question.row?.takesNothing(options) ?? true
    inquiry.mayBeEmpty = takesNothing
    switch question.row?.empty {
    case .draws: inquiry.placeholder = text("Empty: {program} draws one", ["program": question.asker.name])
    case .nothing where takesNothing: inquiry.placeholder = text("Empty: no passphrase")
    // The prompt may ask for something else, such as a code.
    case nil where !question.prompt.isEmpty: inquiry.placeholder = ""
    case .nothing, .unusual, nil: break
    }
    return inquiry
  }

  /// Whether the form is about a question that has gone. If another one stands there, it gets a form of its own.
  private var isOver: Bool { [.gone, .asksOn, .unsent].contains(state) }

  /// Notes what has become of the question. Returns whether the command still asks it, and reads.
  private func follow() -> Bool {
    switch job.look() {
    case .asks(let countsDown):
      if countsDown { hasCountedDown = true }
      return true
    case .unclear: break
    case .asksElse: state = .asksOn
    case .gone:
      // What is still typed was meant for the form. After Enter, or Ctrl-Z, it is meant for what follows.
      if state != .ready, !hasStopped { job.dropKeys() }
      state = .gone
    }
    return false
  }

  private func news(isEmpty: Bool) -> AskerNews {
    // In line mode the terminal keeps what was typed of a line, and does not tell.
    self.isEmpty = isEmpty && !usesLines
    _ = forget(readsKeys: false)
    guard [.open, .ready, .empty].contains(state) else {
      job.listen()
      return .none
    }
    _ = follow()
    if hasCountedDown, state != .empty {
      hasCountedDown = false
      question.prompt = job.shownPrompt
      return .words(question.text, job.showHeld)
    }
    return job.isFlooded ? .output(job.showHeld) : .none
  }

  func begin(_ answer: Watchword.Answer, about subject: Submission.Subject) {
    verdict = nil
    let edits = answer.values.first { $0.name == Self.name }?.edits
    answer.withText(of: Self.name) { text in
      if !warnings.isEmpty {
        refuse(warnings.removeFirst())
      } else if text.isEmpty {
        (state, verdict) = (.empty, .accepted)
      } else if let found = findNewReader() {
        reader = found
        refuse(found.words(isShort: true) + " " + WatchwordBase.text("Enter again sends it all the same."))
      } else if let repeated, refusedEdits != edits, !repeated.text.withBytes({ text.span.isEqual(to: $0) }) {
        refusedEdits = edits
        refuse(WatchwordBase.text("Not what you typed before. Enter again sends it."))
      } else {
        prepare(text.span)
      }
    }
  }

  /// A reader that came after the form.
  private func findNewReader() -> Job.OtherReader? {
    job.otherReader.flatMap { $0 == .unknown || $0 == reader ? nil : $0 }
  }

  private func refuse(_ reason: String) { verdict = .refused(fields: [Self.name: reason]) }

  /// Keeps an answer until it is given, and then for its repetition.
  private func prepare(_ answer: Span<UInt8>) {
    do throws(AnswerLine.Problem) {
      _ = try AnswerLine.encode(answer, for: job.modes, locking: locking)
      let copy = try AnswerLine.copy(answer, locking: locking)
      self.answer = LastAnswer(question, copy, at: job.now)
      state = .ready
    } catch {
      switch error {
      case .tooLong:
        refuse(
          text(
            "{program} takes at most {count} bytes.",
            ["program": question.asker.name, "count": "\(AnswerLine.mostBytes)"]))
      case .unsendable: refuse(text("This terminal cannot pass on a character of it."))
      case .memory(let error): verdict = .failed("\(WatchwordError.memory(error))")
      }
    }
  }

  /// Gives the answer that is ready, in the modes that the command has set by now.
  private func give() {
    guard let answer = answer.take() else { return }
    state = .unsent
    answer.text.withBytes { text in
      guard let line = try? AnswerLine.encode(text, for: job.modes, locking: locking),
        job.answer(line, of: question.asker.name)
      else {
        return
      }
      state = .given
    }
    guard state == .given else { return job.leaveByHand() }
    isGiven = true
    answer.begin = job.now
    (last, answered) = (answer, question)
  }

  /// Answers a repetition if the form has asked for the password twice already.
  private func giveRepetition(for question: Question) -> Bool {
    guard let last, last.question.row?.isRepeated == true, question.repeats(last),
      [nil, .unknown].contains(job.otherReader)
    else { return false }
    answer = last
    give()
    if state == .given { job.note(.answers, .typedBefore, question.reader.program) }
    self.last = nil
    return state == .given
  }

  func verdict(after elapsed: Duration) -> FormVerdict? {
    if let verdict { return verdict }
    if state == .ready, follow() { give() }
    switch state {
    case .open, .ready: return nil
    case .gone, .asksOn, .unsent, .empty: return .accepted
    case .given: break
    }
    _ = forget(readsKeys: false)
    job.listen()
    if job.isElsewhere || job.hasPrinted { return .accepted }
    guard job.asks() else { return job.isQuiet ? .accepted : nil }
    if giveRepetition(for: findQuestion()) { return nil }
    state = .asksOn
    return .accepted
  }
}
