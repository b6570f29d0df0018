import TestSupport
import Testing

/// The script players find what a script says and is not so.
@Suite struct PlayerTests {
  private static let command = """
    a command
      $ printf 'one\\ntwo\\nthree\\n'; echo x >&2; exit 3
      > one
      >^ t
      > ...
      2>~ x
      = 3
    """
  private static let form = """
    a form
      $ watchword sign-in --value email=a@b.example
      ab^C ^R | on Password, 2 holds ab^C, not •, "ab^C", keep it
      Tab Tab  |
      ^G       | beep
      Esc      |
      = 1
    """

  private func play(_ text: String) throws {
    for script in try Script.all(of: text, path: "Tests/Scripts/none.txt") {
      try script.play { $0.completion }
    }
  }

  private static let forms = """
    two forms, one after the other [on a terminal]
      $ stty -echo; exec >/dev/tty; printf 'form a'; read x; printf '\\r\\033[K'; sleep 0.2; printf 'form b'; read x
        | form a
      Enter | form, not form a, keep it
        | form b, as it
    """

  @Test(arguments: [command, form, forms]) func `a script that is right passes`(text: String) throws {
    try play(text)
  }

  @Test(arguments: [
    ("> one", "> on"), (">^ t", "> t"), (">^ t", ">^ w"), ("  > ...\n", ""), ("2>~ x", "2>~ y"),
    ("= 3", "= 0"),
    ("  2>~ x\n", ""), ("> one", "> two\n  > one"), (">^ t", ">! thr"), (">^ t", ">/ t.o."),
  ])
  func `what a command does not do is found`(right: String, wrong: String) {
    expectFailure(Self.command.replacing(right, with: wrong))
  }

  @Test(arguments: [
    ("on Password", "on Email"), ("2 holds ab^C", "2 holds ab"), ("not •", "•"), ("not •", "not ab"),
    ("beep\n", "\n"),
    ("Esc      |\n", "\n"), ("keep it", "as it"), ("= 1", "= 0"), ("not •", "cursor 0 0"),
    ("not •", "error ab"),
    ("not •", "2 rows with ab^C"), ("not •", "row Email ab"), ("not •", "/ab{3}/"), ("= 1", "> x"),
    ("not •", "beeps 2"), ("Esc      |\n", "Esc |\n  x |\n"), ("Esc      |\n", "Esc | nowhere\n"),
  ])
  func `what a form does not do is found`(right: String, wrong: String) {
    expectFailure(Self.form.replacing(right, with: wrong))
  }

  private func expectFailure(_ text: String) {
    withKnownIssue { try play(text) }
  }
}
