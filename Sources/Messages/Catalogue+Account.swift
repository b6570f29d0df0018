extension Catalogue {
  /// The texts of the forms for accounts and of forms of configured fields (reference behaviour, C and D).
  public struct Account: Equatable, Sendable {
    /// The title of the sign-in form.
    public var signInTitle = "Sign in"
    /// Its button.
    public var signInButton = "Sign in"
    /// The title of the form that creates an account.
    public var signUpTitle = "Create account"
    /// Its button.
    public var signUpButton = "Create account"
    /// The title of a form that was given none.
    public var title = "Fill in the form"
    /// The button of a form that was given none.
    public var button = "Submit"

    /// The placeholder of a field for any text.
    public var textPlaceholder = "Enter your text..."
    /// The placeholder of a field for a name (D2).
    public var namePlaceholder = "Enter your name..."
    /// The placeholder of a field for an e-mail address.
    public var emailPlaceholder = "Enter your email..."
    /// The placeholder of a field for a password.
    public var passwordPlaceholder = "Enter your password..."
    /// The placeholder of a confirm field.
    public var confirmPlaceholder = "Re-enter your password..."

    /// The label of the length criterion (C4).
    public var length = "8 characters or more"
    /// The label of the criterion of special characters.
    public var special = "special character (!@#$&*)"

    /// The error of a text that is no e-mail address (C3).
    public var invalidEmail = "Invalid email address"
    /// The error of a password that is too short (C4).
    public var tooShort = "The password must have at least 8 characters"
    /// The error of a password that lacks a class of characters.
    public var tooSimple = "The password must contain numbers, uppercase, lowercase and special characters"
    /// The error of a confirm field that differs (C5).
    public var differs = "Passwords do not match!"
  }
}
