package import WatchwordStrength
internal import WatchwordSystem

extension ContextWords {
  package static var ofProcess: ContextWords {
    var words = ContextWords()
    if let login = ProcessNames.login { words.add(login) }
    if let host = ProcessNames.host { words.add(host, from: .service) }
    return words
  }
}

extension JudgeConfiguration {
  /// A judge by guesses, without word lists, for who this process is and where.
  package init() { self.init(nil, context: .ofProcess) }
}
