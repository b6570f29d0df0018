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
      let listing = PolicyListing(name: name, policy: options.policy, source: source(of: name))
      return isJSON ? listing.json : listing.text
    }
    let listings = StandardPolicy.allCases.map {
      PolicyListing(name: $0.rawValue, policy: $0.policy(), source: $0.source)
    }
    return isJSON ? listings.map(\.json).joined() : PolicyListing.table(listings)
  }

  /// Where the policy comes from that `options` has by `name`, and whether it is still what is written there.
  private func source(of name: String) -> String? {
    let source = options.policyFile?.source ?? StandardPolicy(rawValue: name)?.source
    let isChanged =
      options.ownRules != OwnRules() || options.minimumLevel != nil || options.normalization != nil
    return isChanged ? source.map { "\($0); changed by options" } : source
  }
}
