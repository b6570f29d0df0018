package import WatchwordOptions
package import WatchwordScreen
internal import WatchwordSecrets
package import WatchwordSystem

package struct ServiceCall: Equatable {
  package let service: Command
  let arguments: [String]

  /// Finds the service that `arguments`, beginning with the program's name, call; `nil` if they call none.
  package init?(_ arguments: [String]) {
    // Every start comes through here: splitting the path would cost 35,000 instructions.
    let path = arguments.first ?? ""
    func isName(_ name: String) -> Bool { path == name || path.hasSuffix("/" + name) }
    // Debian links /usr/bin/pinentry to the pinentry that the administrator has chosen.
    let named = isName("watchword") ? nil : Command.services.first { $0.programName.map(isName) == true }
    if let service = isName("pinentry") ? .pinentry : named {
      (self.service, self.arguments) = (service, Array(arguments.dropFirst()))
    } else if let service = arguments.dropFirst().first.flatMap(Command.init), service.programName != nil {
      (self.service, self.arguments) = (service, Array(arguments.dropFirst(2)))
    } else {
      return nil
    }
  }

  package func run(_ descriptors: StandardDescriptors, width: CharacterWidth) throws(ProgramError)
    -> ExitStatus
  {
    let hint = { (error: ProgramError) in error.withHint(about: service) }
    switch service {
    case .pinentry:
      let own = try rethrow(try PinentryArguments(arguments), as: hint)
      if let status = try tell(own.found.last?.parameter.name, descriptors) { return status }
      return try Pinentry.run(own.request, width: width)
    case .run, .agent:
      let own = try rethrow(try ServiceArguments(arguments, of: service, width: width), as: hint)
      let last = own.values.last
      if let status = try tell(last?.option.name, isFull: last?.argument == "all", descriptors) {
        return status
      }
      if service == .run { return try RunCommand(own, width: width).run(descriptors) }
      if own.has(.list) {
        try SystemAgent.list(descriptors)
        return .accepted
      }
      let options = try Options(forCaller: try Configuration.ofProcess(width: width))
      options.tellRemarks()
      let trace = try own.trace.map { (path) throws(ProgramError) in try Trace(path, of: .agent) }
      return try SystemAgent(options, trace).run(isOnce: own.has(.once))
    case .askpass:
      // No caller passes one of these as its prompt.
      let names = ["--help": "help", "-h": "help", "--version": "version", "-V": "version"]
      if arguments.count == 1, let status = try tell(names[arguments[0]], descriptors) { return status }
      guard arguments.count <= 1 else { throw hint(.unexpected(arguments[1])) }
      let configuration = try Configuration.ofProcess(width: width)
      let options = try Options(forCaller: configuration)
      options.tellRemarks()
      let prompt = AskpassPrompt(arguments.first)
      let own = prompt.isNew ? try Options(forCaller: configuration, isNew: true) : options
      if prompt.isNew { own.tellRemarks() }
      return try Askpass(prompt: prompt, options: own, descriptors: descriptors).run()
    case .new, .change, .passwd, .ask, .signIn, .signUp, .form, .check, .generate, .hash, .confirm, .policies,
      .config:
      preconditionFailure("no service")
    }
  }

  /// Writes the help or the version if the option `name` asks for it.
  private func tell(
    _ name: String?, isFull: Bool = false, _ descriptors: StandardDescriptors
  ) throws(ProgramError) -> ExitStatus? {
    guard name == "help" || name == "version" else { return nil }
    try StandardOutput(descriptors).deliver(
      name == "help" ? Help.page(about: service, isFull: isFull) : Help.versionLine + "\n")
    return .accepted
  }
}
