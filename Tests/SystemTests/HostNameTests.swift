import Glibc
import System
import Testing

@Suite struct `Host name` {
  @Test func `it is what the kernel says`() throws {
    var names = utsname()
    try #require(unsafe uname(&names) == 0)
    let name = unsafe withUnsafeBytes(of: names.nodename) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    #expect(HostName.current == name)
  }
}
