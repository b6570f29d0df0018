internal import WatchwordMessages
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
      try StandardOutput.deliver(descriptors, answer.utf8Span.span)
    }
    return .accepted
  }

  private var answer: String {
    let isJSON = options.format == .json
    let texts = isJSON ? Texts() : .ofProcess
    let catalogue = isJSON ? Catalogue.english : .ofProcess
    if let name = options.shownPolicy {
      let listing = PolicyListing(
        name: name, policy: options.policy(in: catalogue), source: source(of: name, in: texts))
      return isJSON ? listing.json : listing.page
    }
    let listings = StandardPolicy.allCases.map {
      PolicyListing(name: $0.rawValue, policy: $0.policy(catalogue), source: $0.source(in: texts))
    }
    return isJSON ? listings.map(\.json).joined() : PolicyListing.table(listings)
  }

  /// Where the policy comes from that `options` has by `name`, and whether it is still what is written there.
  private func source(of name: String, in texts: Texts) -> String? {
    let source = options.policyFile?.source(in: texts) ?? StandardPolicy(rawValue: name)?.source(in: texts)
    let isChanged =
      options.ownRules != OwnRules() || options.minimumLevel != nil || options.normalization != nil
    return isChanged ? source.map { texts("{source}; changed by options", ["source": $0]) } : source
  }
}
