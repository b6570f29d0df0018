internal import WatchwordBase

/// What the words of a prompt ask for, in English and in the language of the process.
enum PromptWords {
  /// Whether a prompt asks for a key to be pressed, and for nothing to be typed, as "Press Enter to continue" does. The
  /// name of a key alone decides nothing: "Enter OTP".
  static func asksForKey(_ line: PromptLine, in texts: Texts = .ofProcess) -> Bool {
    func list(_ words: (Texts) -> String) -> [Substring] {
      [Texts.english, texts].flatMap { words($0).split(separator: " ") }
    }
    let press = list(press)
    return line.has(press) && line.has(list(keys)) && !line.has(list(secrets) + list(typing))
      && !line.firstFollows(list(or), of: press)
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

/// Chinese and Japanese have no blanks: their words may stand anywhere in the line.
extension PromptLine {
  /// Whether one of the words or sequences of words in `list` occurs.
  fileprivate func has(_ list: [Substring]) -> Bool {
    list.contains { entry in
      if entry.first?.hasNoBlanks == true { return contains(String(entry)) }
      let parts = entry.split(separator: "-")
      guard parts.count == 1 else {
        return words.indices.contains { start in
          parts.enumerated().allSatisfy {
            start + $0.offset < words.count && isWord(start + $0.offset, $0.element)
          }
        }
      }
      return words.indices.contains { index in
        isWord(index, entry) || isWord(index, entry + "s") || entry.count > 6 && isWord(index, endsIn: entry)
      }
    }
  }

  /// Whether the first of the words in `list` stands directly behind one of those in `others`.
  fileprivate func firstFollows(_ others: [Substring], of list: [Substring]) -> Bool {
    guard let first = words.indices.first(where: { index in list.contains { isWord(index, $0) } }), first > 0
    else { return false }
    return others.contains { isWord(first - 1, $0) }
  }
}

extension Unicode.Scalar {
  /// Whether the character is part of a word between blanks, and not of a script of East Asia.
  var isInWord: Bool {
    properties.isAlphabetic && value < 0x2E80 || properties.generalCategory == .nonspacingMark
  }
}

extension Character {
  /// Whether the character is from a script of East Asia.
  fileprivate var hasNoBlanks: Bool { unicodeScalars.first.map { $0.value >= 0x2E80 } ?? false }
}
