package import WatchwordOptions
package import WatchwordScreen
package import WatchwordSystem

package struct ServiceCall: Equatable {
  package let service: Service
  let arguments: [String]

  /// Finds the service that `arguments`, beginning with the program's name, call; `nil` if they call none.
  package init?(_ arguments: [String]) {
    // Every start comes through here: splitting the path would cost 35,000 instructions.
    let path = arguments.first ?? ""
    func isName(_ name: String) -> Bool { path == name || path.hasSuffix("/" + name) }
    // Debian links /usr/bin/pinentry to the pinentry that the administrator has chosen.
    let service: Service? =
      if isName(Service.pinentry.programName) || isName("pinentry") {
        .pinentry
      } else if isName(Service.askpass.programName) {
        .askpass
      } else if isName(Service.run.programName) {
        .run
      } else if isName(Service.agent.programName) {
        .agent
      } else {
        nil
      }
    if let service {
      (self.service, self.arguments) = (service, Array(arguments.dropFirst()))
    } else if let service = arguments.dropFirst().first.flatMap(Service.init) {
      (self.service, self.arguments) = (service, Array(arguments.dropFirst(2)))
    } else {
      return nil
    }
  }

  /// Runs the service. Takes a lone `--help` or `--version` as an option, because no caller passes that as its prompt.
  package func run(_ descriptors: StandardDescriptors, width: CharacterWidth) throws(ProgramError)
    -> ExitStatus
  {
    let pinentry = service == .pinentry ? try PinentryArguments(arguments) : nil
    let agentOptions =
      service == .agent ? try ArgumentList<SystemAgentOption>([""] + arguments).options() : nil
    let agent = agentOptions?.map(\.option)
    if pinentry?.has(.help) ?? agent?.contains(.help) ?? [["--help"], ["-h"]].contains(arguments) {
      try StandardOutput(descriptors).deliver(Help.page(about: service))
    } else if pinentry?.has(.version) ?? agent?.contains(.version)
      ?? [["--version"], ["-V"]].contains(arguments)
    {
      try StandardOutput(descriptors).deliver(Help.versionLine + "\n")
    } else if let pinentry {
      return try Pinentry.run(pinentry.request, width: width)
    } else if agent?.contains(.list) == true {
      try SystemAgent.list(descriptors)
    } else if service == .run {
      return try RunCommand(arguments, width: width).run(descriptors)
    } else {
      guard agent != nil || arguments.count <= 1 else { throw .unexpected(arguments[1]) }
      let configuration = try Configuration.ofProcess(width: width)
      let options = try Options(forCaller: configuration)
      options.tellRemarks()
      if let agent {
        let path = agentOptions?.last { $0.option == .trace }?.argument
        let trace = try path.map { (path) throws(ProgramError) in try Trace(path, of: .agent) }
        return try SystemAgent(options, trace).run(isOnce: agent.contains(.once))
      }
      let prompt = AskpassPrompt(arguments.first)
      let own = prompt.isNew ? try Options(forCaller: configuration, isNew: true) : options
      if prompt.isNew { own.tellRemarks() }
      return try Askpass(prompt: prompt, options: own, descriptors: descriptors).run()
    }
    return .accepted
  }
}
