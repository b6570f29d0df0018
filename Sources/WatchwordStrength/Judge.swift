/// What a policy asks for its verdict on a text: a meter, lists of refused words, and the words of the person and the
/// place.
///
/// It need not be `Sendable`: its lists may still be read. One session uses it, on one thread.
package struct Judge {
  package var meter: any Meter
  /// The lists that a text must not be in, as a whole, where the policy says so.
  package var blocklists: [any WordList]
  /// The words of the person and the place. They count against a text with the meter, and are a blocklist too.
  package var context: ContextWords

  /// The list of leaked passwords, which a text must not be in where the policy says so.
  package var leaks: (any LeakList)?

  package init(
    meter: any Meter = LengthMeter(), blocklists: [any WordList] = [], context: ContextWords = ContextWords(),
    leaks: (any LeakList)? = nil
  ) {
    self.meter = meter
    self.blocklists = blocklists
    self.context = context
    self.leaks = leaks
  }

  /// Whether a list could not be read to its end. Then nobody can say that a text is in none.
  var lacksWords: Bool { blocklists.contains(where: \.lacksWords) }

  /// Reads what is left of the lists. Answers whether anything was.
  package func finishLists() -> Bool {
    blocklists.reduce(false) { $1.finish() || $0 }
  }

  /// Whether `text` as a whole is in one of the lists. Case is ignored.
  func isListed(_ text: UTF8Span) -> Bool {
    context.contains(text) || blocklists.contains { $0.contains(text, knowing: context) }
  }
}
