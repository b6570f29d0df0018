internal import WatchwordBase

/// What the words of a prompt ask for, in English and in the language of the process.
enum PromptWords {
  /// Whether a prompt asks for a key to be pressed, and for nothing to be typed, as "Press Enter to continue" does. The
  /// name of a key alone decides nothing: "Enter OTP".
  static func asksForKey(_ prompt: String, in texts: Texts = .ofProcess) -> Bool {
    let prompt = Prompt(prompt)
    func list(_ words: (Texts) -> String) -> [Substring] {
      [Texts.english, texts].flatMap { words($0).split(separator: " ") }
    }
    let press = list(press)
    return prompt.has(press) && prompt.has(list(keys)) && !prompt.has(list(secrets) + list(typing))
      && !prompt.firstFollows(list(or), of: press)
  }

  private static func press(_ texts: Texts) -> String {
    // translators: What programs say for pressing a key, as in "Press Enter to continue": whole words in lower case
    // with blanks between, in all forms that such a line may have. A plural in -s need not be named.
    texts("press hit strike")
  }

  private static func keys(_ texts: Texts) -> String {
    // translators: The keys that programs name in such a line; written as "press hit strike".
    texts("key enter return space spacebar")
  }

  private static func secrets(_ texts: Texts) -> String {
    // translators: What programs call a secret; written as "press hit strike". Words with "-" between have to follow
    // one another. A longer word that ends with one of seven or more letters counts as well.
    texts("password passwd passphrase passcode pin code token otp secret api-key private-key master-key")
  }

  private static func typing(_ texts: Texts) -> String {
    // translators: What else tells that something is to be typed, although the line names a key, too: "Type the name
    // and press Enter"; written as "password passwd".
    texts("type paste input enter-a enter-the enter-your")
  }

  private static func or(_ texts: Texts) -> String {
    // translators: The word before "press" in "Name (or press Enter to skip)".
    texts("or")
  }
}

/// A prompt as words. Chinese and Japanese have no blanks: their words may stand anywhere in the text.
private struct Prompt {
  private let text: String
  private let words: [Substring]

  init(_ prompt: String) {
    text = prompt.lowercased()
    words = text.split { !$0.isLetter || $0.hasNoBlanks }
  }

  /// Whether one of the words or sequences of words in `list` occurs.
  func has(_ list: [Substring]) -> Bool {
    list.contains { entry in
      if entry.first?.hasNoBlanks == true { return text.contains(entry) }
      let parts = entry.split(separator: "-")
      guard parts.count == 1 else { return words.indices.contains { words[$0...].starts(with: parts) } }
      return words.contains { $0 == entry || $0 == entry + "s" || entry.count > 6 && $0.hasSuffix(entry) }
    }
  }

  /// Whether the first of the words in `list` stands directly behind one of those in `others`.
  func firstFollows(_ others: [Substring], of list: [Substring]) -> Bool {
    words.prefix { !list.contains($0) }.last.map(others.contains) ?? false
  }
}

extension Character {
  /// Whether it is from a script of East Asia.
  fileprivate var hasNoBlanks: Bool { unicodeScalars.first.map { $0.value >= 0x2E80 } ?? false }
}
