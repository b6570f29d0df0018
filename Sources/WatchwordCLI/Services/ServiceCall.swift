internal import WatchwordScreen
internal import WatchwordSystem

/// A call of the program as a service.
struct ServiceCall: Equatable {
  /// The service.
  let service: Service
  /// The arguments that are its own.
  let arguments: [String]

  /// Finds the service that `arguments` call, the first of which is the program's name; `nil` where they call none.
  init?(_ arguments: [String]) {
    // Every start comes through here: splitting the path would cost it 35,000 instructions.
    let path = arguments.first ?? ""
    func isName(_ name: String) -> Bool { path == name || path.hasSuffix("/" + name) }
    let service = Service.allCases.first { isName($0.programName) }
    // Debian links /usr/bin/pinentry to the one that was chosen.
    if let service = service ?? (isName("pinentry") ? .pinentry : nil) {
      (self.service, self.arguments) = (service, Array(arguments.dropFirst()))
    } else if let service = arguments.dropFirst().first.flatMap(Service.init) {
      (self.service, self.arguments) = (service, Array(arguments.dropFirst(2)))
    } else {
      return nil
    }
  }

  /// Does what the service is called for. Nobody who calls it sends `--help` or `--version` alone.
  func run(_ descriptors: StandardDescriptors, width: CharacterWidth) throws(ProgramError) -> ExitStatus {
    let pinentry = service == .pinentry ? try PinentryArguments(arguments) : nil
    if pinentry?.has(.help) ?? [["--help"], ["-h"]].contains(arguments) {
      try StandardOutput(descriptors).deliver(Help.page(about: service))
    } else if pinentry?.has(.version) ?? [["--version"], ["-V"]].contains(arguments) {
      try StandardOutput(descriptors).deliver(Help.versionLine + "\n")
    } else if let pinentry {
      return try Pinentry.run(pinentry.request, width: width)
    } else {
      guard arguments.count <= 1 else { throw .unexpected(arguments[1]) }
      let options = try Options(.ask, [], configuration: try Configuration.ofProcess(width: width))
      return try Askpass(prompt: arguments.first, options: options, descriptors: descriptors).run()
    }
    return .accepted
  }
}
