import CWatchwordSystem
import Glibc
import Testing

@Suite struct `The table of secret ranges` {
  @Test func `holds 256 ranges and wipes them all`() async {
    await #expect(processExitsWith: .success) {
      let size = 48
      let count = Int(WW_SECRET_RANGES)
      #expect(count >= 64)
      let block = try unsafe present(calloc(count + 1, size))
      unsafe memset(block, 0xA5, (count + 1) * size)
      for index in 0..<count {
        let isEntered = unsafe ww_secret_register(block + index * size, size - 1, false)
        #expect(isEntered)
      }
      let isOneMoreEntered = unsafe ww_secret_register(block + count * size, size, false)
      #expect(!isOneMoreEntered)

      unsafe ww_secret_unregister(block + 7 * size)
      ww_secrets_wipe()

      let bytes = unsafe UnsafeRawBufferPointer(start: block, count: (count + 1) * size)
      for index in 0...count {
        let isLeft = index == 7 || index == count
        let range = unsafe bytes[index * size..<(index + 1) * size]
        let wiped = unsafe range.dropLast().allSatisfy { $0 == 0 }
        let left = unsafe range.allSatisfy { $0 == 0xA5 }
        #expect(wiped == !isLeft)
        #expect(left == isLeft)
        #expect(unsafe range.last == 0xA5)
      }

      let isEnteredAgain = unsafe ww_secret_register(block + count * size, size, false)
      #expect(isEnteredAgain)
    }
  }

  @Test func `takes no empty range`() {
    var byte: UInt8 = 1
    let isEntered = unsafe ww_secret_register(&byte, 0, false)
    #expect(!isEntered)
  }
}
