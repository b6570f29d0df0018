extension Catalogue {
  /// What is said where another program asks a person for something, in words of its own.
  package struct Askpass: Equatable, Sendable {
    var texts: Texts

    /// What can be asked for.
    package struct Subject: Equatable, Sendable {
      /// The title of the form.
      package let title: String
      /// What the field is called.
      package let label: String
    }

    /// The things that are asked for. An answer is what is neither of the others.
    package var password: Subject { Subject(title: texts("Password required"), label: texts("Password")) }
    package var passphrase: Subject {
      Subject(title: texts("Passphrase required"), label: texts("Passphrase"))
    }
    package var pin: Subject { Subject(title: texts("PIN required"), label: texts("PIN")) }
    package var userName: Subject { Subject(title: texts("User name required"), label: texts("User name")) }
    package var answer: Subject { Subject(title: texts("Answer required"), label: texts("Answer")) }
    /// The title of a question, and its buttons.
    package var question: String { texts("Please confirm") }
    package var yes: String { texts("Yes") }
    package var no: String { texts("No") }
    /// The letters that press them.
    package var yesLetter: Character? {
      // translators: The letter that means yes, best one that stands in the word for Yes.
      texts.context("letter", "y").lowercased().first
    }
    package var noLetter: Character? {
      // translators: The letter that means no, best one that stands in the word for No.
      texts.context("letter", "n").lowercased().first
    }
    /// The title of a message, and its button.
    package var message: String { texts("Message") }
    package var close: String { texts("Close") }
  }
}
