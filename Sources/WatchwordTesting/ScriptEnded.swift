/// The error of a form that waits for a key after its script has ended.
public struct ScriptEnded: Error, CustomStringConvertible {
  /// What the screen shows.
  public let screen: [String]

  /// The error and the screen.
  public var description: String {
    "the script ended before the form did, and the screen showed:\n\(screen.joined(separator: "\n"))"
  }
}
