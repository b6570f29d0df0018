extension Catalogue {
  /// What is said where another program asks a person for something, in words of its own.
  public struct Askpass: Equatable, Sendable {
    /// What can be asked for.
    public struct Subject: Equatable, Sendable {
      /// The title of the form.
      public var title: String
      /// What the field is called.
      public var label: String
    }

    /// The things that are asked for. An answer is what is neither of the others.
    public var password = Subject(title: "Password required", label: "Password"),
      passphrase = Subject(title: "Passphrase required", label: "Passphrase"),
      pin = Subject(title: "PIN required", label: "PIN"),
      userName = Subject(title: "User name required", label: "User name"),
      answer = Subject(title: "Answer required", label: "Answer")
    /// The title of a question, and its buttons. The first letter of each presses it.
    public var question = "Please confirm",
      yes = "Yes",
      no = "No"
    /// The title of a message, and its button.
    public var message = "Message",
      close = "Close"

    /// Makes the English texts.
    public init() {}
  }
}
