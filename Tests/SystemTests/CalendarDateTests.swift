import Testing
import WatchwordBase

@Suite struct CalendarDateTests {
  @Test(arguments: [
    ("2026-11-28", 6), ("2000-02-29", 2), ("1900-03-01", 4), ("1970-01-01", 4), ("1000-01-01", 3),
    ("9999-12-31", 5), ("0001-01-01", 1),
  ]) func `D6 a day has a name`(_ text: String, _ weekday: Int) {
    #expect(CalendarDate(text)?.weekday == weekday)
  }

  @Test(arguments: [
    "0000-01-01", "1900-02-29", "2026-02-30", "2026-00-01", "2026-13-01", "2026-01-00", "2026-1-01",
    "26-01-01", "",
    "2026-01-01 ", "+026-01-01", "2026-+1-01", "-026-01-01", "2026--1-01", "2147483647-1-1", "２０２６-01-01",
  ]) func `D6 what is no day is none`(_ text: String) { #expect(CalendarDate(text) == nil) }

  @Test func `D6 today is a day`() throws {
    let today = try #require(CalendarDate.today)
    #expect(CalendarDate(today.text) == today)
  }
}
