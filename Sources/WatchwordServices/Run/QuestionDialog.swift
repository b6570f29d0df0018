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
  private let job: Job
  /// Makes the options of a form, for a new password if there is a row.
  private let makeOptions: (ProgramTable.Row?) throws(ProgramError) -> Options
  private lazy var table = ProgramTable()
  private var question: Question
  /// The answer that the present question may repeat.
  private var repeated: LastAnswer?
  /// What the person is told, once each, before the answer is given.
  private var warnings: [String] = []
  private var verdict: FormVerdict?
  /// The line to give once the command is seen to read.
  private var line: SecretBuffer?
  /// Whether the answer was given.
  private var isGiven = false
  /// Whether the answer is empty, and was not given.
  private var isEmpty = false
  /// Whether the command asks something else by now.
  private var asksOn = false
  private let locking: SecretMemory.Locking

  init(
    _ job: Job, locking: SecretMemory.Locking,
    makeOptions: @escaping (ProgramTable.Row?) throws(ProgramError) -> Options
  ) {
    (self.job, self.locking, self.makeOptions) = (job, locking, makeOptions)
    question = Question(prompt: "", lines: [], asker: Asker(), row: nil)
  }

  private static let name = "password"

  var keepsAnswers: Bool { true }

  /// Shows forms as long as the command asks one question after the other.
  func ask() {
    repeat {
      asksOn = false
      let before = job.last
      question = findQuestion()
      if giveRepetition() { return }
      repeated = before.flatMap { question.repeats($0.question) ? $0 : nil }
      job.last = nil
      do throws(ProgramError) {
        try show(after: before)
      } catch {
        job.leaveByHand()
        if let line = error.line { job.say(line) }
      }
    } while asksOn
  }

  private func findQuestion() -> Question {
    let (prompt, lines) = job.readQuestion()
    let asker = Asker(process: job.asker)
    // Of a password that was typed by hand, the repetition is, too.
    let row = Question.saysAgain(prompt) ? nil : table.row(for: asker, prompt)
    return Question(prompt: prompt, lines: lines, asker: asker, row: row)
  }

  private func show(after before: LastAnswer?) throws(ProgramError) {
    line = nil
    (verdict, isGiven, isEmpty, warnings) = (nil, false, false, [])
    let options = try makeOptions(question.row)
    var presentation = options.presentation
    (presentation.returnsCursor, presentation.manner.ownModes) = (true, job.ownModes)
    var form = makeForm(options)
    if presentation.usesLines {
      (presentation.isPlain, form.text) = (true, nil)
      if !question.prompt.isEmpty { job.startLine() }
    }
    if let before, before.question.prompt == question.prompt, !question.lines.isEmpty {
      (form.alert, form.text) = (question.lines.joined(separator: "\n"), question.prompt)
    }
    if let reader = job.otherReader {
      let words = text(
        "{program} has this terminal open, too.", ["program": Asker(process: reader).words])
      form.alert = [form.alert, words].compactMap(\.self).joined(separator: "\n")
      warnings.append(text("Enter again sends it all the same."))
    }
    var advisers = Advisers(judge: try options.makeJudgeConfiguration(for: form.policy))
    (advisers.formVerifier, advisers.isOver, advisers.lookPeriod) = (
      self, { self.isOver }, .milliseconds(100)
    )
    if job.dropInput() { job.beep() }
    let outcome: Outcome
    do throws(FormFailure) {
      outcome = try form.show(presentation, advisers)
    } catch {
      job.goOn()
      throw ProgramError(WatchwordError(error))
    }
    line = nil
    job.goOn()
    switch consume outcome {
    case .accepted where isEmpty: try sendEmpty(presentation)
    case .accepted: break
    case .cancelled(.interrupt): job.interrupt()
    case .cancelled: if !isGiven { job.leaveByHand() }
    }
  }

  /// Asks whether to send an empty answer. In line mode it gives the question back to the command.
  private func sendEmpty(_ presentation: Presentation) throws(ProgramError) {
    guard !presentation.usesLines else {
      job.leaveByHand()
      return
    }
    let texts = Texts.ofProcess
    var form = FormDescription.question(
      title: question.asker.words, text: texts("Send an empty password?"),
      buttons: [FormButton(texts("Send it")), FormButton(texts("Back"), effect: .cancel)], texts: texts)
    form.interruptWord = stopWord
    var advisers = Advisers()
    (advisers.isOver, advisers.lookPeriod) = ({ self.isOver }, .milliseconds(100))
    let outcome: Outcome
    do throws(FormFailure) {
      outcome = try form.show(presentation, advisers)
    } catch {
      job.goOn()
      throw ProgramError(WatchwordError(error))
    }
    job.goOn()
    switch consume outcome {
    case .accepted:
      let nothing: [UInt8] = []
      prepare(nothing.span)
      if job.asks() { giveLine() }
    case .cancelled(.interrupt): job.interrupt()
    case .cancelled: asksOn = job.asks()
    }
  }

  private var stopWord: String { text("stop {program}", ["program": question.asker.name]) }

  private func makeForm(_ options: Options) -> FormDescription {
    var form = options.makeDescription()
    form.title = question.asker.words
    form.text = (question.lines + [question.prompt]).filter { !$0.isEmpty }.joined(separator: "\n")
    form.repeatsOutput = true
    (form.cancelWord, form.interruptWord) = (text("type it yourself"), stopWord)
    form.fields[0].name = Self.name
    form.fields[0].isOptional = true
    form.saysOptional = false
    form.fields[0].maximumBytes = AnswerLine.mostBytes
    switch question.row?.empty {
    case .draws:
      form.fields[0].placeholder = text("Empty: {program} draws one", ["program": question.asker.name])
    case .some(.none): form.fields[0].placeholder = text("Empty: no passphrase")
    case .unusual, nil: break
    }
    if question.row?.policy == .level { form.policy = .anything }
    return form
  }

  private var isOver: Bool {
    job.listen()
    if let repeated, job.now - repeated.begin > LastAnswer.longestTime { self.repeated = nil }
    return !isGiven && job.isQuestionGone
  }

  func begin(_ answer: Watchword.Answer, about subject: Submission.Subject) {
    verdict = nil
    answer.withText(of: Self.name) { text in
      if text.isEmpty {
        (isEmpty, verdict) = (true, .accepted)
      } else if !warnings.isEmpty {
        verdict = refuse(warnings.removeFirst())
      } else if let repeated, !repeated.text.withBytes({ text.span.isEqual(to: $0) }) {
        self.repeated = nil
        verdict = refuse(WatchwordBase.text("Not what you typed before. Enter again sends it."))
      } else {
        prepare(text.span)
      }
    }
  }

  private func refuse(_ reason: String) -> FormVerdict { .refused(fields: [Self.name: reason]) }

  /// Makes the line for an answer, and keeps the answer for its repetition.
  private func prepare(_ answer: Span<UInt8>) {
    do throws(AnswerLine.Problem) {
      line = try AnswerLine.encode(answer, for: job.modes, locking: locking)
      guard var copy = try? SecretBuffer(capacity: max(1, answer.count), locking: locking) else { return }
      try? copy.append(answer)
      job.last = LastAnswer(question, copy, at: job.now)
    } catch {
      switch error {
      case .tooLong:
        verdict = refuse(
          text(
            "{program} takes at most {count} bytes.",
            ["program": question.asker.name, "count": "\(AnswerLine.mostBytes)"]))
      case .unsendable: verdict = refuse(text("This terminal cannot pass on a character of it."))
      case .memory(let error): verdict = .failed("\(WatchwordError.memory(error))")
      }
    }
  }

  private func giveLine() {
    guard let given = line.take() else { return }
    isGiven = job.answer(given)
  }

  /// Answers a repetition if the form has asked for the password twice already.
  private func giveRepetition() -> Bool {
    guard let last = job.last, last.question.row?.isRepeated == true, question.repeats(last.question),
      job.questionTime - last.begin < LastAnswer.freshTime
    else { return false }
    job.last = nil
    last.text.withBytes { answer in line = try? AnswerLine.encode(answer, for: job.modes, locking: locking) }
    giveLine()
    return isGiven
  }

  func verdict(after elapsed: Duration) -> FormVerdict? {
    if let verdict { return verdict }
    job.listen()
    guard isGiven else {
      if job.asks() { giveLine() }
      return job.isQuestionGone ? .accepted : nil
    }
    if job.isElsewhere || job.hasPrinted { return .accepted }
    guard job.asks() else { return job.isQuiet ? .accepted : nil }
    let before = question
    question = findQuestion()
    if giveRepetition() { return nil }
    (question, asksOn) = (before, true)
    return .accepted
  }
}
