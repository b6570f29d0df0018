internal import Watchword
internal import WatchwordBase
internal import WatchwordCurses
internal import WatchwordOptions
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// Connects forms with the questions of a command: gives it what was typed, and keeps the form until it is known what the
/// command does next.
final class QuestionDialog: FormVerifier {
  private enum State {
    /// The form is open.
    case open
    /// The answer is given as soon as the command is seen to read.
    case ready
    case given
    /// The answer is empty, and the person is asked about that first.
    case empty
    /// The command asks something else by now.
    case asksOn
    /// The question has gone without an answer.
    case gone
  }

  private let job: Job
  /// Makes the options of a form, for a new password if there is a row.
  private let makeOptions: (ProgramTable.Row?) throws(ProgramError) -> Options
  private lazy var table = ProgramTable()
  private var question: Question
  private var state = State.open
  /// The answer that the present question repeats.
  private var repeated: LastAnswer?
  /// How often the text had been edited when it was said to differ.
  private var refusedEdits: Int?
  /// What the person is told, once each, before the answer is given.
  private var warnings: [String] = []
  private var verdict: FormVerdict?
  /// The answer that is ready.
  private var answer: LastAnswer?
  private let locking: SecretMemory.Locking

  init(
    _ job: Job, locking: SecretMemory.Locking,
    makeOptions: @escaping (ProgramTable.Row?) throws(ProgramError) -> Options
  ) {
    (self.job, self.locking, self.makeOptions) = (job, locking, makeOptions)
    question = Question(
      prompt: "", lines: [], asker: Asker(), row: nil, source: job.source, time: job.now)
  }

  private static let name = "password"

  var keepsAnswers: Bool { true }

  /// Shows forms as long as the command asks one question after the other.
  func ask() {
    repeat {
      let (before, answered) = (job.last, job.answered)
      question = findQuestion()
      if giveRepetition(for: question) { return }
      repeated = before.flatMap { question.repeats($0) ? $0 : nil }
      job.last = nil
      do throws(ProgramError) {
        try show(after: answered)
      } catch {
        job.leaveByHand()
        if let line = error.line { job.show("\r\nwatchword: \(line)\r\n".utf8) }
      }
    } while state == .asksOn
  }

  private func findQuestion() -> Question {
    let (prompt, lines) = job.readQuestion()
    let asker = Asker(process: job.source.process)
    // If a password was typed by hand, so is its repetition.
    let row = Question.saysAgain(prompt) ? nil : table.row(for: asker, prompt)
    return Question(
      prompt: prompt, lines: lines, asker: asker, row: row, source: job.source, time: job.questionTime)
  }

  private func show(after before: Question?) throws(ProgramError) {
    (warnings, refusedEdits) = ([], nil)
    let options = try makeOptions(question.row)
    if question.row != nil { options.remarks.forEach { job.show("\r\nwatchword: \($0)\r\n".utf8) } }
    var presentation = options.presentation
    presentation.manner.outerModes = job.outerModes
    var form = makeForm(options)
    if presentation.usesLines {
      (presentation.isPlain, form.text) = (true, text("An empty line leaves the question to you."))
      if !question.prompt.isEmpty { job.show("\r\n".utf8) }
    }
    if let before, before.source == question.source, before.prompt == question.prompt, !question.lines.isEmpty
    {
      (form.alert, form.text) = (question.lines.joined(separator: "\n"), question.prompt)
    }
    if let reader = job.otherReader {
      let words = text("{program} has this terminal open, too.", ["program": Asker(process: reader).words])
      form.alert = [form.alert, words].compactMap(\.self).joined(separator: "\n")
      warnings.append(text("Enter again sends it all the same."))
    }
    var advisers = Advisers(judge: try options.makeJudgeConfiguration(for: form.policy))
    advisers.formVerifier = self
    if try show(form, presentation, advisers) == nil, state == .empty { try sendEmpty(presentation) }
  }

  /// Shows a form, and does what its end means for the command. Returns `nil` if the form was accepted.
  private func show(
    _ form: FormDescription, _ presentation: Presentation, _ advisers: Advisers, in state: State = .open
  ) throws(ProgramError) -> PasswordForm.Cancellation? {
    var advisers = advisers
    (advisers.isOver, advisers.lookPeriod) = ({ self.isOver }, .milliseconds(100))
    if job.isShell { advisers.stopAsker = job.stop }
    (self.state, verdict, answer) = (state, nil, nil)
    job.lend()
    let outcome: Outcome
    do throws(FormFailure) {
      outcome = try form.show(presentation, advisers)
    } catch {
      job.goOn()
      throw ProgramError(WatchwordError(error))
    }
    job.goOn()
    answer = nil
    guard case .cancelled(let way) = consume outcome else { return nil }
    if way == .interrupt {
      job.interrupt()
    } else if [.open, .ready].contains(self.state) {
      job.leaveByHand()
    }
    return way
  }

  /// Asks whether to send an empty answer.
  private func sendEmpty(_ presentation: Presentation) throws(ProgramError) {
    let texts = Texts.ofProcess
    var form = FormDescription.question(
      title: question.asker.words,
      text: question.row?.empty == .nothing
        ? texts("Go on without a passphrase?") : texts("Send an empty password?"),
      buttons: [FormButton(texts("Send it")), FormButton(texts("Back"), effect: .cancel)], texts: texts)
    form.asker = question.asker.name
    switch try show(form, presentation, Advisers(), in: .empty) {
    case nil where job.asks() && isSame:
      let nothing: [UInt8] = []
      prepare(nothing.span)
      give()
    case .interrupt?: break
    default: if job.asks() { state = .asksOn }
    }
  }

  private func makeForm(_ options: Options) -> FormDescription {
    var form = options.makeDescription()
    form.title = question.asker.words
    form.text = (question.lines + [question.prompt]).filter { !$0.isEmpty }.joined(separator: "\n")
    form.asker = question.asker.name
    form.fields[0].name = Self.name
    (form.fields[0].isOptional, form.saysOptional) = (question.row?.takesNothing(options) ?? true, false)
    form.fields[0].maximumBytes = AnswerLine.mostBytes
    switch question.row?.empty {
    case .draws:
      form.fields[0].placeholder = text("Empty: {program} draws one", ["program": question.asker.name])
    case .nothing where form.fields[0].isOptional: form.fields[0].placeholder = text("Empty: no passphrase")
    case .nothing, .unusual, nil: break
    }
    return form
  }

  /// Whether the command still asks what the form was made for.
  private var isSame: Bool { job.source == question.source && job.readQuestion().prompt == question.prompt }

  /// Whether the form is about a question that has gone. If another one stands there, it gets a form of its own.
  private var isOver: Bool {
    job.listen()
    if let repeated, job.now - repeated.begin > LastAnswer.longestTime { self.repeated = nil }
    guard state == .open || state == .ready || state == .empty else { return state != .given }
    if job.isQuestionGone {
      state = .gone
    } else if job.asks(), !isSame {
      state = .asksOn
    }
    return state == .gone || state == .asksOn
  }

  func begin(_ answer: Watchword.Answer, about subject: Submission.Subject) {
    verdict = nil
    let edits = answer.values.first { $0.name == Self.name }?.edits
    answer.withText(of: Self.name) { text in
      if !warnings.isEmpty {
        refuse(warnings.removeFirst())
      } else if text.isEmpty {
        (state, verdict) = (.empty, .accepted)
      } else if let repeated, refusedEdits != edits, !repeated.text.withBytes({ text.span.isEqual(to: $0) }) {
        refusedEdits = edits
        refuse(WatchwordBase.text("Not what you typed before. Enter again sends it."))
      } else {
        prepare(text.span)
      }
    }
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
    state = .gone
    answer.text.withBytes { text in
      guard let line = try? AnswerLine.encode(text, for: job.modes, locking: locking), job.answer(line) else {
        return
      }
      state = .given
    }
    guard state == .given else { return job.leaveByHand() }
    answer.begin = job.now
    (job.last, job.answered) = (answer, question)
  }

  /// Answers a repetition if the form has asked for the password twice already.
  private func giveRepetition(for question: Question) -> Bool {
    guard let last = job.last, last.question.row?.isRepeated == true, question.repeats(last),
      job.otherReader == nil
    else { return false }
    answer = last
    give()
    job.last = nil
    return state == .given
  }

  func verdict(after elapsed: Duration) -> FormVerdict? {
    if let verdict { return verdict }
    job.listen()
    if state == .ready, !isOver, job.asks() { give() }
    switch state {
    case .open, .ready: return nil
    case .gone, .asksOn, .empty: return .accepted
    case .given: break
    }
    if job.isElsewhere || job.hasPrinted { return .accepted }
    guard job.asks() else { return job.isQuiet ? .accepted : nil }
    if giveRepetition(for: findQuestion()) { return nil }
    state = .asksOn
    return .accepted
  }
}
