internal import CWatchwordSystem
internal import Glibc
internal import WatchwordBase
internal import WatchwordOptions
internal import WatchwordScreen
internal import WatchwordSystem

/// A file in which `watchword run` or `watchword agent` notes what it decides and why, for the report of a fault.
///
/// A line is the seconds since the start, name and number of a process, the modes of its terminal, a decision and its
/// reason: `1.204 'su' 4711 canonical dark: question (a process reads the terminal)`. Decisions and reasons are words
/// of this file, so that nothing of a prompt, a key, an answer or output can get into a line. They are English in every
/// language, because a report goes to people who share no other.
final class Trace {
  enum Decision: String {
    case waits = "no question"
    case asks = "question"
    case refuses = "refused"
    case opens = "form opens"
    case answers = "answered"
    case closes = "form ends"
    case goesWithout = "no forms"
  }

  struct Reason: Equatable {
    fileprivate let words: String

    // Of a terminal.
    static let echoes = Reason(words: "the echo is on")
    static let readsKeys = Reason(words: "it reads keys")
    static let works = Reason(words: "its processes work")
    static let reads = Reason(words: "a process reads the terminal")
    static let wasNeverLit = Reason(words: "dark since the start")
    static let sleeps = Reason(words: "its processes cannot be looked at, and sleep; ends as a prompt: yes")
    static let saysNothing = Reason(
      words: "its processes cannot be looked at, and sleep; ends as a prompt: no")
    static let isSetUserID = Reason(words: "it has rights of its own, and sleeps")
    static let isByHand = Reason(words: "it is left to the user")
    // Of a form that opens.
    static let newPassword = Reason(words: "a new password, by the table of programs")
    static let onePassword = Reason(words: "one field")
    static let systemQuestion = Reason(words: "the oldest question")
    // Of an answer.
    static let typed = Reason(words: "by the form")
    static let typedBefore = Reason(words: "with the answer before")
    // Of a form that ends.
    static let isAnswered = Reason(words: "answered")
    static let hasGone = Reason(words: "the question has gone")
    static let asksOther = Reason(words: "another question is there")
    static let isCancelled = Reason(words: "cancelled")
    static let isInterrupted = Reason(words: "interrupted")
    static let hasFailed = Reason(words: "it cannot be shown")
    // Of a file with a question.
    static let isWaiting = Reason(words: "its file is there")
    static func file(_ error: FileError) -> Reason {
      switch error {
      case .noAsker: Reason(words: "the file names no process")
      case .noSocket: Reason(words: "the file names no socket of its owner in its folder")
      case .system(let error): Reason(words: "the file cannot be read: errno \(error.number)")
      default: Reason(words: "the file cannot be read")
      }
    }
    // Of a command without forms.
    static let noTerminal = Reason(words: "no terminal controls this process")
    static let settings = Reason(words: "the settings cannot be used")
    static let noProcesses = Reason(words: "/proc does not show processes")
    static let cannotStart = Reason(words: "there is no terminal for the command, or no memory")
    static let passwd = Reason(words: "watchword passwd has its own")
  }

  /// The most bytes that a file gets.
  static let capacity = 1 << 20
  private static let full = "full: what follows is not noted\n"

  private let path: String
  private let start = Instant.now
  /// -1 once nothing more is written.
  private var file: Int32
  private var count = 0
  private var last: (decision: Decision, reason: Reason)?
  /// The name of a process that may have ended since.
  private var known: (process: Int32, name: String) = (0, "")
  private var failure: SystemError?

  /// - Throws: Why there can be no new file at `path`. It is made without following a link, for its owner only.
  init(_ path: String, of service: Command) throws(ProgramError) {
    self.path = path
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY
    file = unsafe openat(AT_FDCWD, path, flags, 0o600)
    guard file >= 0 else {
      throw .text(
        "a trace needs a new file: {file}: {reason}", ["file": path.quoted, "reason": "\(SystemError.last)"])
    }
    write("\(Help.versionLine) \(service.rawValue)\n")
  }

  deinit { end() }

  /// Notes a decision about `process`, 0 for none. Leaves out a decision that repeats the one before, and its reason.
  func note(
    _ decision: Decision, _ reason: Reason, of process: Int32 = 0, _ modes: QuestionWatch.Modes? = nil
  ) {
    guard file >= 0, last.map({ $0 != (decision, reason) }) ?? true else { return }
    last = (decision, reason)
    let milliseconds = (Instant.now - start).count(of: .milliseconds(1))
    let fraction = String(1000 + milliseconds % 1000).dropFirst()
    var words = ["\(milliseconds / 1000).\(fraction)"]
    if process > 0 {
      if let name = ProcessFacts(process)?.name { known = (process, name) }
      words += [known.process == process ? known.name.quoted : "?", "\(process)"]
    }
    if let modes {
      words += [modes.isCanonical ? "canonical" : "raw", modes.echoes ? "echo" : "dark"]
    }
    write("\(words.joined(separator: " ")): \(decision.rawValue) (\(reason.words))\n")
  }

  private func write(_ line: String) {
    let isFull = count + line.utf8.count > Self.capacity - Self.full.utf8.count
    let bytes = Array((isFull ? Self.full : line).utf8)
    count += bytes.count
    do throws(SystemError) { try Output(descriptor: file).write(bytes.span) } catch { failure = error }
    if isFull || failure != nil { end() }
  }

  private func end() {
    if file >= 0 { close(file) }
    file = -1
  }

  /// Says once on standard error if something could not be written. Called while that disturbs no form.
  func tellFailure() {
    guard let failure else { return }
    self.failure = nil
    StandardError.tell(ProgramError.unwritten(failure, to: path.quoted).line ?? "")
  }
}
