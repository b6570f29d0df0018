import Testing
import Vapor

@testable import Server

/// The route in the article WithoutForm.
struct ServerTests {
  @Test func `J9 a server answers with the criteria that are not met, and none for a good password`() throws {
    let app = Application()
    routes(app)
    func unmet(_ password: String) throws -> String {
      try app.respond(to: "judge", Account(name: "Ada Lovelace", password: password))
    }
    #expect(try unmet("umbrella-Lantern-4711") == "[]")
    #expect(try unmet("lovelace-tribune7") == #"["hard to guess"]"#)
    #expect(try unmet("trustno1").hasPrefix(#"["15 characters or more","not a commonly used password""#))
  }
}
