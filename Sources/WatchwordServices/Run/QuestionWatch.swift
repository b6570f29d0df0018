internal import WatchwordScreen

/// Decides whether a program asks for a secret, by the modes of its terminal and by what its processes do. Knows no
/// processes and no clock.
struct QuestionWatch {
  /// The modes that matter of a terminal.
  struct Modes: Equatable {
    /// Whether input comes line by line, with the kernel's editing.
    var isCanonical: Bool
    var echoes: Bool
    var isDark: Bool { isCanonical && !echoes }
  }

  /// What the foreground processes do.
  enum Group: Equatable {
    case works
    /// One reads from the terminal.
    case reads
    /// All sleep, and none is seen reading. `isAlone` says that only one of them cannot be looked at, and that it has
    /// rights of its own and no child among them: a set-user-ID program that waits for nobody else.
    case sleeps(isAlone: Bool)
  }

  /// The later of the last output and the last line end that the user typed.
  private(set) var lastOutput: Instant
  /// When there was output or input last.
  private var lastActivity: Instant
  /// Since when every look found the whole group sleeping; `nil` after any output.
  private var sleepBegin: Instant?
  /// Whether the user answers the present question by hand.
  private(set) var isByHand = false
  /// Whether the terminal has shown what is typed. If it was dark from the start, as in a shell of Emacs, the darkness
  /// says nothing.
  private var wasLit: Bool
  /// What the last look has decided by; `nil` if it was too soon to decide.
  private(set) var finding: Trace.Reason?

  init(at now: Instant, _ modes: Modes) {
    (lastOutput, lastActivity, wasLit) = (now, now, !modes.isDark)
  }

  mutating func noteOutput(at now: Instant) { (lastOutput, lastActivity, sleepBegin) = (now, now, nil) }

  /// Notes input. If it `endsLine`, an answer by hand has ended.
  mutating func noteInput(at now: Instant, endsLine: Bool) {
    lastActivity = now
    if endsLine { (isByHand, lastOutput, sleepBegin) = (false, now, nil) }
  }

  /// From now on, the present question is no question any more.
  mutating func leaveByHand() { isByHand = true }

  /// Whether the program asks. `group` is looked at only if the modes and the silence allow a question, and whether the
  /// last line `endsAsPrompt` only if it is not known who reads.
  mutating func look(
    at now: Instant, _ modes: Modes, _ group: () -> Group, endsAsPrompt: () -> Bool = { true }
  ) -> Bool {
    if modes.echoes { wasLit = true }
    finding = nil
    guard modes.isDark else {
      (isByHand, sleepBegin) = (false, nil)
      finding = modes.isCanonical ? .echoes : .readsKeys
      return false
    }
    let silence = now - lastOutput
    finding = isByHand ? .isByHand : wasLit ? nil : .wasNeverLit
    guard wasLit, !isByHand, silence >= Self.silence else { return false }
    switch group() {
    case .reads:
      finding = .reads
      return true
    case .works: (sleepBegin, finding) = (nil, .works)
    case .sleeps(let isAlone):
      let isPrompt = !isAlone && endsAsPrompt()
      guard isAlone || isPrompt else {
        finding = .saysNothing
        return false
      }
      guard let begin = sleepBegin else {
        sleepBegin = now
        return false
      }
      guard now - begin >= Self.betweenLooks, silence >= Self.longSilence else { return false }
      finding = isPrompt ? .sleeps : .isSetUserID
      return true
    }
    return false
  }

  func silence(at now: Instant) -> Duration { now - lastOutput }

  /// When to look again even if nothing comes; `nil` for never.
  func nextLook(after now: Instant, _ modes: Modes) -> Instant? {
    let idle = now - lastActivity
    if !modes.isCanonical {
      // A program that reads keys can make way for one that asks without a word.
      return Self.looksAtRaw.first { $0 > idle }.map { lastActivity.advanced(by: $0) }
    }
    return now.advanced(by: idle < Self.busyTime ? Self.silence : Self.idlePeriod)
  }

  /// How long a question stays without output before it counts.
  static let silence = Duration.milliseconds(50)
  private static let (longSilence, betweenLooks) = (Duration.milliseconds(150), Duration.milliseconds(100))
  private static let (busyTime, idlePeriod) = (Duration.seconds(2), Duration.milliseconds(250))
  private static let looksAtRaw = [Duration.milliseconds(50), .milliseconds(250), .seconds(1)]
}
