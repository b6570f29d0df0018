import Glibc

/// The property that the variable PROPERTY names.
private let property: Property = {
  let name = unsafe getenv("PROPERTY").map { unsafe String(cString: $0) } ?? ""
  guard let property = Property(rawValue: name) else {
    fatalError("PROPERTY is one of \(Property.allCases.map(\.rawValue))")
  }
  return property
}()

/// Called by libFuzzer with each input. A broken property ends the process: libFuzzer sees a crash and keeps the input.
@c(LLVMFuzzerTestOneInput)
package func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do { try property.check(bytes) } catch { fatalError("\(property.rawValue): \(error)") }
  return 0
}
