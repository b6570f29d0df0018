import CHostState
import CWatchwordCurses
import Glibc
import Watchword

/// A program with an ncurses screen and a handler for Control-C, which shows a form when "f" is pressed.
func runOnOwnScreen() {
  host_count(SIGINT)
  // Standard output belongs to the test.
  guard let terminal = unsafe fopen("/dev/tty", "r+"), unsafe newterm(nil, terminal, terminal) != nil else {
    exit(3)
  }
  cbreak()
  noecho()
  host_decode_keys()
  set_escdelay(50)
  // A resize just before ncurses begins to read is seen when it begins again.
  timeout(100)
  var line = Line()
  line.add("host screen")
  while true {
    let key = getch()
    guard key != ERR else { continue }
    let interrupts = host_counted()
    if interrupts > 0 { line.add("interrupts: \(interrupts)") }
    switch key {
    case Int32(UInt8(ascii: "q")):
      let delay = get_escdelay()
      tell("escape delay \(delay), endwin \(endwin())")
      return
    case Int32(UInt8(ascii: "f")):
      let form = result { () throws(Ending) in try show(Presentation()) }
      tell(form)
    default: line.add("key \(key), \(host_columns()) columns")
    }
  }
}

/// Where the next text goes on the host's screen.
private struct Line {
  private var row: Int32 = 0

  mutating func add(_ text: String) {
    unsafe mvaddnstr(row, 2, text, -1)
    refresh()
    row += 1
  }
}
