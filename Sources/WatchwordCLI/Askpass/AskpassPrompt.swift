internal import WatchwordMessages

/// What another program wants to know, in its own words.
///
/// They may hold what others wrote, such as the name of a host or the comment of a key, so nothing of them is trusted.
struct AskpassPrompt: Equatable, Sendable {
  /// The words as they are shown; `nil` for none.
  let text: String?
  /// Whether what is typed is shown, since it is no secret. The words of the programs alone say so: a guess would show
  /// secrets.
  let isShown: Bool

  /// Reads what the other program says; `nil` where it says nothing.
  init(_ prompt: String?) {
    let prompt = prompt ?? ""
    isShown =
      prompt.utf8.starts(with: Self.userName.utf8)
      || Self.questions.contains { prompt.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
    let text = prompt.withoutOuterWhiteSpace.replacingControls
    self.text = text.isEmpty ? nil : text
  }

  /// How git asks for the name of a user (credential.c).
  private static let userName = "Username for '"
  /// How ssh asks whether a host is the right one (sshconnect.c).
  private static let questions = ["(yes/no)? ", "(yes/no/[fingerprint])? "]

  /// The title of a form that asks for this, and the label of its field, as far as the words tell. An answer is what is
  /// nothing else.
  func subject(_ texts: Texts) -> (title: String, label: String) {
    let words = text?.lowercased().split { !$0.isLetter } ?? ["password"]
    if text?.utf8.starts(with: Self.userName.utf8) == true {
      return (texts("User name required"), texts("User name"))
    }
    if !isShown, words.contains("passphrase") {
      return (texts("Passphrase required"), texts("Passphrase"))
    }
    if !isShown, words.contains("password") { return (texts("Password required"), texts("Password")) }
    if !isShown, words.contains("pin") { return (texts("PIN required"), texts("PIN")) }
    return (texts("Answer required"), texts("Answer"))
  }
}
