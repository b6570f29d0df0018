internal import CWatchwordSystem
internal import Glibc
internal import WatchwordScreen

/// Who waits for a line: a thread, or the group if it cannot be looked at.
struct Reader: Equatable {
  /// A process group with its program: what stays if a program asks twice, perhaps on another thread.
  struct Program: Equatable {
    let group, process: pid_t
    /// When the process, or the group's leader, began, in ticks since boot.
    let start: UInt64
    /// The file that runs.
    let device, inode: UInt64
  }

  let program: Program
  let thread: pid_t
  /// When the thread began, in ticks since boot.
  let threadStart: UInt64

  init(_ found: ww_reader, group: pid_t) {
    program = Program(
      group: group, process: found.process, start: found.start, device: UInt64(found.device),
      inode: UInt64(found.inode))
    (thread, threadStart) = (found.thread, found.thread_start)
  }
}

/// A reader as it was seen at one time.
struct Sight {
  let reader: Reader
  /// How often the reader had waited, or written; `nil` if that cannot be known.
  let waits, writes: UInt64?
  /// Whether the reader is a set-user-ID program that waits for nobody else.
  let isAlone: Bool
  /// Whether it waits for input first, and reads afterwards, if at all.
  let polls: Bool

  init(_ found: ww_reader, group: pid_t) {
    reader = Reader(found, group: group)
    waits = found.counts_waits ? found.waits : nil
    writes = found.counts_writes ? found.writes : nil
    (isAlone, polls) = (found.is_alone, found.polls)
  }
}

/// Decides whether a question seen later is the one that a form was made for (R1). Knows no processes and no clock.
struct StandingQuestion {
  /// The reader as it was last seen.
  private(set) var sight: Sight
  /// The line with the cursor, as the reader wrote it last.
  private(set) var prompt: PromptLine?
  /// Whether the reader was seen to wake more than twice within a second, so that its waking says nothing.
  private var isRestless = false
  /// Whether it was answered, and the reader may ask again.
  var isAnswered = false
  /// Since when the echo has been seen.
  private var lit: Instant?
  /// The start of a second, and how often the reader had waited by then.
  private var second: (start: Instant, waits: UInt64)?

  enum Change: Equatable {
    case none
    /// The prompt counts down.
    case countdown
    /// Another question.
    case other
  }

  /// Makes the question that stands there now. `earlier` is the one before: what is known of its reader stays known.
  init(_ sight: Sight, prompt: PromptLine?, at now: Instant, after earlier: StandingQuestion? = nil) {
    (self.sight, self.prompt) = (sight, prompt)
    second = sight.waits.map { (now, $0) }
    guard let earlier, earlier.sight.reader == sight.reader else { return }
    isRestless = earlier.isRestless
    note(sight, at: now, since: earlier.second)
  }

  /// Whether the echo is on again, and not just for the moment for which a program lights it before it asks anew.
  mutating func hasGone(isLit: Bool, at now: Instant) -> Bool {
    lit = isLit ? lit ?? now : nil
    return lit.map { now - $0 >= .milliseconds(20) } ?? false
  }

  /// Whether the reader has not woken since it was last seen.
  func isSurelySame(_ sight: Sight) -> Bool {
    sight.reader == self.sight.reader && sight.waits != nil && sight.waits == self.sight.waits
  }

  /// Whether others wrote whatever was written since the reader was last seen. It has not woken; or it woke once, as a
  /// signal wakes it, and wrote nothing before it waited again. To have another program write a prompt, it would have had
  /// to wait for that one, too.
  mutating func isWrittenByOthers(upTo sight: Sight) -> Bool {
    if isSurelySame(sight) { return true }
    guard prompt != nil, sight.reader == self.sight.reader, let waits = sight.waits,
      let before = self.sight.waits,
      waits == before + 1, sight.writes != nil, sight.writes == self.sight.writes
    else { return false }
    self.sight = sight
    return true
  }

  /// Compares the question with what is seen now. `line` is the line with the cursor, if anything of it can be seen.
  mutating func compare(_ sight: Sight, line: PromptLine?, at now: Instant) -> Change {
    guard sight.reader == self.sight.reader else { return .other }
    if isSurelySame(sight) { return .none }
    note(sight, at: now, since: second)
    guard let line else { return isRestless ? .none : .other }
    guard let prompt else { return .other }
    let likeness = line.likeness(to: prompt)
    guard likeness != .other else { return .other }
    self.prompt = line
    return likeness == .countdown ? .countdown : .none
  }

  /// Notes when the reader was seen, and whether it has woken often since the start of a `second`.
  private mutating func note(_ sight: Sight, at now: Instant, since second: (start: Instant, waits: UInt64)?)
  {
    self.sight = sight
    guard let waits = sight.waits, let second, now - second.start <= .seconds(1) else {
      self.second = sight.waits.map { (now, $0) }
      return
    }
    self.second = second
    if waits &- second.waits > 2 { isRestless = true }
  }
}
