public import Messages

extension Policy {
  /// The rule for the password of an account (reference behaviour, C4): 8 characters or more, with upper case, lower
  /// case, a digit and one of `!@#$&*`.
  ///
  /// An empty password breaks it too; that nothing is said of one (C2) is decided by the form.
  public static func account(_ catalogue: Catalogue = .english, minimumLevel: Level = .weak) -> Policy {
    let texts = catalogue.account
    var rules = [
      Rule(.criteria(0..<1), message: texts.tooShort),
      Rule(.criteria(1..<5), message: texts.tooSimple),
    ]
    if minimumLevel > .weak {
      rules.append(Rule(.weaker(than: minimumLevel), message: catalogue.strength.tooLow))
    }
    return Policy(
      criteria: [
        Criterion(.length(8...Int.max, whiteSpace: true), label: texts.length),
        Criterion(.contains(.upper), label: catalogue.classic.upper),
        Criterion(.contains(.lower), label: catalogue.classic.lower),
        Criterion(.contains(.digits), label: catalogue.classic.digit),
        Criterion(.contains(ASCIIClass("!@#$&*")), label: texts.special),
      ],
      rules: rules)
  }
}
