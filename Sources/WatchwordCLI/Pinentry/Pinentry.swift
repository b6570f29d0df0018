internal import WatchwordPinentry
internal import WatchwordSecrets
internal import WatchwordSystem

/// The program as a pinentry of gpg-agent.
enum Pinentry {
  private static let programName = "pinentry-watchword"

  /// The arguments of the pinentry, where the program was called by the name of one, or with that command; else `nil`.
  static func arguments(in arguments: [String]) -> [String]? {
    if arguments.first?.split(separator: "/").last ?? "" == programName {
      return Array(arguments.dropFirst())
    }
    return arguments.dropFirst().first == "pinentry" ? Array(arguments.dropFirst(2)) : nil
  }

  /// Serves the agent until it is done, or tells what `arguments` ask for.
  static func run(_ arguments: [String], _ descriptors: StandardDescriptors) throws(ProgramError)
    -> ExitStatus
  {
    let arguments = try PinentryArguments(arguments)
    if let text = text(arguments.found.map(\.parameter)) {
      try StandardOutput.deliver(descriptors, text.utf8Span.span)
      return .accepted
    }
    // The process lives on between the dialogs, with what libassuan keeps.
    try Protection.begin(.required)
    let server = PinentryServer(arguments.request, dialogs: TerminalDialogs(), version: version)
    return server.run() ? .accepted : .unwritten
  }

  private static func text(_ parameters: [PinentryArguments.Parameter]) -> String? {
    switch parameters.first(where: { [.help, .version].contains($0) }) {
    case .help:
      """
      Usage: \(programName) [OPTION]...
         or: watchword pinentry [OPTION]...

      Speaks with gpg-agent on standard input and standard output, and shows its
      dialogs on the terminal that gpg-agent names. Nobody else has to call it.

      Options:
      \(PinentryArguments.help)

      """
    case .version: "\(programName) \(version)\n"
    default: nil
    }
  }
}
