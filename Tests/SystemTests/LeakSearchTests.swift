import Glibc
import Synchronization
import TestSupport
import Testing
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

extension LeakSearch {
  convenience init(_ file: LeakedFile, after limit: Duration = LeakSearch.limit) throws {
    try self.init(file, limit: limit, locking: .ifPossible)
  }

  func begin(_ text: String) { begin(text.utf8Span) }
  func find(_ text: String) -> LeakFinding { find(text.utf8Span) }
  func finding(on text: String) -> LeakFinding { finding(on: text.utf8Span) }

  /// Whether an answer comes.
  func isAnswered() -> Bool { holds { look(after: .zero) } }
}

@Suite struct `Search for a leaked password` {
  let folder = TemporaryFolder()
  static let entries = [("password", 9_545_824), ("letmein", 1), ("łąka", 7)]

  private func file() throws -> LeakedFile {
    try LeakedFile(path: folder.write(LeakHasher.list(Self.entries)))
  }

  /// A search in a list that hangs, and the list.
  private func hanging(after limit: Duration = LeakSearch.limit) throws -> (HangingList, LeakSearch) {
    let source = try HangingList(LeakHasher.list(Self.entries))
    return (source, try LeakSearch(LeakedFile(source), after: limit))
  }

  @Test func `H4 a search goes on alone until there is an answer`() throws {
    let search = try LeakSearch(file())
    #expect(search.look(after: .zero) && search.finding(on: "password") == .open)
    search.begin("password")
    #expect(search.isAnswered() && search.look(after: .zero))
    #expect(search.finding(on: "password") == .leaked(count: 9_545_824))
    // Other texts have no finding.
    #expect(search.finding(on: "letmein") == .open && search.finding(on: "") == .open)
    search.begin("other")
    #expect(search.isAnswered())
    #expect(search.finding(on: "other") == .clear && search.finding(on: "password") == .open)
    search.cancel()
    #expect(search.look(after: .zero) && search.finding(on: "other") == .open)
  }

  @Test func `H4 a caller that waits for the answer gets it`() throws {
    let search = try LeakSearch(file())
    for _ in 0..<200 {
      for (text, count) in Self.entries { #expect(search.find(text) == .leaked(count: count)) }
      #expect(search.find("other") == .clear && search.find("") == .clear)
    }
  }

  @Test func `H4 several threads can search one list at the same time`() throws {
    let file = try file()
    let searches = try (0..<4).map { _ in try LeakSearch(file) }
    let findings = Cores.map(400, threads: 4) { thread, index in
      searches[thread].find(index.isMultiple(of: 2) ? "letmein" : "text \(index)")
    }
    #expect(
      findings.indices.allSatisfy { findings[$0] == ($0.isMultiple(of: 2) ? .leaked(count: 1) : .clear) })
  }

  @Test func `H4 without an answer after two seconds the list cannot be read`() throws {
    let (source, search) = try hanging()
    search.begin("password")
    #expect(holds { source.isWaiting })
    #expect(!search.look(after: .zero) && !search.look(after: .milliseconds(1_999)))
    #expect(!search.look(after: .zero) && search.finding(on: "password") == .open)
    #expect(search.look(after: .seconds(2)) && search.look(after: .zero))
    #expect(search.finding(on: "password") == .unreadable)
    // A late answer changes nothing. The next question gets one.
    source.read(times: 1)
    #expect(holds { source.readCount == 2 })
    #expect(search.finding(on: "password") == .unreadable)
    search.begin("password")
    source.read(times: 1)
    #expect(search.isAnswered())
    #expect(search.finding(on: "password") == .leaked(count: 9_545_824))
    #expect(search.look(after: .seconds(9)))
    #expect(search.finding(on: "password") == .leaked(count: 9_545_824))
  }

  @Test func `H4 no caller waits longer than the limit`() throws {
    let (source, search) = try hanging(after: .milliseconds(1))
    #expect(search.find("password") == .unreadable)
    #expect(search.find("other") == .unreadable)
    source.read(times: 9)
  }

  @Test func `H4 a newer search replaces an older one, even one that hangs`() throws {
    let (source, search) = try hanging()
    for text in ["letmein", "p", "pa", "password"] { search.begin(text) }
    source.read(times: 2)
    #expect(search.isAnswered())
    #expect(search.finding(on: "password") == .leaked(count: 9_545_824))
    #expect(search.finding(on: "letmein") == .open)
    // The first one perhaps, and the last; the texts between were never searched for.
    #expect(source.readCount <= 3)
  }

  @Test func `H4 a text that is asked about twice is searched for once`() throws {
    let (source, search) = try hanging()
    for _ in 0..<9 { search.begin("password") }
    source.read(times: 9)
    #expect(search.isAnswered())
    for _ in 0..<9 { #expect(search.find("password") == .leaked(count: 9_545_824)) }
    #expect(source.readCount == 2)
  }

  @Test func `H4 a search that was given up is not answered`() throws {
    let (source, search) = try hanging()
    search.begin("password")
    search.cancel()
    #expect(search.look(after: .zero))
    source.read(times: 9)
    #expect(search.find("letmein") == .leaked(count: 1))
    #expect(search.finding(on: "password") == .open)
  }

  @Test func `H4 a search that nobody holds ends and closes the list`() throws {
    for isHanging in [false, true] {
      var list: HangingList? = try HangingList(LeakHasher.list(Self.entries))
      weak let source = list
      var search: LeakSearch? = try list.map { try LeakSearch(LeakedFile($0)) }
      search?.begin("password")
      if isHanging { search = nil }
      list?.read(times: 1)
      if search?.isAnswered() == false { Issue.record("there is no answer") }
      search = nil
      list = nil
      #expect(holds { source == nil })
    }
  }

  @Test func `H4 a search without a thread cannot read the list, and the next one tries again`() async {
    await #expect(processExitsWith: .success) {
      let source = try HangingList(LeakHasher.list([("password", 1)]))
      let search = try LeakSearch(LeakedFile(source))
      source.read(times: 9)
      // Root may have any number of threads.
      guard geteuid() != 0 || setuid(65_534) == 0 else { exit(1) }
      let resource = __rlimit_resource_t(__RLIMIT_NPROC.rawValue)
      var limit = rlimit()
      unsafe getrlimit(resource, &limit)
      let before = limit.rlim_cur
      limit.rlim_cur = 0
      guard unsafe setrlimit(resource, &limit) == 0 else { exit(2) }
      guard search.find("password") == .unreadable, search.find("other") == .unreadable else { exit(3) }
      limit.rlim_cur = before
      guard unsafe setrlimit(resource, &limit) == 0 else { exit(4) }
      exit(search.find("password") == .leaked(count: 1) ? 0 : 5)
    }
  }

  @Test func `H4 the process ends at once while a read hangs`() async {
    await #expect(processExitsWith: .success) {
      let source = try HangingList(LeakHasher.list([("password", 1)]))
      let search = try LeakSearch(LeakedFile(source), after: .milliseconds(1))
      guard search.find("password") == .unreadable else { exit(1) }
      exit(0)
    }
  }
}

/// A list that is read once, and then only as often as the test says, like one on a slow network.
private final class HangingList: ByteSource {
  private let content: [UInt8]
  private let gate = Pipe()
  private let begun = Atomic(0)
  private let done = Atomic(0)

  init(_ content: String) {
    self.content = Array(content.utf8)
    read(times: 1)
  }

  /// How many times it was read.
  var readCount: Int { done.load(ordering: .sequentiallyConsistent) }
  /// Whether somebody wants to read it.
  var isWaiting: Bool { begun.load(ordering: .sequentiallyConsistent) > readCount }

  /// Allows that many more reads.
  func read(times: Int) { gate.write(Array(repeating: 0, count: times)) }
  func size() -> Int? { content.count }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    begun.add(1, ordering: .sequentiallyConsistent)
    guard gate.read(1).count == 1 else { return -1 }
    let part = content[offset...].prefix(buffer.count)
    unsafe buffer.copyBytes(from: part)
    done.add(1, ordering: .sequentiallyConsistent)
    return part.count
  }
}
