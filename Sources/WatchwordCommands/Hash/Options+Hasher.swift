internal import WatchwordOptions
internal import WatchwordSystem

extension Options {
  /// Allocates the memory for a password's hash; `nil` if no hash is asked for.
  func makeHasher() throws(ProgramError) -> PasswordHasher? {
    guard let method = hashMethod else { return nil }
    do throws(AnswerError) {
      return try PasswordHasher(method, cost: hashCost ?? method.standardCost, locking: locking)
    } catch .memory(let error) {
      throw .memory(error)
    } catch {
      throw .unhashed(error, .usage)
    }
  }
}

extension ProgramError {
  static func unhashed(_ reason: some CustomStringConvertible, _ status: ExitStatus = .unwritten)
    -> ProgramError
  {
    .text("cannot hash the password: {reason}", ["reason": "\(reason)"], status: status)
  }
}
