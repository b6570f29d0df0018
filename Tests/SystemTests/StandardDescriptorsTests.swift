import Glibc
import Testing
import WatchwordSystem

@Suite struct `Standard descriptors` {
  @Test func `open descriptors are left alone`() async {
    await #expect(processExitsWith: .success) {
      for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 { exit(1) }
      guard let found = try? StandardDescriptors() else { exit(2) }
      if !found.closed.isEmpty { exit(3) }
    }
  }

  @Test(arguments: 0..<8)
  func `closed descriptors lead to dev null, and it is remembered which they were`(closed: Int) async {
    await #expect(processExitsWith: .success) { [closed] in
      let isClosed = (0..<3).map { closed & 1 << $0 != 0 }
      // A thread of the test library may open a file of its own just between closing and filling.
      let isRight = (0..<5).contains { _ in
        for descriptor in 0..<3 where isClosed[descriptor] { close(Int32(descriptor)) }
        guard let found = try? StandardDescriptors() else { return false }
        return [0, 1, 2].map { found.closed.contains($0) } == isClosed
      }
      guard isRight else { exit(1) }
      var null = stat()
      guard unsafe stat("/dev/null", &null) == 0 else { exit(3) }
      for descriptor in 0..<3 where isClosed[descriptor] {
        var status = stat()
        guard unsafe fstat(Int32(descriptor), &status) == 0, status.st_rdev == null.st_rdev else { exit(4) }
        guard fcntl(Int32(descriptor), F_GETFL) & O_ACCMODE == O_RDWR else { exit(5) }
      }
      guard unsafe open("/dev/null", O_RDONLY) > 2 else { exit(6) }
    }
  }
}
