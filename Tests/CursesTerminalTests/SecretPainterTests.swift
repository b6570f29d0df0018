import Testing
import WatchwordScreen

@testable import WatchwordCurses

@Suite struct SecretPainterTests {
  @Test func `neighbouring holes of one field are one run`() {
    var frame = Frame(size: Size(columns: 12, rows: 1))
    frame.put(.secret(field: 0, index: 7), columns: 1, row: 0, column: 2)
    frame.put(.secret(field: 0, index: 8), columns: 2, row: 0, column: 3)
    frame.put(.secret(field: 0, index: 9), columns: 1, row: 0, column: 5)
    frame.put(.secret(field: 1, index: 0), columns: 1, row: 0, column: 6)
    let first = frame.nextSecret(row: 0, from: 0)
    #expect(first == SecretRun(field: 0, indices: 7...9, style: .plain, columns: 2..<6))
    let second = frame.nextSecret(row: 0, from: 6)
    #expect(second == SecretRun(field: 1, indices: 0...0, style: .plain, columns: 6..<7))
    #expect(frame.nextSecret(row: 0, from: 7) == nil)
  }
}
