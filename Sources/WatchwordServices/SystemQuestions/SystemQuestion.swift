internal import CWatchwordSystem
internal import Glibc
internal import WatchwordBase
internal import WatchwordOptions
internal import WatchwordScreen

/// A question that a program has put into a folder, for any agent to answer (systemd.io/PASSWORD_AGENTS).
struct SystemQuestion {
  /// A file, as distinct from a later one of the same name.
  struct File: Hashable {
    let path: String
    let owner: UInt32
    private let number: UInt
    /// When the file was written.
    let seconds, nanoseconds: Int

    /// `nil` if there is no such file. Follows no link.
    init?(_ path: String) {
      var status = stat()
      guard unsafe lstat(path, &status) == 0 else { return nil }
      (self.path, owner, number) = (path, status.st_uid, UInt(status.st_ino))
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }

    var folder: String { String(path[..<(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]) }
    var isThere: Bool { File(path) == self }

    func refusal(because error: FileError) -> String {
      text("refused the question {file}: {reason}", ["file": path.quoted, "reason": "\(error)"])
    }
  }

  let file: File
  let process: Int32
  let socket, message, id: String
  /// When nobody wants an answer any more; `nil` for never.
  let end: Instant?
  let isEchoed, isSilent: Bool

  /// Reads the `text` of `file`. Of a key that comes twice the last counts, as for systemd.
  init(_ text: String, of file: File) throws(FileError) {
    var values: [String: String] = [:]
    var isAsk = false
    for line in text.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }) {
      let line = String(line).withoutOuterWhiteSpace
      if line.first == "[" { isAsk = line == "[Ask]" }
      let (key, value) = line.splitAtEqualsSign
      if isAsk, let value { values[key.withoutOuterWhiteSpace] = value.withoutOuterWhiteSpace }
    }
    func has(_ key: String) -> Bool { ["1", "yes", "true", "on"].contains(values[key]) }
    guard let process = values["PID"].flatMap({ Int32($0) }), process > 0 else { throw .noAsker }
    (self.file, self.process, socket) = (file, process, values["Socket"] ?? "")
    (message, id) = (values["Message"] ?? "", values["Id"] ?? "")
    let time = values["NotAfter"].flatMap { Int64($0) } ?? 0
    end = time > 0 ? Instant(nanoseconds: 0).advanced(by: .microseconds(time)) : nil
    (isEchoed, isSilent) = (has("Echo"), has("Silent"))
  }

  private init(_ file: File) throws(FileError) {
    let (descriptor, _) = try openFile(file.path, O_NOFOLLOW, atMost: Self.mostBytes)
    defer { close(descriptor) }
    let bytes = try bytesToEnd(of: descriptor, atMost: Self.mostBytes)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    try self.init(text, of: file)
  }

  private static let mostBytes = 1 << 16

  /// Whether nobody waits for an answer any more.
  func isOver(at now: Instant) -> Bool {
    !file.isThere || end.map { $0 <= now } ?? false || kill(process, 0) != 0 && errno == ESRCH
  }

  /// Lets `use` have the socket if it is in the folder of the file, and was made by the same user, who is root or this
  /// one. Follows no link. The descriptor is one of O_PATH.
  /// - Returns: `nil` if it is not so, or the socket cannot be opened.
  func withSocket<Answer>(_ use: (Int32) -> Answer) -> Answer? {
    var (own, other, status) = (stat(), stat(), stat())
    guard [0, geteuid()].contains(file.owner), let slash = socket.utf8.lastIndex(of: UInt8(ascii: "/"))
    else { return nil }
    let folder = unsafe ww_folder_open(String(socket[...slash]))
    defer { close(folder) }
    let found = unsafe ww_file_look(folder, String(socket[slash...].dropFirst()))
    defer { close(found) }
    guard unsafe stat(file.folder, &own) == 0, unsafe fstat(folder, &other) == 0,
      unsafe fstat(found, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK,
      (own.st_dev, own.st_ino, file.owner) == (other.st_dev, other.st_ino, status.st_uid)
    else { return nil }
    return use(found)
  }

  /// The questions that wait in `folders`, the oldest first. `refuse` gets a line for each refused file, and the
  /// reason.
  static func waiting(
    in folders: [String], except answered: Set<File> = [], at now: Instant,
    refuse: (String, FileError) -> Void
  ) -> [Self] {
    var questions: [Self] = []
    for folder in folders {
      for name in ((try? entries(of: folder)) ?? []).sorted() where name.hasPrefix("ask.") {
        guard let file = File("\(folder)/\(name)"), !answered.contains(file) else { continue }
        do throws(FileError) {
          let question = try Self(file)
          if question.isOver(at: now) { continue }
          guard question.withSocket({ _ in true }) == true else { throw .noSocket }
          questions.append(question)
        } catch {
          // A program that ends removes its socket before its question.
          guard file.isThere else { continue }
          refuse(file.refusal(because: error), error)
        }
      }
    }
    return questions.sorted {
      ($0.file.seconds, $0.file.nanoseconds) < ($1.file.seconds, $1.file.nanoseconds)
    }
  }
}
