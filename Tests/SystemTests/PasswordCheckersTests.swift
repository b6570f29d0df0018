import Glibc
import Testing

@testable import WatchwordSystem

/// Debian's programs that judge passwords, unchanged.
@Suite struct `Debian's password checkers` {
  static func isInstalled(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  @Test(
    .enabled("libpwquality-tools is not installed") { isInstalled("/usr/bin/pwscore") },
    arguments: [
      ("eiJu7loo!q9XbZ", nil), ("aB3", "shorter than 8 characters"), ("abcdefgh", "dictionary check"),
      ("", "No password supplied"),
    ] as [(String, String?)])
  func `pwscore gives its reason as the last line`(password: String, reason: String?) throws {
    let verifier = try #require(Verifier("/usr/bin/pwscore"))
    let result = try verifier.ask(input: password + "\n", hiding: [password])
    #expect((result == .accepted) == (reason == nil))
    #expect(reason == nil || result?.message?.text?.contains(reason ?? "") == true)
  }

  @Test(
    .enabled("cracklib-runtime is not installed") { isInstalled("/usr/sbin/cracklib-check") },
    arguments: [
      ("eiJu7loo!q9XbZ", nil), ("aB3", "it is WAY too short"),
      ("elephant", "it is based on a dictionary word"), ("a: OK", "it is too short"),
    ] as [(String, String?)])
  func `cracklib-check refuses by an adapter that reads its verdict`(password: String, reason: String?) throws
  {
    let adapter = """
      verdict=$(LC_ALL=C /usr/sbin/cracklib-check) || exit 1
      test "${verdict##*: }" = OK && exit
      echo "${verdict##*: }"
      exit 1
      """
    let result = try #require(Verifier(shell: adapter)).ask(input: password + "\n", hiding: [password])
    #expect(result == reason.map { .refused(VerifierMessage(text: $0)) } ?? .accepted)
  }

  @Test(.enabled("cracklib-runtime is not installed") { isInstalled("/usr/sbin/cracklib-check") })
  func `the line of cracklib-check that has the password is not shown`() throws {
    let verifier = try #require(Verifier(shell: "/usr/sbin/cracklib-check; exit 1"))
    #expect(
      try verifier.ask(input: "qwertyuiop\n", hiding: ["qwertyuiop"]) == .refused(VerifierMessage(text: nil)))
  }
}
