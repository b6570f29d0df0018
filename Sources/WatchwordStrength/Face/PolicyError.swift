internal import WatchwordMessages

/// Why a policy cannot be made. The description is one line without a full stop.
@nonexhaustive
public enum PolicyError: Error, Equatable, Sendable {
  /// The policy is not as it has to be.
  case invalidPolicy(reason: String)
  /// A list of words or of leaked passwords cannot be read.
  case unreadableList(path: String, reason: String)
}

extension PolicyError: CustomStringConvertible {
  /// The error as one line.
  public var description: String {
    switch self {
    case .invalidPolicy(let reason): reason
    case .unreadableList(let path, let reason):
      text("the list {path} cannot be read: {reason}", ["path": path, "reason": reason])
    }
  }
}
