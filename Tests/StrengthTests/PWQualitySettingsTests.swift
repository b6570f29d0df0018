import CPWQuality
import TestSupport
import Testing

@testable import WatchwordStrength

/// How files like pwquality.conf are read.
@Suite struct PWQualitySettingsTests {
  private typealias Number = PWQualitySettings.Key

  private func read(_ text: String) throws -> PWQualitySettings {
    var settings = PWQualitySettings()
    try settings.read(Array(text.utf8), from: "p.conf")
    return settings
  }

  /// The error for a text that is refused.
  private func fault(_ text: String) -> String? {
    do throws(PWQualitySettings.Remark) {
      var settings = PWQualitySettings()
      try settings.read(Array(text.utf8), from: "p.conf")
      try settings.checkThatItCanBeMet()
      return nil
    } catch {
      return "\(error.place.path):\(error.place.line ?? 0): \(error.reason)"
    }
  }

  @Test(arguments: [
    "minlen=12", "  minlen = 12  ", "minlen 12", "MinLen\t=\t12\r", "minlen = 12 # least", "minlen=+12",
    "minlen= 0012",
    "minlen = 9\nminlen = 12", "# minlen = 9\n\n \t\r\nminlen = 12\r\nretry = 3\r\n", "minlen  \u{B} =12",
  ])
  func `H3 a setting is a name and a value, in any white space and before a comment`(_ text: String) throws {
    #expect(try read(text)[.minlen] == 12)
  }

  @Test func `H3 a setting that is not given is libpwquality's default`() throws {
    let settings = try read("# minlen = 12\n")
    #expect(settings == PWQualitySettings() && settings.isEmpty)
    #expect(
      settings[.minlen] == 8 && settings[.difok] == 1 && settings[.dictcheck] == 1
        && settings[.enforcing] == 1)
    #expect(settings[.usercheck] == 1 && settings[.usersubstr] == 0 && settings[.gecoscheck] == 0)
  }

  @Test(arguments: [
    ("minlen = 9\n\nminlength = 12", "p.conf:3: there is no setting 'minlength'"),
    ("minlen = twelve", "p.conf:1: 'minlen' takes a whole number"),
    ("MINLEN", "p.conf:1: 'minlen' takes a whole number"),
    ("minlen = 8 9", "p.conf:1: 'minlen' takes a whole number"),
    ("minlen == 8", "p.conf:1: 'minlen' takes a whole number"),
    ("minlen = 0x8", "p.conf:1: 'minlen' takes a whole number"),
    ("minlen = 8.0", "p.conf:1: 'minlen' takes a whole number"),
    ("minlen = 2147483647", "p.conf:1: 'minlen' takes a whole number"),
    ("minlen = -2147483648", "p.conf:1: 'minlen' takes a whole number"),
    ("retry = often", "p.conf:1: 'retry' takes a whole number"), ("= 8", "p.conf:1: there is no setting ''"),
    ("authtok_type = UNIX", "p.conf:1: there is no setting 'authtok_type'"),
    ("\n#" + String(repeating: "x", count: 1_022), "p.conf:2: the line has more than 1022 bytes"),
    ("minlen = 8\0", "p.conf:1: the line has a NUL"),
    ("minclass = 5", "p.conf:1: 'minclass' is 5, and there are 4 classes"),
    ("usersubstr = -1", "p.conf:1: 'usersubstr' takes no number below 0"),
    ("minlen = 4097", "p.conf:1: 'minlen' asks for more bytes than the 4096 of a password"),
    ("dcredit = -4000\nucredit = -97", "p.conf:1: 'dcredit' asks for more bytes than the 4096 of a password"),
  ])
  func `H3 a line that is wrong, or that no password can meet, is refused`(_ text: String, _ reason: String) {
    #expect(fault(text) == reason)
  }

  @Test(arguments: [
    "minlen = 4097\ndcredit = 1", "minclass = 4", "minlen = 4096", "enforce_for_root", "local_users_only = 7",
    "retry = 3", "#" + String(repeating: "x", count: 1_021), "badwords =", "dictpath",
    "minclass = 5\nminclass = 4",
  ]) func `H3 settings that can be met are taken, and so are those of the PAM module`(_ text: String) {
    #expect(fault(text) == nil)
  }

  @Test(arguments: [
    ("minlen = 5", "'minlen' is 6 here, the least that there is"),
    ("maxclassrepeat = 1", "'maxclassrepeat' has no effect below 2"),
    ("usersubstr = 3", "'usersubstr' has no effect below 4"),
    ("dictpath = /x", "'dictpath' has no effect: cracklib's dictionaries are not read"),
  ]) func `H3 a setting without effect is reported`(_ line: String, _ reason: String) throws {
    let remarks = try read("\n" + line).remarks
    #expect(remarks.map(\.reason) == [reason] && remarks.map(\.place.line) == [2])
    #expect(try read("minlen = 6\nmaxclassrepeat = 0\nusersubstr = 4\ndictpath =\nretry = 3").remarks.isEmpty)
  }

  @Test(arguments: [
    (["ucredit", "dcredit", "lcredit"], "dcredit"), (["ocredit", "lcredit", "ucredit"], "ucredit"),
    (["ocredit", "lcredit"], "lcredit"), (["ocredit", "ucredit", "lcredit", "dcredit"], "dcredit"),
  ]) func `H3 if settings ask for as much, the same one is named each time`(
    names: [String], named: String
  ) {
    let text = names.map { "\($0) = -3000" }.joined(separator: "\n")
    #expect(fault(text)?.contains(": '\(named)' ") == true)
  }

  @Test func `H3 libpwquality reads 5,000 files of chance as we do`() throws {
    var random = SeededGenerator()
    let parts = [
      "minlen", "DIFOK", "dcredit", "maxrepeat", "usersubstr", "badwords", "dictpath", "retry",
      "enforce_for_root", "min", " ", " ", "\t", "\r", "=", "=", " = ", "\n", "\n", "\n", "#", "7", "-3",
      "+4", "2147483647", "x", "ab cd", "\u{E4}",
    ]
    let file = try TemporaryFile()
    var taken = 0
    for _ in 0..<5_000 * soak {
      var text = ""
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        text += parts.randomElement(using: &random) ?? ""
      }
      try writeText(text, to: file.path)
      let library = PWQualityLibrary(path: file.path)
      var settings = PWQualitySettings()
      let isRead = (try? settings.read(Array(text.utf8), from: file.path)) != nil
      guard isRead == (library != nil) else {
        Issue.record("\(text.debugDescription) \(isRead), seed \(random.seed)")
        return
      }
      guard let library else { continue }
      taken += 1
      let same =
        library.number(PWQ_SETTING_MIN_LENGTH) == settings.minimumLength
        && library.number(PWQ_SETTING_DIFF_OK) == settings[.difok]
        && library.number(PWQ_SETTING_DIG_CREDIT) == settings[.dcredit]
        && library.number(PWQ_SETTING_MAX_REPEAT) == settings[.maxrepeat]
        && library.number(PWQ_SETTING_USER_SUBSTR) == settings[.usersubstr]
        && library.number(PWQ_SETTING_RETRY_TIMES) == settings[.retry]
        && PWQualityWords(.forbidden, in: (library.text(PWQ_SETTING_BAD_WORDS) ?? "").utf8)
          == settings.badWords
      guard same else {
        Issue.record("\(text.debugDescription), seed \(random.seed)")
        return
      }
    }
    #expect(taken > 500, "\(taken)")
  }
}
