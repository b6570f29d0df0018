import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

/// The texts of every language have room at 80 by 24.
@Suite struct FitTests {
  /// A language by its name, English first.
  struct Spoken: CustomTestStringConvertible, Sendable {
    var name: String
    var texts: Texts
    var testDescription: String { name }
  }

  static let languages: [Spoken] =
    [Spoken(name: "en", texts: .english)]
    + ((try? POFile.all()) ?? []).map { Spoken(name: $0.name, texts: $0.texts) }

  /// The forms of the commands, by name.
  private func forms(_ texts: Texts) -> [(String, FormState)] {
    var forms: [(String, FormState)] = StandardPolicy.allCases.map { policy in
      var form = FormDescription.newPassword(texts)
      form.policy = policy.policy(texts)
      return ("new \(policy)", form.makeForm())
    }
    forms += [
      ("ask", FormDescription.ask(texts).makeForm()),
      ("change", FormDescription.change(texts).makeForm()),
      ("sign-in", FormDescription.signIn(texts).makeForm()),
      ("sign-in --user", FormDescription.signIn(texts, withUserName: true).makeForm()),
      ("sign-up", FormDescription.signUp(texts).makeForm()),
    ]
    for kinds in [[FormField.Kind.text, .name, .email, .password], [.choice, .yesno, .number, .date]] {
      var fields = kinds.map { FormField.Configuration($0, texts: texts) }
      for index in fields.indices where kinds[index] == .choice || kinds[index] == .number {
        let most = (0..<60).map { "Choice \($0)" }
        fields[index].take(kinds[index] == .choice ? .choice(Choices(most)) : .number(1...65535), texts)
      }
      forms.append(("form", FormDescription.custom(fields: fields, texts: texts).makeForm()))
    }
    return forms
  }

  private func columns(_ text: String) -> Int { CharacterWidth.standard.columns(of: text) }

  /// The text without white space, so that it is found wherever its lines break.
  private func packed(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  @Test(arguments: languages) func `I3 a form has room for its texts at 80 by 24`(language: Spoken) {
    for (name, form) in forms(language.texts) {
      let stage = Rehearsal(form)
      let layout = stage.layout
      #expect(layout.overflow == 0, "\(name) is too high")
      let picture = packed(stage.rows.joined())
      let configuration = stage.form.configuration
      #expect(picture.contains(packed(configuration.shownTitle)), "\(name): \(configuration.shownTitle)")
      for (place, field) in zip(layout.fields, stage.form.fields) {
        let label = field.configuration.label
        #expect(columns(label) <= place.label.count, "\(name): \(label)")
        let prompt = field.configuration.placeholder
        #expect(columns(prompt) <= place.text.count, "\(name): \(prompt)")
        for message in configuration.messages(of: field.configuration, isShort: false) {
          let lines = LineWrap.lines(message, columns: layout.width - Layout.indent, width: .standard)
          #expect(lines.count <= place.error.count, "\(name): \(message)")
        }
      }
      for (place, button) in zip(layout.buttons, configuration.buttons) {
        #expect(place.line == layout.buttons[0].line, "\(name): \(button.title)")
        #expect(columns(button.title) + 4 <= place.columns.count, "\(name): \(button.title)")
      }
      if stage.form.newPasswordField != nil {
        for group in configuration.policy.groups {
          for criterion in group.criteria {
            // In English, too, the panel of sign-up is short.
            let labels = [criterion.label, criterion.shortLabel]
            #expect(labels.contains { picture.contains(packed($0)) }, "\(name): \(criterion.label)")
          }
        }
      }
    }
  }

  @Test(arguments: languages) func `I3 where the panel stands whole in English it does in all languages`(
    language: Spoken
  ) {
    for ((name, form), (_, english)) in zip(forms(language.texts), forms(.english)) {
      let (layout, usual) = (Rehearsal(form).layout, Rehearsal(english).layout)
      let lines = Set(usual.panel.map(\.line)).count
      if lines == usual.panel.count { #expect(Set(layout.panel.map(\.line)).count == lines, "\(name)") }
      for item in layout.panel {
        #expect(item.textColumn + columns(item.text) <= layout.left + layout.width, "\(name): \(item.text)")
      }
    }
  }

  @Test(arguments: languages) func `I3 the key line has all its keys`(language: Spoken) {
    for (name, form) in forms(language.texts) {
      for field in 0...form.fields.count {
        let stage = Rehearsal(form)
        if stage.form.newPasswordField != nil { stage.type("Correct/Horse.7") }
        for _ in 0..<field { stage.press(.tab) }
        expectKeys(in: stage, name)
        stage.press(.control("r"))
        expectKeys(in: stage, name)
      }
    }
  }

  private func expectKeys(in stage: Rehearsal, _ name: String) {
    let row = stage.rows.last { !$0.isEmpty } ?? ""
    let texts = stage.form.configuration.texts
    for word in [texts("cancel"), texts("help")] { #expect(row.contains(word), "\(name): \(row)") }
    guard let field = stage.form.focusedField else { return }
    #expect(row.contains(stage.form.enter(in: field).word(texts)), "\(name): \(row)")
    #expect(row.contains(texts("move")), "\(name): \(row)")
    // The field says it, too, so that the key line may leave it out.
    if stage.form.fields[field].configuration.isRevealable {
      let word = stage.form.fields[field].isShown ? texts("hide") : texts("show")
      #expect(stage.rows.contains { $0.contains("┃") && $0.contains("^R \(word)") }, "\(name): \(word)")
    }
    if stage.form.offersPassword(in: field) { #expect(row.contains(texts("suggest")), "\(name): \(row)") }
  }

  /// Forms in which another program asks for a password, for a new one, and whether to send nothing.
  private func askedForms(_ texts: Texts) -> [FormDescription] {
    let question = FormDescription.question(
      title: "ssh-keygen", text: texts("Send an empty password?"),
      buttons: [FormButton(texts("Send it")), FormButton(texts("Back"), effect: .cancel)], texts: texts)
    return [.ask(texts), .newPassword(texts, policy: StandardPolicy.nist.policy(texts)), question].map {
      var form = $0
      form.asker = "tigervncpasswd"
      return form
    }
  }

  @Test(arguments: languages) func `A13 I3 at 40 columns a program's form names Enter, Esc, F1 and ^C`(
    language: Spoken
  ) {
    for (form, isInline) in askedForms(language.texts).flatMap({ [($0, true), ($0, false)] }) {
      let stage = Rehearsal(form, columns: 40, rows: 12, isInline: isInline)
      let line = [Action.performReturn, .cancel, .showKeys, .interrupt].map { action in
        let key = KeyBinding.binding(of: action)?.keys.first?.name(.unicode, language.texts) ?? ""
        return "\(key) \(stage.form.askerWords(of: action)?.short ?? "")"
      }.joined(separator: "  ")
      #expect(columns(line) <= 38, "\(line)")
      // A button of an inline form shares the line.
      for _ in 0..<max(1, stage.form.fields.count + (isInline ? 0 : 1)) {
        #expect(stage.rows.contains { $0.trimmed == line }, "\(line): \(stage.rows)")
        stage.press(.tab)
      }
    }
  }

  @Test(arguments: languages) func `R6 I3 a refusal of a program's new password names Esc`(language: Spoken) {
    let texts = language.texts
    let key = Key(.escape).name(.unicode, texts)
    for (columns, rows) in [(80, 24), (40, 12)] {
      for isInline in [true, false] {
        for form in askedForms(texts) where form.judgesOnlyPassword {
          let stage = Rehearsal(form, columns: columns, rows: rows, isInline: isInline)
          stage.type("short")
          stage.press(.tab)
          let row = stage.rows.first { $0.contains("✗") } ?? ""
          #expect(row.contains(key), "\(columns)x\(rows): \(row)")
          let tip = texts("{label}: {message}", ["label": key, "message": texts("type it yourself")])
          #expect(columns < 80 || row.contains(tip), "\(row)")
          stage.press(.tab)
          stage.press(.tab)
          stage.type("x")
          #expect(stage.rows.contains { $0.contains("✗") && $0.contains(key) }, "\(stage.rows)")
        }
      }
    }
  }

  @Test(arguments: languages) func `I3 an offer has room for its keys and for what is said of it`(
    language: Spoken
  ) {
    let texts = language.texts
    let stage = Rehearsal(FormDescription.newPassword(language.texts))
    stage.draw("Kv7mQzR2-Wx9pLt4n")
    let row = stage.rows.last { !$0.isEmpty } ?? ""
    for word in [texts("use it"), texts("another"), texts("words"), texts("length"), texts("back")] {
      #expect(row.contains(word), "\(row)")
    }
    #expect(stage.words.contains(stage.form.suggestionLabel(.medium, bits: 77)))
    for level in Level.allCases {
      #expect(columns(stage.form.suggestionLabel(level, bits: 377)) <= stage.layout.width - 6)
    }
    #expect(stage.words.contains(texts("Enter puts it into both fields.")))
    for note in [
      texts("No strong password fits the rules."), texts("Too few words fit to be strong."),
      texts("There is no word list."), texts("The word list has no plain words."),
      texts("English words: there is no list in your language."),
      texts("There is no suggestion of that length."),
    ] {
      #expect(columns(note) <= stage.layout.width - Layout.indent, "\(note)")
    }
    // As with every statement of the first row below the bars.
    #expect(columns(texts("Write it down or save it: it is not shown again.")) <= 52)
  }

  @Test(arguments: languages) func `I3 F4 the first letter tells the words apart that are typed at an offer`(
    language: Spoken
  ) {
    let words = ["another", "shorter", "longer", "words", "characters", "n"]
    let own = words.map { language.texts.context("typed", $0) }
    for (index, word) in own.enumerated() {
      for (other, english) in words.enumerated() where other != index {
        #expect(word.first != own[other].first && word.first != english.first, "\(word)")
      }
    }
  }

  @Test(arguments: languages) func `I3 the page of keys is whole`(language: Spoken) {
    for (name, form) in forms(language.texts) {
      var appearance = Appearance(glyphs: .unicode, width: .standard)
      // A terminal has line mode, too.
      appearance.lacks = []
      let page = KeysPage(form, size: Size(columns: 80, rows: 24), appearance)
      #expect(page.lastTop == 0, "\(name): \(page.lines.count) lines")
      #expect(
        page.lines.allSatisfy { $0.column + columns($0.text) <= 80 && columns($0.keys) < max(1, $0.column) },
        "\(name)")
    }
  }

  @Test(arguments: languages) func `A13 I3 at 40 by 12 the page of keys begins with what a form can do`(
    language: Spoken
  ) {
    let (texts, form) = (language.texts, FormDescription.newPassword(language.texts).makeForm())
    for glyphs in [GlyphSet.emoji, .unicode, .ascii] {
      let page = KeysPage(
        form, size: Size(columns: 40, rows: 12), Appearance(glyphs: glyphs, width: .standard))
      let lines = page.lines.prefix(page.rows.count)
      #expect(lines[0].text == texts("^R means Ctrl-R: hold Ctrl, press R."), "\(lines[0])")
      let keys = lines.map(\.keys).filter { !$0.isEmpty }.prefix(5)
      let names = [Key(.tab), Key(.enter), .control("r"), .control("g"), Key(.escape)].map {
        $0.name(glyphs, texts, spelled: true)
      }
      #expect(
        keys.count == 5 && zip(keys, names).allSatisfy { $0.hasPrefix($1) },
        "\(page.lines.map { $0.keys + " | " + $0.text }.joined(separator: "\n"))")
    }
  }

  @Test(arguments: languages) func `I3 words beside the bars, reasons, notices and errors have room`(
    language: Spoken
  ) {
    let texts = language.texts
    let layout = Rehearsal(FormDescription.newPassword(texts)).layout
    let room = layout.width - Layout.indent
    let words = layout.words ?? layout.left + layout.width
    for text in Level.allCases.map({ $0.words(in: texts) }) + [
      Level.weak.words(in: texts, least: .weak), texts("Strong passphrase"),
    ] {
      #expect(columns(text) <= layout.left + layout.width - words, "\(text)")
    }
    for text in [
      Reason(.spaces).line(in: texts, nil).fact, texts("Not taken: a field holds 4,096 bytes"),
      texts("Not taken: {count} bytes, at most {most}", ["count": "12345", "most": "1024"]),
      texts("Not taken: more than {most} bytes", ["most": "1024"]),
      texts("Not pasted: it holds a control character"), texts("Not pasted: its end did not arrive"),
      texts("Not taken: not a character of this terminal's encoding"),
      texts("Not taken: only ASCII works in this locale"), texts("Not taken: an email address has no spaces"),
      texts("Another program changed the terminal; the form was drawn again"),
      texts("This was not accepted."),
      texts("Not accepted here. Try a different password."),
      texts("The check ended, but its exit status is unknown."), texts("Checking…") + "   ",
      texts("The passphrases do not match."), texts("This passphrase is not allowed."),
      texts("The agent has made no passphrase."), texts("A list of refused passwords cannot be read."),
      texts("The list of leaked passwords cannot be read."),
    ] {
      #expect(columns(text) <= room, "\(text)")
    }
    for seconds in [1, 20] {
      let countdown = texts("Ends in {count} s: press a key to stay", ["count": "\(seconds)"])
      #expect(columns(countdown) + 24 <= layout.width, "\(countdown)")
    }
  }

  @Test(arguments: languages)
  func `B4 I3 every reason has a form of at most 52 columns, and advice fits at 60`(
    language: Spoken
  ) {
    let texts = language.texts
    func fits(_ forms: [String], in most: Int) -> Bool {
      forms.contains { columns(texts.sentence($0.withCapital)) <= most }
    }
    for kind in Reason.Kind.allCases where ![.spaces, .bytes].contains(kind) {
      for naming in [Reason.Line.Naming.places, .mark, .formerMark] {
        for place in [9..<19, 9..<10, nil] {
          var line = Reason(kind, at: place).line(in: texts, nil)
          line.naming = naming
          #expect(fits([line.fact, line.short], in: 52), "\(line.fact)")
        }
      }
    }
    let room =
      Rehearsal(FormDescription.newPassword(texts), columns: 60, rows: 24).layout.width - Layout.indent
    let kinds = CharacterClass.allCases.map { Policy.Criterion(.contains($0), texts) }
    for count in [1, 3, 6] {
      for advice in [
        Advice.words(count, behindDashes: true), .words(count, behindDashes: false), .characters(count),
      ] {
        for kinds in [[], [kinds[2]], [kinds[0], kinds[2]]] {
          let forms = Reason(.word).line(in: texts, advice).advice(besides: kinds)
          #expect(fits(forms, in: room), "\(forms)")
        }
      }
    }
    for text in [
      Reason(.spaces).line(in: texts, nil).fact, texts("Press {key} for a suggestion.", ["key": "Ctrl-G"]),
      texts("Choose a stronger password."), texts("Press Ctrl-G and Enter for a suggestion."),
    ] {
      #expect(fits([text], in: room), "\(text)")
    }
  }

  @Test(arguments: languages) func `D6 I3 an error behind a text has a form of at most 14 columns`(
    language: Spoken
  ) {
    let texts = language.texts
    for text in [texts("missing"), texts("invalid"), texts("no match"), texts("choose one")] {
      #expect((1...14).contains(columns(text)), "\(text)")
    }
  }

  @Test(arguments: languages) func `D2 D6 I3 a date has a short format, and a short error for 40 columns`(
    language: Spoken
  ) throws {
    let (texts, date) = (language.texts, FieldInput.date.kind)
    let format = try #require(date.shorter(date.placeholder(texts) ?? "", texts))
    let fault = try #require(date.shorter(date.usualFault(texts) ?? "", texts))
    #expect(columns("(\(format))") <= 12 && columns(fault) <= 36, "\(format), \(fault)")
  }

  @Test(arguments: languages) func `D6 I3 short errors are whole, with their signs in one column`(
    language: Spoken
  ) throws {
    let texts = language.texts
    var fields = [FormField.Kind.text, .choice, .yesno, .email, .newPassword].map {
      FormField.Configuration($0, texts: texts)
    }
    fields[1].take(.choice(Choices(["vda", "vdb", "vdc"])), texts)
    for glyphs in [GlyphSet.unicode, .ascii, .emoji] {
      let stage = Rehearsal(
        FormDescription.custom(fields: fields, texts: texts), columns: 60, rows: 16, glyphs: glyphs)
      for _ in 0..<fields.count { stage.press(.tab) }
      stage.press(.enter)
      stage.press(.enter)
      var places: Set<Int> = []
      for (place, field) in zip(stage.layout.fields, stage.form.fields) where place.hasErrorBehind {
        let cause = field.error?.cause ?? .missing
        let said = stage.form.configuration.shortMessage(of: cause, in: field.configuration)
        let row = try #require(stage.layout.row(place.textLine))
        #expect(stage.rows[row].contains(said), "\(said)\n\(stage.frame)")
        #expect(place.text.count >= 8, "\(glyphs): \(place)")
        places.insert(place.errorColumn)
      }
      #expect(places.count == 1, "\(stage.frame)")
    }
  }

  @Test(arguments: languages) func `A1 K2 I3 at 40 columns an inline form cuts no label`(language: Spoken) {
    let stage = Rehearsal(
      FormDescription.newPassword(language.texts), columns: 40, rows: 12, isInline: true)
    #expect(stage.isInline && !stage.words.contains("…"), "\(stage.frame)")
  }

  // Of the Spanish panel too few criteria stand side by side in ASCII.
  @Test(arguments: languages.filter { $0.name != "es" })
  func `A13 I3 the panel of a full window touches no field, in ASCII either`(
    language: Spoken
  ) {
    for glyphs in [GlyphSet.unicode, .ascii] {
      let layout = Rehearsal(FormDescription.change(language.texts), glyphs: glyphs).layout
      let end = (layout.panel.last?.line ?? 0) + 1
      #expect(layout.overflow == 0 && !layout.fields.contains { $0.line == end }, "\(glyphs)")
    }
  }

  @Test(arguments: languages) func `I3 what needs attention stands beside the button`(language: Spoken) {
    for (name, form) in forms(language.texts) {
      let stage = Rehearsal(form)
      for _ in form.fields { stage.press(.enter) }
      stage.press(.enter)
      guard let attention = stage.form.attention, stage.form.refusedCount > 1 else { continue }
      #expect(stage.rows.contains { $0.contains(attention) }, "\(name): \(attention)")
    }
  }
}
