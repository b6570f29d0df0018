public import FoundationEssentials
public import Watchword
public import WatchwordHashes
public import WatchwordStrength

extension WatchwordError: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension PasswordForm.Cancellation: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension PasswordForm.SecondaryPress: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension PasswordHash.Failure: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}

extension PolicyError: LocalizedError {
  /// The same as `description`.
  public var errorDescription: String? { description }
}
