package import Watchword

/// The members of the club, for the documents' code.
package actor Users {
  private let names: Set<String> = ["ada"]

  package init() {}

  package func isFree(_ name: String) -> Bool { !names.contains(name) }
}

package let users = Users()

/// A server that judges forms, for the documents' code.
package actor Server {
  package private(set) var isUp = true

  package init() {}

  package func create(_ answer: PasswordForm.Answer) throws -> Bool { answer["user"] != "ada" }

  package func wantsCode(_ answer: PasswordForm.Answer) -> Bool { answer["user"] == "ada" }

  package func signIn(_ answer: PasswordForm.Answer) -> Bool { answer["code"] == "4711" }
}

package let server = Server()
