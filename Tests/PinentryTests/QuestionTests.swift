import Testing
import Watchword

@testable import WatchwordOptions
@testable import WatchwordServices

/// The form of a question, made from the agent's commands.
@Suite struct QuestionTests {
  /// The form of a question after `lines`, each a command or an option.
  private func form(_ lines: [String], hasOneButton: Bool = false) throws -> FormDescription {
    var request = PinentryRequest()
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      let value = words.count > 1 ? words[1] : ""
      let isTaken =
        words[0].contains("-")
        ? request.setOption(words[0], value.utf8) : request.set(words[0], value.utf8)
      #expect(isTaken, "\(line)")
    }
    let dialogs = TerminalDialogs()
    return try dialogs.options().form(for: dialogs.question(request, hasOneButton: hasOneButton))
  }

  private static let rows: [(lines: [String], hasOneButton: Bool, buttons: [FormButton])] = [
    ([], false, [FormButton("OK"), FormButton("Cancel", effect: .cancel)]),
    ([], true, [FormButton("OK")]),
    (
      ["SETNOTOK _No"], false,
      [FormButton("OK"), FormButton("No", accelerator: "n"), FormButton("Cancel", effect: .cancel)]
    ),
    (["SETNOTOK _No"], true, [FormButton("OK")]),
    (
      ["default-ok _OK", "default-cancel _Cancel"], false,
      [FormButton("OK", accelerator: "o"), FormButton("Cancel", accelerator: "c", effect: .cancel)]
    ),
    (
      ["default-ok _OK", "default-cancel _Cancel", "SETOK Take _this__one", "SETCANCEL Back"], false,
      [FormButton("Take this_one", accelerator: "t"), FormButton("Back", effect: .cancel)]
    ),
    (
      ["default-ok _OK", "SETOK", "SETNOTOK", "SETCANCEL"], false,
      [FormButton("OK", accelerator: "o"), FormButton("Cancel", effect: .cancel)]
    ),
    (["default-ok _OK", "SETOK _Ja"], true, [FormButton("Ja", accelerator: "j")]),
  ]

  @Test(arguments: rows.indices)
  func `G2 a question has the buttons that the agent names, or its defaults`(_ index: Int) throws {
    let row = Self.rows[index]
    #expect(try form(row.lines, hasOneButton: row.hasOneButton).buttons == row.buttons)
  }

  @Test func `G2 a question shows title, description and error, and has the agent's time limit`() throws {
    let form = try form(["SETTITLE Title", "SETDESC One%0Atwo", "SETERROR Wrong", "SETTIMEOUT 7"])
    #expect(form.title == "Title" && form.text == "One\ntwo" && form.alert == "Wrong")
    #expect(form.timeLimit == .seconds(7) && !form.endsWithAnyKey)
    #expect(try self.form([]).timeLimit == nil)
  }
}
