import TestSupport
import Testing
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

/// Pictures of inline forms, kept as files, and which forms are inline.
@Suite struct InlinePictureTests {
  private static let ask: FormDescription = {
    var form = FormDescription.ask()
    form.title = "Passphrase of the backup"
    return form
  }()

  private func open(
    _ form: FormDescription, _ columns: Int, _ rows: Int, _ glyphs: GlyphSet = .unicode
  ) -> Rehearsal { Rehearsal(form, columns: columns, rows: rows, glyphs: glyphs, isInline: true) }

  @Test(arguments: [80, 40], ["unicode", "emoji", "ascii"])
  func `K2 one field has three rows`(_ columns: Int, _ name: String) {
    let glyphs: [String: GlyphSet] = ["unicode": .unicode, "emoji": .emoji, "ascii": .ascii]
    let stage = open(Self.ask, columns, 24, glyphs[name] ?? .unicode)
    #expect(stage.frame.size == Size(columns: columns, rows: 3) && stage.frame.isInline)
    var picture = stage.frame.description
    stage.type("abc")
    picture += "\n\n" + stage.frame.description
    expectGolden(picture, "inline, one field \(columns) \(name)")
  }

  @Test(arguments: [(80, 24), (60, 16), (40, 12)])
  func `J12 K2 a second button has a row of its own with the first, whose text stands there then`(
    _ columns: Int, rows: Int
  ) {
    for form in [Self.ask, .signIn(), .newPassword()] {
      var form = form
      form.secondaryTitle = "Later"
      let stage = open(form, columns, rows)
      #expect(stage.frame.isInline && stage.words.contains("[ \(form.buttons[0].title) ]"))
      #expect(stage.words.contains("[ Later ]"))
    }
    var form = Self.ask
    form.secondaryTitle = "Later"
    let stage = open(form, columns, rows)
    expectGolden(stage.frame.description, "inline, two buttons \(columns)x\(rows)")
  }

  @Test(arguments: [(80, 24, 14), (60, 24, 14), (80, 23, 6), (40, 24, 6)], ["unicode", "emoji", "ascii"])
  func `K2 a new password has fourteen rows or six`(
    _ window: (columns: Int, rows: Int, height: Int), _ name: String
  ) {
    let glyphs: [String: GlyphSet] = ["unicode": .unicode, "emoji": .emoji, "ascii": .ascii]
    let stage = open(.newPassword(), window.columns, window.rows, glyphs[name] ?? .unicode)
    // The signs of ASCII take three columns each, so that the panel of a narrow window has three rows.
    let height = window.columns == 40 && name == "ascii" ? 8 : window.height
    var picture = stage.frame.description
    #expect(stage.frame.size.rows == height)
    stage.play("monkey12 wait 1s")
    picture += "\n\n" + stage.frame.description
    stage.play("Tab mon Enter wait 1s")
    picture += "\n\n" + stage.frame.description
    #expect(stage.frame.size.rows == height)
    expectGolden(picture, "inline, new \(window.columns)x\(window.rows) \(name)")
  }

  @Test(arguments: [80, 40]) func `K2 forms of several fields`(_ columns: Int) {
    for (name, form) in [
      ("sign in", FormDescription.signIn()), ("sign up", .signUp()), ("change", .change()),
    ] {
      let stage = open(form, columns, 24)
      var picture = stage.frame.description
      stage.play("ann@ Tab")
      picture += "\n\n" + stage.frame.description
      expectGolden(picture, "inline, \(name) \(columns)")
    }
  }

  @Test(arguments: [80, 120]) func `A13 K2 a new password and its repetition have the same room`(
    _ columns: Int
  ) {
    var form = FormDescription.newPassword()
    form.asker = "zip"
    let stage = open(form, columns, 24, .emoji)
    #expect(stage.isInline)
    let fields = stage.layout.fields
    #expect(
      fields[0].text == fields[1].text && fields[0].sign == fields[1].sign && fields[0].lock == fields[1].lock
    )
    #expect(fields[0].text.count >= 24)
  }

  @Test(arguments: [80, 120, 40], [30, 31, 52, 90]) func `A13 K2 a long prompt stands above its field`(
    _ columns: Int, _ count: Int
  ) {
    var form = FormDescription.ask()
    form.text = String(repeating: "ab ", count: 30).prefix(count - 1) + "c"
    (form.isTextWhole, form.textLabelsField) = (true, true)
    let stage = open(form, columns, 24, .emoji)
    #expect(stage.isInline)
    let place = stage.layout.fields[0]
    let isAbove = count > 30 || columns == 40
    #expect((place.textLine > 0) == isAbove)
    #expect(stage.words.contains((form.text ?? "").split(separator: " ").joined(separator: " ")))
    if isAbove {
      #expect(
        place.text.count >= 24 || place.text.lowerBound <= 4 && place.sign.upperBound >= columns - 3,
        "\(place)")
    }
  }

  @Test func `K2 a question has its lines, its buttons and its keys`() {
    let buttons = [FormButton("Yes", accelerator: "y"), FormButton("No", accelerator: "n", effect: .cancel)]
    let stage = open(.question(text: "Allow use of the key?\nIt is for build.", buttons: buttons), 80, 24)
    expectGolden(stage.frame.description, "inline, question")
  }

  @Test func `K2 what is said stands in the rows that there are`() {
    var form = Self.ask
    (form.isPrinted, form.timeLimit) = (true, .seconds(30))
    let stage = Rehearsal(form, hasVerifier: true, isInline: true)
    var pictures = [stage.frame.description]
    stage.play("y wait 15s ^L")
    stage.wait(milliseconds: 15_000)
    pictures.append(stage.frame.description)
    stage.play("x Tab")
    pictures.append(stage.frame.description)
    stage.play("Backspace Backspace S-Tab Backspace Enter")
    pictures.append(stage.frame.description)
    expectGolden(pictures.joined(separator: "\n\n"), "inline, words")
  }

  @Test func `K2 the bars, the mark and the panel follow the keys as in the window`() {
    let inline = open(.newPassword(), 80, 24)
    let window = Rehearsal()
    for keys in ["monkey", "12 wait 1s", "Tab", "S-Tab X wait 1s", "Enter wait 1s"] {
      inline.play(keys)
      window.play(keys)
      _ = (inline.frame, window.frame)
      #expect(inline.form == window.form)
    }
  }

  @Test(arguments: [(80, 9, true), (80, 8, false), (80, 5, false), (19, 24, false)])
  func `K2 a form that needs more than two thirds of the window is on the whole of it`(
    _ columns: Int, _ rows: Int, _ isInline: Bool
  ) {
    let stage = open(.newPassword(), columns, rows)
    #expect(stage.isInline == isInline)
    #expect(stage.frame.isInline == isInline)
    stage.resize(columns: 80, rows: 24)
    #expect(stage.frame.isInline)
  }

  @Test func `K4 what shows a secret, an offer and the page of keys are on the whole window`() {
    let stage = open(.newPassword(), 80, 24)
    stage.type("abc")
    for (keys, isInline) in [
      ("^R", false), ("d", false), ("^R", true), ("F1", false), ("Esc", true), ("^L", true),
    ] {
      stage.play(keys)
      #expect(stage.frame.isInline == isInline, "\(keys)")
      #expect(!stage.frame.isInline || !stage.frame.hasSecrets, "\(keys)")
    }
  }

  @Test func `K4 a reveal from the start, and peeking, are on the whole window`() {
    var (shown, peeking) = (Self.ask, Self.ask)
    (shown.reveal, peeking.isPeeking) = (.always, true)
    var stage = open(shown, 80, 24)
    #expect(!stage.frame.isInline)
    stage.play("a ^R")
    #expect(stage.frame.isInline)
    stage = open(peeking, 80, 24)
    stage.type("a")
    #expect(!stage.frame.isInline)
  }

  @Test func `K2 every picture is drawn from the last one as it would be drawn anew`() {
    for (columns, rows) in [(80, 24), (40, 24)] {
      let stage = open(.newPassword(), columns, rows)
      _ = stage.frame
      for keys in [
        "monkey12", "wait 1s", "Tab", "m", "o wait 1s", "S-Tab", "Backspace", "C wait 1s", "Enter", "Tab Tab",
      ] {
        stage.play(keys)
        let frame = stage.frame
        // A page of keys in between makes the next picture a whole one.
        stage.play("F1")
        _ = stage.frame
        stage.play("F1")
        let whole = stage.frame
        #expect(frame.rows == whole.rows, "\(keys)")
      }
    }
  }
}
