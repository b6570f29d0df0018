import CFilter
import CWatchwordSystem
import Glibc
import Synchronization
import TestSupport
import Testing
import WatchwordBase
import WatchwordSystem

/// Who can read a file that replaces another. Tests/Scripts/delivery.txt looks at the same from outside, with getfacl.
@Suite struct FileAccessTests {
  private let folder = TemporaryFolder()

  private var path: String { folder.path + "/answer" }

  private func mode() -> mode_t {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & ~S_IFMT : 0
  }

  private func list() -> [UInt8] {
    var list = [UInt8](repeating: 0, count: 1_024)
    let file = unsafe ww_file_look(AT_FDCWD, path)
    defer { close(file) }
    let count = unsafe ww_file_acl(file, &list, list.count)
    return Array(list.prefix(max(0, count)))
  }

  private func makeFile(_ mode: mode_t, list: [UInt8] = []) throws {
    _ = folder.write("old\n", to: "answer")
    let file = unsafe open(path, O_RDONLY)
    defer { close(file) }
    try #require(fchmod(file, mode) == 0)
    if !list.isEmpty { try #require(unsafe ww_file_set_acl(file, list, list.count) == 0) }
  }

  /// The rights of the owner, of user 1, of the group, the most that these two have, and those of all others.
  private func rights(_ owner: UInt8, user: UInt8, group: UInt8, mask: UInt8, other: UInt8) -> [UInt8] {
    let none: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    return [2, 0, 0, 0] + [0x01, 0, owner, 0] + none + [0x02, 0, user, 0, 1, 0, 0, 0] + [0x04, 0, group, 0]
      + none
      + [0x10, 0, mask, 0] + none + [0x20, 0, other, 0] + none
  }

  @Test(arguments: [0o600, 0o640, 0o400, 0o060, 0o711, 0o662] as [mode_t])
  func `F5 the mode stays, unless another is asked for`(mode: mode_t) throws {
    try makeFile(mode)
    try WholeFile(path: path, replaces: true, access: FileAccess()).write("new\n".utf8Span.span)
    #expect(self.mode() == mode && readText(path) == (geteuid() == 0 || mode & 0o400 != 0 ? "new\n" : nil))
    try WholeFile(path: path, replaces: true, access: FileAccess(mode: 0o604)).write("more\n".utf8Span.span)
    #expect(self.mode() == 0o604 && readText(path) == "more\n")
    // A file that holds no answer is for its owner only.
    try WholeFile(path: path, replaces: true).write("mine\n".utf8Span.span)
    #expect(self.mode() == 0o600)
  }

  @Test func `F5 where everybody may read the file it stays, also where that was set meanwhile`() throws {
    try makeFile(0o644)
    #expect(throws: FileError.readableByOthers) {
      try WholeFile(path: path, replaces: true, access: FileAccess(owner: geteuid()))
    }
    try makeFile(0o640)
    let file = try WholeFile(path: path, replaces: true, access: FileAccess())
    #expect(unsafe chmod(path, 0o644) == 0)
    #expect(throws: SystemError(number: EPERM)) { try file.write("new\n".utf8Span.span) }
    #expect(readText(path) == "old\n" && mode() == 0o644)
  }

  /// What becomes of the access of a file that root replaces.
  enum Outcome { case kept, dropped, refused }

  /// The owner and the mode of the folder; the owner of the file, and the one asked for.
  @Test(
    .machine(.root),
    arguments: [
      // Only root, or the one who should get the file, can have put it there.
      ((0, 0o755), 1, nil, .kept), ((0, 0o1755), 1, nil, .kept), ((1, 0o755), 2, 1, .kept),
      ((0, 0o777), 0, nil, .kept), ((1, 0o700), 0, nil, .kept), ((1, 0o700), 1, 1, .kept),
      ((0, 0o1777), 1, 1, .kept),
      // Its group, all, or its owner.
      ((0, 0o775), 1, nil, .refused), ((0, 0o2775), 1, nil, .refused), ((0, 0o757), 1, nil, .refused),
      ((0, 0o1777), 1, nil, .refused), ((1, 0o700), 1, nil, .refused), ((1, 0o500), 1, nil, .refused),
      ((2, 0o700), 1, nil, .refused), ((1, 0o1777), 1, nil, .refused), ((0, 0o1775), 1, nil, .refused),
      ((0, 0o2775), 1, 0, .dropped), ((0, 0o1777), 1, 2, .dropped), ((1, 0o700), 1, 0, .dropped),
      ((2, 0o700), 1, 3, .dropped),
    ] as [((owner: UInt32, mode: mode_t), UInt32, UInt32?, Outcome)])
  func `F5 root keeps the owner and mode of a file only if nobody else can have put it there`(
    place: (owner: UInt32, mode: mode_t), file: UInt32, wished: UInt32?, outcome: Outcome
  ) throws {
    try makeFile(0o640)
    #expect(unsafe chown(path, file, 8) == 0 && chown(folder.path, place.owner, 8) == 0)
    #expect(unsafe chmod(folder.path, place.mode) == 0)
    try expect(outcome, of: file, wished)
  }

  /// Replaces the file, whose group is 8 and whose mode is 640.
  private func expect(_ outcome: Outcome, of owner: UInt32, _ wished: UInt32? = nil) throws {
    if outcome == .refused {
      for mode in [nil, 0o600] as [UInt32?] {
        #expect(throws: FileError.notOwn(by: owner)) {
          try WholeFile(path: path, replaces: true, access: FileAccess(mode: mode))
        }
      }
      return
    }
    try WholeFile(path: path, replaces: true, access: FileAccess(owner: wished)).write("new\n".utf8Span.span)
    var status = stat()
    #expect(unsafe stat(path, &status) == 0 && status.st_uid == wished ?? owner && readText(path) == "new\n")
    #expect(outcome == .kept ? mode() == 0o640 && status.st_gid == 8 : mode() == 0o600)
  }

  @Test(.machine(.root), arguments: [(7, Outcome.refused), (5, .kept)] as [(UInt8, Outcome)])
  func `F5 an access control list lets others put a file there`(mask: UInt8, outcome: Outcome) throws {
    try makeFile(0o640)
    let place = unsafe open(folder.path, O_RDONLY)
    defer { close(place) }
    let list = rights(7, user: 7, group: 5, mask: mask, other: 5)
    try #require(unsafe ww_file_set_acl(place, list, list.count) == 0)
    #expect(unsafe chown(path, 1, 8) == 0)
    try expect(outcome, of: 1)
  }

  @Test(.machine(.root)) func `F5 a file that another user puts there meanwhile stays`() throws {
    #expect(unsafe chmod(folder.path, 0o1777) == 0)
    let file = try WholeFile(path: path, replaces: true, access: FileAccess(mode: 0o600))
    try makeFile(0o600)
    #expect(unsafe chown(path, 1, 1) == 0)
    #expect(throws: SystemError(number: EPERM)) { try file.write("new\n".utf8Span.span) }
    #expect(readText(path) == "old\n")
  }

  @Test func `F5 the access control list stays, and a mode changes it as chmod does`() throws {
    let before = rights(6, user: 4, group: 0, mask: 6, other: 0)
    try makeFile(0o600, list: before)
    try WholeFile(path: path, replaces: true, access: FileAccess()).write("new\n".utf8Span.span)
    #expect(list() == before && mode() == 0o660)
    try WholeFile(path: path, replaces: true, access: FileAccess(mode: 0o400)).write("new\n".utf8Span.span)
    #expect(list() == rights(4, user: 4, group: 0, mask: 0, other: 0) && mode() == 0o400)
  }

  @Test(arguments: [true, false]) func `F5 at no moment has the file more than at its end`(isNameless: Bool)
    async
  {
    await #expect(processExitsWith: .success) {
      [folder = folder.path as String, isNameless = isNameless as Bool] in
      guard isNameless || filter_nameless_files() == 0 else { exit(1) }
      umask(0)
      let path = folder + "/answer"
      let text = String(repeating: "secret\n", count: 4_000)
      let group: gid_t = geteuid() == 0 ? 1 : getegid()
      let file = unsafe open(path, O_CREAT | O_WRONLY, 0o640)
      guard file >= 0, unsafe write(file, text, text.utf8.count) == text.utf8.count, fchmod(file, 0o640) == 0,
        fchown(file, .max, group) == 0
      else { exit(2) }
      let flag = Flag()
      await withTaskGroup { tasks in
        tasks.addTask {
          for _ in 0..<300 {
            guard
              (try? WholeFile(path: path, replaces: true, access: FileAccess()).write(text.utf8Span.span))
                != nil
            else { exit(3) }
          }
          flag.isOver.store(true, ordering: .relaxed)
        }
        tasks.addTask {
          while !flag.isOver.load(ordering: .relaxed) {
            for name in (try? entries(of: folder)) ?? [] where ![".", ".."].contains(name) {
              var status = stat()
              guard unsafe lstat(folder + "/" + name, &status) == 0 else { continue }
              let mode = status.st_mode & ~S_IFMT
              guard mode & ~0o640 == 0 else { exit(4) }
              // An empty file shows beforehand what can be set.
              let isTrial = name != "answer" && status.st_size == 0
              let isWhole = status.st_gid == group && (isTrial || status.st_size == text.utf8.count)
              guard mode & 0o040 == 0 || isWhole else { exit(5) }
            }
          }
        }
      }
    }
  }
}

private final class Flag: Sendable {
  let isOver = Atomic(false)
}
