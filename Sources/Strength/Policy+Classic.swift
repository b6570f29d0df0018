public import Messages

extension Policy {
  /// The rule of the reference behaviour (A3, A5, A8): 8 to 32 characters without white space, and three of the four
  /// classes upper case, lower case, digit and special.
  ///
  /// The rules judge in the order of A8; where `minimumLevel` is above weak, a last one asks for that level.
  public static func classic(_ catalogue: Catalogue = .english, minimumLevel: Level = .weak) -> Policy {
    let texts = catalogue.classic
    let special = ASCIIClass(#"@:?!()$#,./\"#)
    let accepted = [ASCIIClass.upper, .lower, .digits].reduce(special) { $0.union($1) }
    var rules = [
      Rule(.empty, message: texts.empty),
      Rule(.outside(accepted), message: texts.outside),
      Rule(.requirements, message: texts.requirements, pointsAtPanel: true),
    ]
    if minimumLevel > .weak {
      rules.append(Rule(.weaker(than: minimumLevel), message: catalogue.strength.tooLow))
    }
    return Policy(
      criteria: [
        Criterion(.length(8...32, whiteSpace: false), label: texts.length),
        Criterion(.contains(.upper), label: texts.upper),
        Criterion(.contains(.lower), label: texts.lower),
        Criterion(.contains(.digits), label: texts.digit),
        Criterion(.contains(special), label: texts.special),
      ],
      group: Group(members: 1..<5, required: 3, heading: texts.heading),
      rules: rules,
      maximumCount: 32)
  }
}
