import Forms
import Messages
import System
import TestSupport
import Testing

@Test func `J1 targets of a client have the names that it gives them`() {
  #expect(
    [OwnForms.name, OwnSystem.name, OwnMessages.name, OwnTestSupport.name]
      == ["Forms", "System", "Messages", "TestSupport"])
}
