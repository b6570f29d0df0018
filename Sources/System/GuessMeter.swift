internal import CSystem
internal import CZxcvbn
internal import Glibc
public import Secrets
public import Strength

/// The level by the number of guesses that somebody needs who tries words, names, dates, walks over the keys and the
/// like first, as libzxcvbn estimates it (Wheeler, "zxcvbn", USENIX Security 2016).
///
/// What the library would count too high or think about too long is left out, see ``GuessableText``, so that an
/// estimate takes less than half a millisecond. Letters beyond ASCII count as any of a set of a hundred; the
/// library knows neither words nor sequences of them.
///
/// It is a class, as the owner of the memory that the library reads. One thread at a time uses it.
@safe
public final class GuessMeter: Meter {
  private var memory: SecretBuffer
  private let plainLocale: locale_t?

  /// Makes a meter.
  ///
  /// - Throws: An error of ``SecretBuffer`` where there is no memory for the text.
  public init(locking: SecretBuffer.Locking = .required) throws(SecretError) {
    memory = try SecretBuffer(capacity: GuessableText.memorySize, locking: locking)
    unsafe plainLocale = newlocale(1 << LC_CTYPE, "C", nil)
  }

  deinit {
    if let locale = unsafe plainLocale { unsafe freelocale(locale) }
  }

  /// Makes an estimate of no use, in which the pages of the dictionaries come into memory: up to half a millisecond
  /// that the first one does not take then.
  public func warmUp() { _ = guesses(for: "trustno1 qazwsx 1990".utf8Span, context: ContextWords()) }

  /// The level by the number of guesses, and why it is no higher.
  public func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    let guesses = guesses(for: text, context: context)
    let level = Level(bits: guesses.bits)
    return Estimate(level: level, bits: guesses.bits, reasons: level < .strongest ? guesses.reasons : [])
  }

  /// What the library says about `text`.
  func guesses(for text: UTF8Span, foldingCase: Bool = false, context: ContextWords) -> Guesses {
    var guesses = Guesses()
    // While it works, the library has the text backwards in a block of the heap, which a deadly signal would leave there.
    let signals = ww_deadly_hold()
    defer { ww_deadly_release(signals) }
    unsafe memory.withFreeCapacity { memory in
      var text = unsafe GuessableText(text, in: memory, foldingCase: foldingCase)
      guard text.count > 0 else { return 0 }
      let locale = unsafe uselocale(plainLocale)
      guesses = Guesses(for: text, context: context)
      if let count = text.keepPeriod() {
        guesses.take(Guesses(for: text, context: context), repeatedInWays: count)
      }
      unsafe uselocale(locale)
      return 0
    }
    StackScratch.scrub()
    return guesses
  }
}

/// One thread at a time writes to its memory.
@available(*, unavailable)
extension GuessMeter: Sendable {}
