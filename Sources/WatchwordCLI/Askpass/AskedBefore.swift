internal import CWatchwordMd
internal import CWatchwordSystem
internal import Glibc
internal import WatchwordMessages
internal import WatchwordSystem

/// That an answer was handed out a moment ago: a caller which asks for the same again has not accepted it.
///
/// It stands in `$XDG_RUNTIME_DIR/watchword/asked`, for the person alone (0600), in one line: the SHA-256 of caller and
/// prompt, and the time in nanoseconds since the machine began. What is in the way of it is no error: nothing is noted
/// then.
struct AskedBefore {
  private let path: String
  private let digest: String

  /// For how long it counts.
  private static let validity: Int64 = 120_000_000_000

  /// Makes the note for `prompt`; `nil` where there is no folder of the person's for it, or the process `caller` is gone.
  init?(
    _ prompt: String, caller: Int32 = getppid(),
    folder: String? = PersonFolder.environment("XDG_RUNTIME_DIR")
  ) {
    guard let folder, folder.hasPrefix("/"), Self.isOwn(folder, S_IFDIR),
      let start = ProcessFacts(caller)?.start
    else { return nil }
    _ = unsafe mkdir(folder + "/watchword", 0o700)
    guard Self.isOwn(folder + "/watchword", S_IFDIR) else { return nil }
    path = folder + "/watchword/asked"
    let said = Array("\(caller) \(start) \(prompt)".utf8)
    var digits = [CChar](repeating: 0, count: 2 * Int(SHA256_DIGEST_LENGTH) + 1)
    guard unsafe SHA256Data(said, said.count, &digits) != nil else { return nil }
    digest = String(decoding: digits.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether the caller had an answer to the same prompt in the last two minutes.
  var isAgain: Bool {
    guard Self.isOwn(path, S_IFREG) else { return false }
    let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    let words = (try? bytesToEnd(of: file, atMost: 128)).map {
      String(decoding: $0, as: UTF8.self).split { $0 == " " || $0 == "\n" }
    }
    guard let words, words.count == 2, words[0] == digest, let time = Int64(words[1]) else { return false }
    return (0..<Self.validity).contains(ww_now() - time)
  }

  /// Notes that an answer was handed out now.
  func note() {
    guard let file = try? WholeFile(path: path, replaces: true) else { return }
    try? file.write("\(digest) \(ww_now())\n".utf8Span.span)
  }

  /// Removes the note.
  func forget() { _ = unsafe unlink(path) }

  /// Whether a file of this type is there, which the person alone may write to.
  private static func isOwn(_ path: String, _ type: UInt32) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == type
      && status.st_uid == geteuid() && status.st_mode & 0o022 == 0
  }
}
