internal import WatchwordBase

/// What another program wants to know, in its own words. The words may include text of others, such as a host's name or
/// a key's comment, so they are not trusted.
struct AskpassPrompt: Equatable, Sendable {
  /// The words as shown, if any.
  let text: String?
  let words: String
  let isQuestion: Bool
  /// Whether ssh-keygen asks for a new passphrase.
  let isNew: Bool
  /// Whether ssh-keygen asks for the new passphrase again. If the two passphrases differ, ssh-keygen starts over with
  /// its first question.
  let isRepeat: Bool
  /// Whether the text is shown, as no secret. Only the programs' exact words decide: a guess would show secrets.
  var isShown: Bool { isQuestion || words.utf8.starts(with: Self.userName.utf8) }

  init(_ prompt: String?) {
    words = prompt ?? ""
    isQuestion = Self.questions.contains(where: words.endsExactly)
    isNew = words.endsExactly(with: Self.mayBeEmpty)
    isRepeat = words.endsExactly(with: Self.repeated)
    let own = isNew ? String(words.dropLast(Self.mayBeEmpty.count)) + ":" : words
    let text = own.withoutOuterWhiteSpace.replacingControls
    self.text = text.isEmpty ? nil : text
  }

  /// The last line of the prompt, which says what is asked, without a colon at its end; `nil` if there is none.
  var lastLine: String? {
    text?.split(whereSeparator: \.isNewline).last.map { String($0).withoutColon }
  }

  /// The text above the field, with the effect of an empty answer in the words of `texts`.
  func text(_ texts: Texts, mayBeEmpty: Bool) -> String? {
    guard isNew, let text else { return text }
    return text + "\n"
      + (mayBeEmpty
        ? texts("Left empty, or after Esc, the key gets no passphrase. Ctrl-C stops.")
        : texts("After Esc the key gets no passphrase. Ctrl-C stops."))
  }

  /// How git asks for a user name (credential.c).
  private static let userName = "Username for '"
  /// How ssh asks whether a host is the right one (sshconnect.c).
  private static let questions = [
    "(yes/no)? ", "(yes/no/[fingerprint])? ", "Please type 'yes', 'no' or the fingerprint: ",
  ]
  /// How ssh-keygen ends its question for the passphrase of a new or changed key (ssh-keygen.c).
  private static let mayBeEmpty = " (empty for no passphrase): "
  private static let repeated = "Enter same passphrase again: "

  /// The form's title and its field's label, as far as the words tell; "Answer" for anything else.
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

extension String {
  /// Whether the text ends in `other`, byte by byte.
  fileprivate func endsExactly(with other: String) -> Bool {
    utf8.suffix(other.utf8.count).elementsEqual(other.utf8)
  }
}
