import TestSupport
import Testing

/// An offer in a form that is stopped; Tests/Scripts/offers.txt has the rest.
@Suite struct OfferTests {
  @Test func `F4 control Z takes the offer off the screen, and fg comes back without it`() throws {
    let terminal = try TerminalEmulator.jobControl()
    terminal.type("$watchword new $options\n")
    terminal.expect("New password")
    terminal.press(.control("g"))
    terminal.expect(" bits")
    terminal.wait("the offer stands there") {
      (12...13).contains(terminal.offer.count) && terminal.offer.allSatisfy(\.isASCII)
    }
    let offer = terminal.offer
    terminal.press(.control("z"))
    terminal.expect("Stopped")
    #expect(!terminal.shows(offer))
    terminal.type("fg\n")
    terminal.expect("New password", "Esc cancel")
    #expect(!terminal.shows(offer) && !terminal.shows(" bits"))
  }
}
