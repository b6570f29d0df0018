extension JudgementOptions {
  /// Takes in `option`, one of those about the judgement, with its argument `value`.
  mutating func apply(_ option: Option, _ value: String) throws(UsageError) {
    switch option {
    case .policy: policy = try option.choice(value)
    case .normalize: normalization = try option.choice(value)
    case .meter: meter = try option.choice(value)
    case .strengthScale: scale = try option.scale(value)
    case .minStrength: minimumLevel = try option.choice(value)
    case .dictionary: dictionary = .file(value)
    case .noDictionary: dictionary = .none
    case .blocklist: blocklists.append(value)
    case .word: words.append(try option.word(value))
    default: break
    }
  }
}
