public import Strength

/// The dictionaries of a ``GuessMeter`` as a list of common passwords.
///
/// The library does not tell of a word of its dictionaries that is easier to guess in another way, such as 1234567, and
/// has no password that is a word with little more, such as P@ssw0rd1. So a text that is made of such parts and takes
/// at most 3,000 guesses counts as listed too.
public struct GuessDictionaries: WordList {
  private let meter: GuessMeter

  /// Makes the list of the dictionaries of `meter`.
  public init(_ meter: GuessMeter) { self.meter = meter }

  /// Whether `text` as a whole, but for repetitions, is a word of the dictionaries or as common. Case is ignored.
  public func contains(_ text: UTF8Span) -> Bool { contains(text, knowing: ContextWords()) }

  /// Whether `text` as a whole, but for repetitions, is a word of the dictionaries or as common, also for somebody who
  /// tries the words of `context` first. Case is ignored.
  public func contains(_ text: UTF8Span, knowing context: ContextWords) -> Bool {
    meter.guesses(for: text, foldingCase: true, context: context).isListed
  }
}
