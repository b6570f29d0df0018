import Testing
import WatchwordBase

@testable import WatchwordServices

/// What other programs' prompts tell, and how they are shown.
@Suite struct AskpassPromptTests {
  @Test(arguments: [
    "Username for 'https://git.example.org': ", "Username for '", "Are you sure (yes/no)? ", "(yes/no)? ",
    "Continue (yes/no/[fingerprint])? ", "Username for '\u{301}x",
    "Please type 'yes', 'no' or the fingerprint: ",
  ])
  func `G4 a text that is no secret is shown`(prompt: String) { #expect(AskpassPrompt(prompt).isShown) }

  @Test(arguments: [
    nil, "", "Password for 'https://ann@git.example.org': ", "username for 'https://git.example.org': ",
    " Username for 'x': ",
    "Username for x: ", "Username: ", "(yes/no)?", "(yes/no)?  ", "(yes/no)? \n", "(Yes/No)? ",
    "(yes/no/fingerprint)? ",
    "(yes/no/[fingerprint])?", "yes/no? ", "Password of Username for 'x': ",
    "Continue (yes/no)? Passphrase: ", "Please type 'yes', 'no' or the fingerprint:",
    "please type 'yes', 'no' or the fingerprint: ", "Enter passphrase (empty for no passphrase): ",
    "Username for \u{2019}x", "Enter PIN for 'token': ",
  ])
  func `G4 everything else stays masked`(prompt: String?) {
    #expect(!AskpassPrompt(prompt).isShown)
  }

  @Test(
    arguments: [
      (nil, "Password"), ("", "Password"), (" \n", "Password"), ("Password: ", "Password"),
      ("[sudo] password for ann: ", "Password"), ("ann@host's password: ", "Password"),
      ("Enter passphrase for key '/home/ann/.ssh/id': ", "Passphrase"),
      ("Bad passphrase, try again for id: ", "Passphrase"),
      ("Passphrase of the password list: ", "Passphrase"),
      ("Enter PIN for ED25519-SK key id: ", "PIN"), ("Spinning wheel: ", "Answer"),
      ("Username for 'https://password.example': ", "User name"), ("Password ok (yes/no)? ", "Answer"),
      ("(ann@host) Verification code: ", "Answer"), ("[sudo] Passwort für ann: ", "Answer"),
    ] as [(String?, String)])
  func `G4 the field is called what the words say`(prompt: String?, label: String) {
    let subject = AskpassPrompt(prompt).subject(.english)
    #expect(subject.label == label && subject.title == "\(label) required")
  }

  @Test(
    arguments: [
      (nil, nil), ("", nil), (" \t\n", nil), ("Password: ", "Password:"), ("one\ntwo: ", "one\ntwo:"),
      ("a\u{1B}[31mb\u{7}\rc\u{9B}0m", "a\u{FFFD}[31mb\u{FFFD}\u{FFFD}c\u{FFFD}0m"),
      ("tab\there", "tab\u{FFFD}here"),
      ("a\r\nb", "a\u{FFFD}\nb"), ("\u{0}", "\u{FFFD}"), ("y\u{85}x", "y\u{FFFD}x"),
    ] as [(String?, String?)])
  func `G4 no control character is left in the words`(prompt: String?, text: String?) {
    #expect(AskpassPrompt(prompt).text == text)
  }
}
