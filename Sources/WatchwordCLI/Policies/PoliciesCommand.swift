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
    if !options.isValidating { try StandardOutput(descriptors).deliver(answer) }
    return .accepted
  }

  private var answer: String {
    let isJSON = options.format == .json
    let texts = isJSON ? Texts.english : .ofProcess
    let isChanged =
      options.ownRules != OwnRules() || options.minimumLevel != nil || options.normalization != nil
    guard isChanged || options.standardPolicy != nil || options.policyFile != nil else {
      let listings = StandardPolicy.allCases.map {
        PolicyListing(name: $0.rawValue, policy: $0.policy(texts), source: $0.source(in: texts))
      }
      return isJSON ? listings.map(\.json).joined() : PolicyListing.table(listings)
    }
    let standard = options.standardPolicy ?? .classic
    let source = options.policyFile?.source(in: texts) ?? standard.source(in: texts)
    let listing = PolicyListing(
      name: options.policyFile?.name ?? standard.rawValue, policy: options.policy(in: texts),
      source: isChanged ? texts("{source}; changed by options", ["source": source]) : source)
    return isJSON ? listing.json : listing.page
  }
}
