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
    var (line, ending) = (LineBehind?.none, Ending.accepted)
    do throws(Ending) { _ = try form.show(options.presentation, Advisers(), leave: { line = $0 }) } catch {
      ending = error
    }
    line?.isSilent = options.isQuiet || options.leavesNothing
    line?.write(ending, label: options.question)
    return try ending.status(onTerminalAt: options.presentation.devicePath)
  }
}
