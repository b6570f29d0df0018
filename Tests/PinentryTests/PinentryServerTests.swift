import Glibc
import TestSupport
import Testing
import WatchwordSecrets

@testable import WatchwordServices

extension ServedTests {
  /// The server's answers, line by line; the dialogs are played.
  @Suite struct PinentryServerTests {
    /// Answers dialogs as a user would.
    private struct Person: PinentryDialogs {
      var types = ""
      var refusal: PinentryError?

      func passphrase(_ request: PinentryRequest, _ agent: Agent) throws(PinentryError) -> Passphrase {
        if let refusal { throw refusal }
        do throws(SecretError) {
          var bytes = try SecretBuffer(capacity: 255, locking: .ifPossible)
          try bytes.append(types.utf8Span.span)
          return Passphrase(bytes: bytes, isRepeated: false)
        } catch {
          throw .noMemory
        }
      }

      func confirm(_ request: PinentryRequest, hasOneButton: Bool) throws(PinentryError) {
        if let refusal { throw refusal }
      }
    }

    /// The server's answers to `lines`, after its greeting.
    private func answers(
      _ lines: String..., by person: Person = Person(), fault: String? = nil
    ) throws -> [String] {
      let (isServed, all) = serve(lines + ["BYE"], by: person, fault: fault)
      #expect(isServed)
      #expect(all.first == "OK Pleased to meet you" && all.last == "OK closing connection")
      return Array(all.dropFirst().dropLast())
    }

    @Test func `G1 what is set is taken, and what is unknown has its error`() throws {
      #expect(
        try answers(
          "OPTION ttyname=/dev/pts/9", "OPTION default-yes=_Yes", "SETDESC a%0Ab", "FOO", "GETINFO flavor",
          "GETINFO version", "GETINFO x", "CLEARPASSPHRASE x", "SETTIMEOUT x")
          == [
            "OK", "ERR 83886254 Unknown option <Pinentry>", "OK",
            "ERR 536871187 Unknown IPC command <User defined source 1>", "S FEATURES tabbing", "D watchword",
            "OK", "D 0.1.0", "OK",
            "ERR 83886360 IPC parameter error <Pinentry>", "ERR 83886337 General IPC error <Pinentry>", "OK",
          ])
    }

    @Test func `T2 with a fault no dialog is shown, and the error has the sentence`() throws {
      let error = "ERR 83886195 Configuration error <Pinentry> - what is required is not known"
      #expect(
        try answers(
          "SETDESC a", "GETPIN", "CONFIRM", "MESSAGE a", "GETINFO flavor", by: Person(types: "secret"),
          fault: "what is required is not known") == [
            "OK", error, error, error, "S FEATURES tabbing", "D watchword", "OK",
          ])
    }

    @Test func `G1 a line that is too long is an error, and the session goes on`() throws {
      let long = "SETDESC " + String(repeating: "x", count: 5000)
      let found = try answers("NOP", long, "GETINFO version", long, "NOP")
      #expect(found.count == 6 && found[1].hasPrefix("ERR ") && found[4].hasPrefix("ERR "))
      #expect(found[2...3] == ["D 0.1.0", "OK"] && found[5] == "OK")
    }

    @Test func `G1 the display is told as it was set, though nothing is drawn on it`() throws {
      let found = try answers("GETINFO ttyinfo", "OPTION display=:0", "GETINFO ttyinfo")
      #expect(found[0].hasPrefix("D - - - - ") && found[3].hasPrefix("D - - :0 - "))
    }

    @Test(arguments: [
      ("secret", "D secret"), ("50% off", "D 50%25 off"), ("größer", "D größer"), (" x ", "D  x "),
    ]) func `G3 the secret is one escaped line`(typed: String, line: String) throws {
      #expect(try answers("GETPIN", by: Person(types: typed)) == [line, "OK"])
    }

    @Test func `G3 255 bytes that all need an escape are one line`() throws {
      let typed = String(repeating: "%", count: 255)
      let found = try answers("GETPIN", by: Person(types: typed))
      #expect(found == ["D " + String(repeating: "%25", count: 255), "OK"])
    }

    @Test(
      arguments: [
        (.cancelled, ["ERR 83886179 Operation cancelled <Pinentry>"]),
        (.fullyCancelled, ["S BUTTON_INFO close", "ERR 83886179 Operation cancelled <Pinentry>"]),
        (.notConfirmed, ["ERR 83886194 Not confirmed <Pinentry>"]),
        (.timeLimit, ["ERR 83886142 Timeout <Pinentry>"]),
      ] as [(PinentryError, [String])])
    func `G2 how a dialog ends has its number`(error: PinentryError, lines: [String]) throws {
      #expect(try answers("GETPIN", by: Person(refusal: error)) == lines)
      #expect(try answers("CONFIRM", by: Person(refusal: error)) == lines)
    }

    @Test func `G1 comments and empty lines are passed over, and RESET forgets`() throws {
      #expect(try answers("# a", "", "RESET", "NOP") == ["OK", "OK"])
    }
  }
}
