internal import Watchword
internal import WatchwordBase
package import WatchwordOptions
internal import WatchwordSecrets

/// Asks a question of yes or no.
package struct ConfirmCommand {
  private let options: Options

  package init(_ options: Options) { self.options = options }

  /// Asks, and returns the answer as a status.
  package func run() throws(ProgramError) -> ExitStatus {
    let form = options.makeDescription()
    if options.isValidating { return .accepted }
    var line: LineBehind?
    let outcome = try rethrow(
      try form.show(options.presentation, Advisers(), leaving: &line),
      as: { (failure: FormFailure) in ProgramError(WatchwordError(failure)) })
    line?.isSilent = options.isQuiet || options.leavesNothing
    switch consume outcome {
    case .accepted:
      line?.write(.answered(yes: true), label: options.question)
      return .accepted
    case .cancelled(let way):
      line?.write(way, of: form, label: options.question)
      return try way.status(onTerminalAt: options.presentation.devicePath)
    }
  }
}
