internal import Watchword
internal import WatchwordCurses
internal import WatchwordForms
internal import WatchwordStrength
internal import WatchwordSystem

/// A value of an option that is one of a few words.
protocol Choice: CaseIterable {
  /// The word on the command line.
  var word: String { get }
}

extension Choice {
  /// The value whose word is `word`.
  init?(word: String) {
    guard let value = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = value
  }

  /// All words, as in "auto, always or never".
  static var choices: String { allCases.map(\.word).joined(lastBefore: "or") }
}

extension [String] {
  /// The texts as a part of a sentence, as in "auto, always or never".
  func joined(lastBefore word: String) -> String {
    guard let last, count > 1 else { return joined() }
    return dropLast().joined(separator: ", ") + " \(word) " + last
  }
}

extension Choice where Self: RawRepresentable<String> {
  var word: String { rawValue }
}

extension AnswerFormat.Kind: Choice {}

extension Presentation.Glyphs: Choice {}

extension ColorChoice: Choice {}

extension NewPasswordForm.Reveal: Choice {}

extension TextField.Kind: Choice {}

extension Verifier.Input: Choice {}

extension StandardPolicy: Choice {
  /// The policies that have a blocklist, as in "nist, nist-mfa or owasp".
  static var listing: String {
    allCases.filter { $0.policy().hasBlocklist }.map(\.word).joined(lastBefore: "or")
  }
}

extension Policy.Normalization: Choice {}

extension JudgeConfiguration.MeterKind: Choice {}

extension Level: Choice {
  var word: String { name }
}
