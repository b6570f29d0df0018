/// What a policy needs for its verdict: a meter, lists of refused words, and the words of the user and the machine.
///
/// It need not be `Sendable`, because its lists may still be read. One session uses it, on one thread.
package struct Judge {
  package var meter: any Meter
  /// The meter of guesses, which serves as the meter, as a blocklist or as both. It keeps its answers about a text
  /// while the text is judged. `nil` for a judge without memory of its own.
  package internal(set) var guesses: GuessMeter?
  /// The lists that a whole text must not be in, if the policy says so.
  package var blocklists: [any WordList]
  /// The words of the user and the machine. They count against a text with the meter, and are a blocklist too.
  package var context: ContextWords

  /// The list of leaked passwords, which a text must not be in if the policy says so.
  package var leaks: (any LeakList)?

  package init(
    meter: any Meter = LengthMeter(), blocklists: [any WordList] = [], context: ContextWords = ContextWords(),
    leaks: (any LeakList)? = nil
  ) {
    (self.meter, self.blocklists, self.context, self.leaks) = (meter, blocklists, context, leaks)
  }

  /// Whether a list could not be read to its end. Then no text is certainly absent from it.
  var lacksWords: Bool { blocklists.contains(where: \.lacksWords) }

  /// Reads the rest of the lists, or of those that were put off. Returns true if there was anything to read.
  package func finishLists(onlyPutOff: Bool = false) -> Bool {
    blocklists.reduce(false) { (!onlyPutOff || $1.isPutOff) && $1.finish() || $0 }
  }

  /// Whether `text` as a whole is in one of the lists, ignoring case.
  func isListed(_ text: UTF8Span) -> Bool {
    context.contains(text) || blocklists.contains { $0.contains(text, knowing: context) }
  }
}
