internal import WatchwordStrength
internal import WatchwordSystem

/// The command that lists the policies, or shows one with all that it asks for.
struct PoliciesCommand {
  /// What the command line asks for.
  let options: Options
  /// What stood at the standard descriptors when the program began.
  let descriptors: StandardDescriptors

  /// Writes the list, or the policy.
  func run() throws(ProgramError) -> ExitStatus {
    if !options.isValidating {
      try StandardOutput.check(descriptors)
      try StandardOutput.deliver(descriptors, text.utf8Span.span)
    }
    return .accepted
  }

  private var text: String {
    let isJSON = options.format == .json
    if let name = options.shownPolicy {
      let listing = PolicyListing(name: name, policy: options.policy)
      return isJSON ? listing.json : listing.text
    }
    let listings = StandardPolicy.allCases.map { PolicyListing(name: $0.rawValue, policy: $0.policy()) }
    return isJSON ? listings.map(\.json).joined() : PolicyListing.table(listings)
  }
}
