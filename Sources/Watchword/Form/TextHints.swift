import WatchwordBase
import WatchwordScreen

/// Hints that a secret text may not be the one that the user means. They refuse nothing.
struct TextHints: OptionSet, Sendable {
  let rawValue: UInt8

  /// Four letters or more, all of them capitals.
  static let capitals = TextHints(rawValue: 1)
  static let leadingSpace = TextHints(rawValue: 2)
  static let trailingSpace = TextHints(rawValue: 4)
  /// An ASCII character whose key differs between QWERTY, QWERTZ and AZERTY keyboards.
  static let movingKey = TextHints(rawValue: 8)
  /// A Latin letter or digit as wide as an ideograph, which an input method types that was left in its wide form.
  static let wide = TextHints(rawValue: 16)

  func sentences(_ texts: Texts) -> String {
    [
      contains(.capitals) ? texts("All capitals so far. Is Caps Lock on?") : nil,
      contains(.leadingSpace) ? texts("It begins with a space.") : nil,
      contains(.trailingSpace) ? texts("It ends with a space.") : nil,
      contains(.wide) ? texts("The letters are wide.") : nil,
      contains(.movingKey) ? texts("Some keys may be elsewhere on the keyboard at boot.") : nil,
    ].compactMap(\.self).joined(separator: " ")
  }
}

extension TextHints {
  init(of text: UTF8Span) {
    self = []
    var (capitals, smalls, count, last) = (0, 0, 0, Unicode.Scalar("-"))
    var scalars = text.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      if count == 0, scalar.isWhiteSpace { insert(.leadingSpace) }
      switch scalar {
      // The letters whose keys are the same on all three keyboards, and the space bar.
      case " ", "b"..."l", "n"..."p", "r"..."v", "x", "B"..."L", "N"..."P", "R"..."V", "X": break
      default: if scalar.isASCII { insert(.movingKey) }
      }
      // Unicode properties take long to look up, and this is done at each key.
      switch scalar {
      case "A"..."Z": capitals += 1
      case "a"..."z": smalls += 1
      case _ where scalar.isASCII: break
      default:
        // Signs are left out: those of Chinese and Japanese are wide.
        switch scalar {
        case "０"..."９", "Ａ"..."Ｚ", "ａ"..."ｚ": insert(.wide)
        default: break
        }
        capitals += scalar.properties.isUppercase ? 1 : 0
        smalls += scalar.properties.isLowercase ? 1 : 0
      }
      (count, last) = (count + 1, scalar)
    }
    if last.isWhiteSpace { insert(.trailingSpace) }
    if capitals >= 4, smalls == 0 { insert(.capitals) }
  }
}

extension FormState {
  /// When the hints that wait for a pause are shown; `nil` if none waits.
  var hintsDue: Instant? {
    guard let index = focusedField,
      !fields[index].possibleHints.isSubset(of: fields[index].hints.union(.movingKey))
    else { return nil }
    return lastInput?.advanced(by: StrengthRemarks.pause)
  }

  /// What is shown below field `index` if it has no error, from long to short; empty for nothing.
  func hint(of index: Int) -> [String] {
    if isCapsLocked, index == focusedField, fields[index].configuration.isSecure {
      return [texts("Caps Lock is on.")]
    }
    if index == newPasswordField, fields[index].isOffer {
      return [texts("Write it down or save it: it is not shown again."), texts("Write it down or save it.")]
    }
    let hints = fields[index].hints
    return hints.isEmpty ? [] : [hints.sentences(texts)]
  }
}

extension Form {
  /// Follows a change of the text in field `index`. A hint reveals something about the text, so a field that shows
  /// nothing of it has none.
  mutating func updateHints(of index: Int) {
    guard fields[index].sign == .reveal, fields[index].configuration.showsMask,
      fields[index].matchingField != index
    else { return }
    var possible = secrets.withText(of: index) { TextHints(of: $0) }
    // The policy refuses such spaces in its own words.
    if index == state.newPasswordField, state.configuration.policy.refusesSpaces(by: state.panel.verdict) {
      possible.subtract([.leadingSpace, .trailingSpace])
    }
    if index != state.newPasswordField || !state.configuration.policy.isTypedAtBoot {
      possible.remove(.movingKey)
    }
    fields[index].possibleHints = possible
    var hints = fields[index].hints.intersection(possible)
    if possible.contains(.movingKey), !state.saidMovingKey {
      hints.insert(.movingKey)
      state.saidMovingKey = true
    }
    if hints != fields[index].hints { fields[index].hints = hints }
  }

  /// Shows the hints that apply to field `index`, except ``TextHints/movingKey``, which is shown only once.
  mutating func showHints(of index: Int) {
    fields[index].hints.formUnion(fields[index].possibleHints.subtracting(.movingKey))
  }
}
