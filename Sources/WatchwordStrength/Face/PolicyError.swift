internal import WatchwordBase

/// Why a policy cannot be made or used. The description is one line without a full stop.
@nonexhaustive
public enum PolicyError: Error, Equatable, Sendable {
  /// The policy is invalid.
  case invalidPolicy(reason: String)
  /// A list of words or of leaked passwords cannot be read.
  case unreadableList(path: String, reason: String)
  /// There is no memory to judge a password in.
  case noMemory
}

extension PolicyError: CustomStringConvertible {
  /// The error as one line.
  public var description: String {
    switch self {
    case .invalidPolicy(let reason): reason
    case .unreadableList(let path, let reason):
      text("the list {path} cannot be read: {reason}", ["path": path, "reason": reason])
    case .noMemory: text("there is no memory to judge a password in")
    }
  }
}
