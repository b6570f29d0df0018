import TestSupport
import Testing
import Watchword
import WatchwordBase
import WatchwordScreen
import WatchwordStrength

/// Whole pictures, kept as files.
@Suite struct PictureTests {
  @Test(arguments: [(80, 24), (120, 40), (60, 24), (40, 24), (60, 10), (40, 12), (30, 16), (20, 24), (20, 4)])
  func `the form as it opens`(_ columns: Int, rows: Int) {
    let stage = Rehearsal(columns: columns, rows: rows)
    expectGolden(stage.frame.description, "the form as it opens \(columns)x\(rows)")
  }

  @Test(arguments: ["unicode", "emoji", "ascii"])
  func `a good password and its confirmation half typed`(_ name: String) {
    let glyphs: [String: GlyphSet] = ["unicode": .unicode, "emoji": .emoji, "ascii": .ascii]
    let stage = Rehearsal(glyphs: glyphs[name] ?? .unicode).after("Correct.Horse7 Tab Correct wait 1s")
    expectGolden(stage.frame.description, "a good password \(name)")
  }

  /// Fills both fields, submits, and waits for the bars to come to rest.
  private func enter(_ first: String, and second: String, in stage: Rehearsal) {
    stage.type(first)
    stage.press(.tab)
    stage.type(second)
    stage.play("Enter wait 1s")
  }

  @Test(arguments: [(80, 24), (60, 24), (40, 24), (40, 12), (60, 10), (30, 16), (20, 24), (20, 4)])
  func `errors under both fields`(_ columns: Int, rows: Int) {
    let stage = Rehearsal(columns: columns, rows: rows)
    enter("pass word%", and: "other", in: stage)
    expectGolden(stage.frame.description, "errors under both fields \(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24), (80, 14), (60, 20), (40, 12), (20, 8)], ["unicode", "ascii"])
  func `D6 choices, a number and a day`(_ size: (Int, Int), _ name: String) {
    let kinds: [FormField.Kind] = [.choice, .yesno, .number, .date, .choice]
    var fields = kinds.enumerated().map { FormField.Configuration($1, name: "field\($0)") }
    for index in fields.indices { fields[index].label = "Field \(index)" }
    fields[0].take(.choice(Choices(["vda", "vdb"], labels: ["First disk", "Second disk"])), .english)
    fields[2].take(.number(1...65535), .english)
    fields[4].take(.choice(Choices((1...418).map { "Region/Some Town \($0)" })), .english)
    let stage = Rehearsal(
      FormDescription.custom(fields: fields), columns: size.0, rows: size.1,
      glyphs: name == "ascii" ? .ascii : .unicode
    ).after("Right Tab n Tab 70000 Tab 2026-11-28 Tab \"town 317\"")
    expectGolden(stage.frame.description, "choices, a number and a day \(name) \(size.0)x\(size.1)")
  }

  @Test(arguments: ["unicode", "emoji", "ascii"])
  func `criteria that failed`(_ name: String) {
    let glyphs: [String: GlyphSet] = ["unicode": .unicode, "emoji": .emoji, "ascii": .ascii]
    let stage = Rehearsal(glyphs: glyphs[name] ?? .unicode).after("Password Tab wait 300ms")
    expectGolden(stage.frame.description, "criteria that failed \(name)")
  }

  @Test(arguments: [(80, 24), (60, 24), (40, 24), (40, 12), (20, 24)])
  func `a weak password and the reason`(_ columns: Int, rows: Int) {
    let stage = Rehearsal(columns: columns, rows: rows).after("Aa1.2345 wait 800ms")
    expectGolden(stage.frame.description, "a weak password and the reason \(columns)x\(rows)")
  }

  @Test func `a weak password and the reason in ASCII`() {
    let stage = Rehearsal(columns: 40, rows: 24, glyphs: .ascii).after("Aa1.2345 wait 800ms")
    expectGolden(stage.frame.description, "a weak password and the reason ascii")
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `errors in the form of NIST`(_ columns: Int, rows: Int) {
    var description = FormDescription.newPassword()
    description.policy = .nist()
    let stage = Rehearsal(
      description, columns: columns, rows: rows, judge: Judge(blocklists: [FewWords(["passwordpassword"])]))
    enter("passwordpassword", and: "password", in: stage)
    expectGolden(stage.frame.description, "errors in the form of NIST \(columns)x\(rows)")
  }

  /// Configurations with added rules.
  private static let places: [(name: String, policy: StandardPolicy, rules: OwnRules)] = {
    var classic = OwnRules()
    (classic.minimumLength, classic.maximumLength, classic.allowed, classic.maximumRepeat) = (
      12, 64, .ascii, 2
    )
    var all = OwnRules()
    all.minimumLength = 12
    all.required = [RequiredClasses([.upper, .lower, .digit, .special], count: 3)].compactMap(\.self)
    (all.allowed, all.maximumRepeat, all.maximumSequence) = (.ascii, 2, 3)
    return [
      ("classic", .classic, classic), ("bsi", .bsi, OwnRules()), ("luks", .luks, OwnRules()),
      ("wpa2", .wpa2, OwnRules()), ("all", .nist, all),
    ]
  }()

  @Test(arguments: 0..<5, [(80, 24), (40, 12)])
  func `H2 the panel under the rules of a place`(_ number: Int, size: (columns: Int, rows: Int)) {
    let place = Self.places[number]
    var description = FormDescription.newPassword()
    description.policy = place.policy.policy().applying(place.rules)
    let stage = Rehearsal(description, columns: size.columns, rows: size.rows, glyphs: .emoji)
    stage.play("^R abcdé wait 1s")
    expectGolden(stage.frame.description, "rules of a place \(place.name) \(size.columns)x\(size.rows)")
  }

  @Test(arguments: [(80, 24), (40, 12)], ["é", "漢"])
  func `H2 there is room for the name of a character that is not allowed`(
    size: (columns: Int, rows: Int), character: String
  ) {
    for place in Self.places where place.name != "bsi" {
      var description = FormDescription.newPassword()
      description.policy = place.policy.policy().applying(place.rules)
      let stage = Rehearsal(description, columns: size.columns, rows: size.rows, glyphs: .emoji).after("^R")
      stage.type("abc" + character)
      #expect(stage.frame.description.contains(": not \""), "\(place.name)")
    }
  }

  @Test func `a shown password`() {
    let stage = Rehearsal().after("漢字kanji ^R wait 300ms")
    expectGolden(stage.frame.description, "a shown password")
  }

  @Test func `a long text`() {
    let stage = Rehearsal(columns: 40, rows: 12)
    stage.type(String(repeating: "0123456789", count: 6))
    expectGolden(stage.frame.description, "a long text at its end")
    for _ in 0..<30 { stage.press(.left) }
    expectGolden(stage.frame.description, "a long text in its middle")
    stage.press(.home)
    expectGolden(stage.frame.description, "a long text at its start")
  }

  @Test func `the button has the focus`() {
    let stage = Rehearsal().after("S-Tab")
    expectGolden(stage.frame.description, "the button has the focus")
  }

  @Test(arguments: [(80, 24), (80, 40), (40, 12), (20, 4)])
  func `the page of keys`(_ columns: Int, rows: Int) {
    let stage = Rehearsal(columns: columns, rows: rows).after("F1")
    expectGolden(stage.frame.description, "the page of keys \(columns)x\(rows)")
  }

  @Test func `a notice about a refused paste`() {
    let stage = Rehearsal()
    stage.send(.refused(.tooLong))
    expectGolden(stage.frame.description, "a notice about a refused paste")
  }

  @Test func `a form without confirmation whose password is never shown`() {
    var description = FormDescription.newPassword()
    description.fields[0].isConfirmed = false
    description.reveal = .never
    let stage = Rehearsal(description)
    expectGolden(stage.frame.description, "without confirmation, never shown")
  }
}
