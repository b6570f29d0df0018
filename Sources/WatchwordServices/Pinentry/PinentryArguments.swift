internal import WatchwordBase
internal import WatchwordOptions

/// The arguments of the program as a pinentry.
struct PinentryArguments {
  private(set) var found: [(parameter: PinentryOption, text: String)] = []

  /// Reads `arguments`, without the name of the program. Like other pinentries, ignores what is not an option.
  ///
  /// - Throws: What is wrong with an option.
  init(_ arguments: [String]) throws(ProgramError) {
    for (parameter, text) in try ArgumentList<PinentryOption>([""] + arguments).options(ignoresOperands: true)
    {
      if parameter == .timeout, !(0...PinentryRequest.longestTimeLimit).contains(Int(text) ?? -1) {
        throw .text(
          "option '{option}' needs a whole number of seconds from 0 to {most}, not {value}",
          [
            "option": parameter.flag, "most": String(PinentryRequest.longestTimeLimit), "value": text.quoted,
          ])
      }
      found.append((parameter, text))
    }
  }

  /// The settings before the agent says anything. Options that a request does not know have no effect.
  var request: PinentryRequest {
    var request = PinentryRequest()
    for (parameter, text) in found {
      if parameter == .timeout {
        request.setTimeLimit(text)
      } else {
        _ = request.setOption(parameter.rawValue, to: text)
      }
    }
    return request
  }
}
