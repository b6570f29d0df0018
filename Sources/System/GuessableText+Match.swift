internal import CZxcvbn
internal import Strength

extension GuessableText {
  /// Asks the library about the text, which is not empty.
  ///
  /// - Parameters:
  ///   - context: Words that count as the most likely ones.
  ///   - parts: Gets the parts that the text is made of, for `ZxcvbnFreeInfo`.
  /// - Returns: The binary logarithm of the number of guesses.
  func match(
    with context: ContextWords, _ parts: inout UnsafeMutablePointer<ZxcMatch_t>?
  ) -> Double {
    var words: [UInt8] = []
    var starts: [Int] = []
    for word in context.words {
      starts.append(words.count)
      for scalar in word.unicodeScalars { words.append(byte(for: scalar)) }
      words.append(0)
    }
    return unsafe words.withUnsafeBytes { words in
      var pointers: [UnsafePointer<CChar>?] = unsafe starts.map {
        unsafe words.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self)
      }
      unsafe pointers.append(nil)
      return unsafe withCString { unsafe ZxcvbnMatch($0, &pointers, &parts) }
    }
  }
}
