internal import Watchword
package import WatchwordOptions

/// Asks a question of yes or no.
package struct ConfirmCommand {
  private let options: Options

  package init(_ options: Options) { self.options = options }

  /// Asks, and returns the answer as a status.
  package func run() throws(ProgramError) -> ExitStatus {
    if options.isValidating { return .accepted }
    let presentation = options.presentation
    return try options.ask(inquiry, on: presentation) { _ in true }
      .status(onTerminalAt: presentation.devicePath)
  }

  var inquiry: Inquiry {
    let button = options.defaultAnswer.map { FormDescription.Default.button($0 == .yes ? 0 : 1) }
    var inquiry = Inquiry(.confirmation(typing: options.dangerWord, button ?? .unfocused))
    inquiry.title = options.form.title
    (inquiry.text, inquiry.subject) = (options.question, options.question)
    return inquiry
  }
}
