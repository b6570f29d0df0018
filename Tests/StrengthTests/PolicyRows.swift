import Testing
import WatchwordStrength

private let empty = "Enter your password."
private let requirements = "Your password must meet the requirements below."
private let listErrors = [
  empty, "Enter a password without control characters.", "A list of refused passwords cannot be read.",
  requirements, "This password is commonly used: choose another one.",
]
private let printable = ##" !"#$%&'()*+,-./:;<=>?@[\]^_`{|}~09AZaz"##
private let welcome = "(spaces are welcome)", unlisted = "not a commonly used password"
private let classes = [
  "uppercase letter (A-Z)", "lowercase letter (a-z)", "digit (0-9)", "special character (e.g. !@#$%^)",
]

private func x(_ count: Int) -> String { String(repeating: "x", count: count) }

/// What is expected of a standard policy without its least level, with which short texts show everything else.
struct PolicyRow: CustomTestStringConvertible, Sendable {
  var name: StandardPolicy
  /// The allowed number of characters.
  var range: ClosedRange<Int>
  /// The panel, and a letter for each criterion: L length, S no spaces, W spaces welcome, A upper, a lower or any, 0
  /// digit, $ special, U unlisted.
  var labels: [String]
  var letters: String
  /// The errors of its rules.
  var errors: [String]
  /// A text, the criteria it meets (`nil` if not checked), and the first rule that fails.
  var texts: [(text: String, met: String?, failure: Int?)]
  var testDescription: String { name.rawValue }

  static let all = [
    PolicyRow(
      name: .classic, range: 8...32, labels: ["8-32 characters", "(no spaces)"] + classes,
      letters: "LSAa0$",
      errors: [empty, requirements],
      texts: [
        ("", "", 0), ("a", "Sa", 1), ("Abcdef1", "SAa0", 1), ("Abcdefg1", "LSAa0", nil),
        ("abcdefgh", "LSa", 1),
        ("abcdefg1", "LSa0", 1), ("ABCDEFG1", "LSA0", 1), ("ABCDEF1$", "LSA0$", nil),
        ("abcdef1$", "LSa0$", nil),
        ("Abcdefg$", "LSAa$", nil), ("Abcdef1$", "LSAa0$", nil), ("12345678", "LS0", 1),
        ("........", "LS$", 1),
        ("Abcdef 1", "LAa0", 1), ("Abcdef\t1", "LAa0", 1), ("Abcdefg1%", "LSAa0$", nil),
        ("%%%%%%%%", "LS$", 1),
        ("%", "S$", 1), ("Äbcdefg1", "LSa0", 1), ("Äbcdef1€", "LSa0$", nil), ("A\u{301}bcdefg1", "LSa0", 1),
        ("ＡＢＣ１２３ａｂ", "LS", 1), ("٣٤٥٦٧٨٩٠", "LS", 1), ("Abcdef1\u{7F}", "LSAa0", nil),
        ("Abcdef1🙂", "LSAa0$", nil),
      ]),
    PolicyRow(
      name: .account, range: 8...Int.max, labels: ["8 characters or more"] + classes, letters: "LAa0$",
      errors: [
        empty, "The password must have at least 8 characters.",
        "The password must contain numbers, uppercase, lowercase and special characters.",
      ],
      texts: [
        ("", "", 0), ("12345678", "L0", 2), ("A", "A", 1), ("a", "a", 1), ("1", "0", 1), ("&", "$", 1),
        ("Abcde1!", nil, 1), ("Åbcde1!", nil, 1), ("Abcdef1!", nil, nil), ("Abcdef1! with spaces", nil, nil),
        (String(repeating: "Aa1!", count: 250), nil, nil), ("abcdef1!", nil, 2), ("ABCDEF1!", nil, 2),
        ("Abcdefg!", nil, 2), ("Abcdefg1", nil, 2), ("Äbcdef1!", nil, 2), ("Abcdef١!", nil, 2),
        ("Abcdef1é", nil, 2), ("Abcdef1½", nil, 2), ("Abcdef1@", nil, nil), ("Abcdef1#", nil, nil),
        ("Abcdef1$", nil, nil), ("Abcdef1&", nil, nil), ("Abcdef1*", nil, nil), ("Abcdef1.", nil, nil),
        ("Abcdef1€", nil, nil),
      ]),
    PolicyRow(
      name: .nist, range: 15...Int.max, labels: ["15 characters or more", welcome, unlisted],
      letters: "LWU", errors: listErrors,
      texts: [
        ("", "", 0), ("a", "WU", 3), ("14 characters.", "WU", 3), ("15 characters..", "LWU", nil),
        ("aaaaaaaaaaaaaaa", "LWU", nil), ("passwordpassword", "LW", 4), ("password", "W", 3),
        ("               ", "LWU", nil), ("correct horse battery", "LWU", nil),
        ("漢字仮名交じり文の長い合言葉だ", "LWU", nil),
        ("👍👍👍👍👍👍👍👍👍👍👍👍👍👍", "WU", 3), ("👍👍👍👍👍👍👍👍👍👍👍👍👍👍👍", "LWU", nil),
        ("twelve chars\u{301}\u{301}\u{301}", "LWU", nil), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "WU", 3),
        ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦a", "LWU", nil), (String(repeating: "long ", count: 800), "LWU", nil),
        ("a tab\tand some more", "LWU", 1), ("\u{7F}", "WU", 1), ("fifteen and NEL \u{85}", "LWU", 1),
        ("fifteen and NUL \0", "LWU", 1), ("a space without break\u{A0}", "LWU", nil),
      ]),
    PolicyRow(
      name: .nistMFA, range: 8...Int.max, labels: ["8 characters or more", welcome, unlisted],
      letters: "LWU", errors: listErrors,
      texts: [
        ("", "", 0), ("1234567", "WU", 3), ("12345678", "LWU", nil), ("password", "LW", 4),
        ("Passwords", "LWU", nil), ("pass word", "LWU", nil), ("👨‍👩‍👧‍👦a", "LWU", nil), ("👨‍👩‍👧‍👦", "WU", 3),
        ("éééééééé", "LWU", nil), ("e\u{301}e\u{301}e\u{301}e\u{301}", "LWU", nil), ("eight\t..", "LWU", 1),
      ]),
    PolicyRow(
      name: .owasp, range: 8...Int.max, labels: ["8 characters or more", welcome, unlisted],
      letters: "LWU", errors: listErrors,
      texts: [
        ("", "", 0), ("1234567", "WU", 3), ("12345678", "LWU", nil), ("password", "LW", 4),
        ("password1", "LWU", nil), ("        ", "LWU", nil), ("aaaaaaaa", "LWU", nil),
        ("ÄÖÜäöüßẞ", "LWU", nil),
        ("👍👍👍👍👍👍👍", "WU", 3), ("👍👍👍👍👍👍👍👍", "LWU", nil), ("👨‍👩‍👧‍👦", "WU", 3), ("👨‍👩‍👧‍👦👍", "LWU", nil),
        (String(repeating: "x", count: 4096), "LWU", nil), ("controls\u{1B}", "LWU", 1),
        ("controls\u{9C}", "LWU", 1), ("e\u{301}e\u{301}e\u{301}e\u{301}", "LWU", nil),
      ]),
    PolicyRow(
      name: .login, range: 8...Int.max, labels: ["8 characters or more", welcome, unlisted],
      letters: "LWU", errors: listErrors,
      texts: [("", "", 0), ("1234567", "WU", 3), ("pass word", "LWU", nil), ("password", "LW", 4)]),
    PolicyRow(
      name: .pin, range: 4...12, labels: ["4-12 digits", "only digits (0-9)"], letters: "L0",
      errors: [empty, requirements],
      texts: [
        ("", "", 0), ("123", nil, 1), ("1234", nil, nil), ("000000000000", nil, nil),
        ("1234567890123", nil, 1), ("123a", nil, 1), ("12 34", nil, 1), ("١٢٣٤", nil, 1),
        ("1234\u{301}", nil, 1),
      ]),
    PolicyRow(
      name: .wpa2, range: 8...63, labels: ["8-63 characters", "only ASCII characters"], letters: "LU",
      errors: [empty, requirements],
      texts: [
        (x(7), nil, 1), (x(8), nil, nil), (x(63), nil, nil), (x(64), nil, 1), (x(200), nil, 1),
        (printable, nil, nil), ("long enough é here", nil, 1), ("long enough \t here", nil, 1),
        ("long enough \u{7F} here", nil, 1), ("long enough\u{A0}here", nil, 1),
      ]),
    PolicyRow(
      name: .luks, range: 12...Int.max,
      labels: ["12 characters or more", "only ASCII (the keyboard may be US at boot)"], letters: "LU",
      errors: [empty, requirements],
      texts: [
        (x(11), nil, 1), (x(12), nil, nil), (x(63), nil, nil), (x(64), nil, nil), (x(200), nil, nil),
        (printable, nil, nil), ("long enough é here", nil, 1), ("long enough \t here", nil, 1),
        ("long enough \u{7F} here", nil, 1), ("long enough\u{A0}here", nil, 1),
      ]),
    PolicyRow(
      name: .pci, range: 12...Int.max,
      labels: ["12 characters or more", welcome, "digit (0-9)", "letter of any alphabet"], letters: "LW0a",
      errors: [empty, "Enter a password without control characters.", requirements],
      texts: [
        ("", "", 0), ("elevenchar1", "W0a", 2), ("twelve chars", "LWa", 2), ("twelve char1", "LW0a", nil),
        ("TWELVE CHAR1", "LW0a", nil), ("123456789012", "LW0", 2), ("1234567890.é", "LW0a", nil),
        ("пароль 12345", "LW0a", nil), ("漢1234567890.", "LW0a", nil), ("12345678901😀", "LW0", 2),
        ("1234567890e\u{301}", "LW0a", nil), ("abcdefghijk٣", "LWa", 2), ("twelve\tchar1", "LW0a", 1),
      ]),
    PolicyRow(
      name: .bsi, range: 8...Int.max,
      labels: ["8 characters or more"] + classes.prefix(3) + [
        "special character or space", "25 characters or more: 2 are enough",
      ], letters: "LAa0$l", errors: [empty, requirements],
      texts: [
        ("aB3#", nil, 1), ("aB3#aB3#", nil, nil), ("aB3 aB3 ", nil, nil), ("aB3aB3aB", nil, 1),
        ("only lower case 24 chars", nil, 1), ("only lower case of 25 cha", nil, nil),
        ("onlylowercasecharacterssx", nil, 1), ("onlylowercaseandUpper25ch", nil, nil),
        ("7777777777777777777777777", nil, 1),
      ]),
  ]
}
