internal import CWatchwordMd
internal import CWatchwordSystem
internal import Glibc
internal import WatchwordBase
internal import WatchwordSystem

/// The prompts that were answered a moment ago. A caller that repeats such a prompt may not have accepted the answer.
///
/// The prompts are in the file `watchword/asked` in a folder that belongs to the user, and only the user can read it
/// (0600). Each line is a prompt: the SHA-256 of caller and prompt, the time in nanoseconds since boot, and the caller.
/// If the file cannot be written, nothing is noted, without an error.
struct AskedBefore {
  /// Whether the caller repeats the prompt at once, or after another prompt.
  enum Repetition { case atOnce, afterAnother }

  private struct Note {
    var digest: String
    var time: Int64
    var caller: String
  }

  private let path: String
  private let digest: String
  private let caller: String

  /// How long a note counts, in nanoseconds.
  private static let validity: Int64 = 120_000_000_000
  /// How many notes are kept.
  private static let most = 32

  /// `nil` if there is no folder for the notes, or the process `caller` is gone.
  init?(_ prompt: String, caller: Int32 = getppid(), folders: [String?] = Self.folders) {
    guard let start = ProcessFacts(caller)?.start,
      let folder = folders.lazy.compactMap({ $0 }).first(where: {
        $0.hasPrefix("/") && Self.isOwn($0, S_IFDIR)
      })
    else { return nil }
    _ = unsafe mkdir(folder + "/watchword", 0o700)
    guard Self.isOwn(folder + "/watchword", S_IFDIR) else { return nil }
    path = folder + "/watchword/asked"
    self.caller = "\(caller).\(start)"
    let said = Array("\(caller) \(start) \(prompt)".utf8)
    var digits = [CChar](repeating: 0, count: 2 * Int(SHA256_DIGEST_LENGTH) + 1)
    guard unsafe SHA256Data(said, said.count, &digits) != nil else { return nil }
    digest = String(decoding: digits.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Possible folders for the notes, the best first. After su, XDG_RUNTIME_DIR is missing or another user's.
  private static var folders: [String?] {
    let cache = UserFolder.path("XDG_CACHE_HOME", else: ".cache")
    if let cache { _ = unsafe mkdir(cache, 0o700) }
    return [exactEnvironmentVariable("XDG_RUNTIME_DIR"), "/run/user/\(geteuid())", cache]
  }

  /// How the caller repeats the prompt; `nil` if the caller got no answer to this prompt in the last two minutes.
  var repetition: Repetition? {
    let own = notes.filter { $0.caller == caller }.map(\.digest)
    return own.last == digest ? .atOnce : own.contains(digest) ? .afterAnother : nil
  }

  private var notes: [Note] {
    guard Self.isOwn(path, S_IFREG) else { return [] }
    let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    let lines = (try? bytesToEnd(of: file, atMost: 128 * Self.most))?.split(separator: 0x0A) ?? []
    let now = ww_now()
    return lines.compactMap { line in
      let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
      guard words.count == 3, let time = Int64(words[1]), (0..<Self.validity).contains(now - time) else {
        return nil
      }
      return Note(digest: words[0], time: time, caller: words[2])
    }
  }

  /// Notes that an answer was handed out now.
  func note() { write(notes.suffix(Self.most - 1) + [Note(digest: digest, time: ww_now(), caller: caller)]) }

  func forget() {
    let others = notes.filter { $0.caller != caller }
    if others.isEmpty { _ = unsafe unlink(path) } else { write(others) }
  }

  private func write(_ notes: [Note]) {
    guard let file = try? WholeFile(path: path, replaces: true) else { return }
    let lines = notes.map { "\($0.digest) \($0.time) \($0.caller)\n" }
    try? file.write(lines.joined().utf8Span.span)
  }

  /// Whether there is a file of this type that belongs to the user, and that nobody else may write to.
  private static func isOwn(_ path: String, _ type: UInt32) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == type
      && status.st_uid == geteuid() && status.st_mode & 0o022 == 0
  }
}
