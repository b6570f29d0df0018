internal import Glibc

/// A day of the Gregorian calendar, written as in ISO 8601: 2026-11-28.
package struct CalendarDate: Equatable, Sendable {
  package let text: String
  /// Days since Sunday, 0 to 6.
  package let weekday: Int

  /// Reads a date with a year of four digits; `nil` if there is no such day.
  package init?(_ text: String) {
    let numbers = text.split(separator: "-").compactMap { Int32($0) }
    guard numbers.count == 3, numbers[0] > 0, text.utf8.count == 10 else { return nil }
    var time = unsafe tm()
    unsafe (time.tm_year, time.tm_mon, time.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
    // A day that does not exist becomes another one.
    _ = unsafe timegm(&time)
    guard unsafe Self.text(of: &time) == text else { return nil }
    (self.text, weekday) = (text, unsafe Int(time.tm_wday))
  }

  /// The day by the system's clock and the local time zone.
  package static var today: CalendarDate? {
    var (now, local) = unsafe (time(nil), tm())
    return unsafe localtime_r(&now, &local).flatMap { unsafe CalendarDate(text(of: $0)) }
  }

  @unsafe private static func text(of time: UnsafePointer<tm>) -> String {
    var bytes = [CChar](repeating: 0, count: 16)
    let count = unsafe strftime(&bytes, bytes.count, "%04Y-%m-%d", time)
    return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
