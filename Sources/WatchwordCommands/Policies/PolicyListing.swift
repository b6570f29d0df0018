internal import WatchwordBase
package import WatchwordOptions
internal import WatchwordStrength
internal import WatchwordSystem

extension Options {
  /// The output of `policies`: the list of the policies, or one policy with its details.
  package var policiesAnswer: String {
    let isJSON = format == .json
    let texts = isJSON ? Texts.english : .ofProcess
    let isChanged = ownRules != OwnRules() || minimumLevel != nil || normalization != nil
    guard isChanged || standardPolicy != nil || policyFile != nil else {
      var listings = StandardPolicy.allCases.map {
        PolicyListing(name: $0.rawValue, policy: $0.policy(texts), source: $0.source(in: texts))
      }
      // The rules of the system's file differ by machine, and may not be readable.
      if var system = PolicyFile(named: PolicyFile.systemName), !isJSON || (try? system.read()) != nil {
        listings.append(
          PolicyListing(
            name: system.name, policy: system.policy(texts), source: system.source(in: texts),
            inShort: texts("what {file} asks for", ["file": system.path])))
      }
      return isJSON ? listings.map(\.json).joined() : PolicyListing.table(listings)
    }
    let standard = standardPolicy ?? .classic
    let source = policyFile?.source(in: texts) ?? standard.source(in: texts)
    let listing = PolicyListing(
      name: policyFile?.name ?? standard.rawValue, policy: policy(in: texts),
      source: isChanged ? texts("{source}; changed by options", ["source": source]) : source)
    return isJSON ? listing.json : listing.page
  }
}

/// A policy, formatted for users or for programs.
struct PolicyListing {
  let name: String
  let policy: Policy
  /// Who requires the policy, and in which document, if in any.
  var source: String?
  /// A summary; `nil` for one made of the policy's criteria.
  var inShort: String?

  /// A table with a heading and a line for each of `listings`.
  static func table(_ listings: [PolicyListing]) -> String {
    // translators: The heading of a table of policies, with tabs between its columns: their names; the least level of
    // strength that a password needs; the Unicode normal form; and what else they ask for.
    let heading = text("NAME\tLEVEL\tFORM\tASKS FOR")
    let rows = listings.map {
      [$0.name, $0.policy.minimumLevel.name, $0.policy.normalization.rawValue, $0.summary]
    }
    return String(table: rows, below: heading)
  }

  /// The criteria under their headings, further facts, and the source, each on a line of its own.
  var page: String {
    let criteria = policy.groups.flatMap { group in
      let indent = group.heading == nil ? "" : "   "
      return (group.heading.map { [$0.text] } ?? []) + group.lines.map { indent + $0 }
    }
    let facts =
      [
        criteria.isEmpty ? text("Asks for nothing") : text("Asks for:")
      ] + criteria.map { "   \($0)" }
      + (refuses ? [] : [text("Refuses nothing: the criteria are only shown")])
      + [
        text("Least level: {level}", ["level": policy.minimumLevel.name]),
        policy.normalization == .nfc
          ? text("Normal form: NFC, with a plain space for every other")
          : text("Normal form: none, as typed"),
        policy.hasBlocklist ? text("Blocklist: refuses commonly used passwords") : text("Blocklist: none"),
      ] + (source.map { [text("Source: {source}", ["source": $0.escaped])] } ?? [])
    return ([name.escaped] + facts).map { "\($0)\n" }.joined()
  }

  var json: String {
    let value: JSONValue = [
      "name": .text(name), "groups": .list(policy.groups.map(Self.json)),
      "minimum_level": .text(policy.minimumLevel.name),
      "normalization": .text(policy.normalization.rawValue), "blocklist": .truth(policy.hasBlocklist),
      "source": .optional(source),
    ]
    return "\(value)\n"
  }

  /// The criteria in short, without the level.
  private var summary: String {
    inShort
      ?? policy.groups.compactMap { group in
        let criteria = group.criteria.filter { $0.row.level == nil }.map(\.shortLabel)
        guard !criteria.isEmpty else { return nil }
        let list = Texts.ofProcess.list(criteria)
        guard let other = group.alternative else {
          return (group.heading == nil ? "" : "\(group.shortHeading.short) ") + list
        }
        return text(
          // translators: {count} of {criteria} ("A-Z, a-z, 0-9") are enough if {other} ("25 or more") is met.
          "all of these, or {count} with {other}: {criteria}",
          ["count": String(other.required), "other": other.criterion.shortLabel, "criteria": list])
      }.joined(separator: text("; "))
  }

  private var refuses: Bool { policy.groups.isEmpty || policy.groups.contains(where: \.isEnforced) }

  private static func json(_ group: Policy.Group) -> JSONValue {
    let value: JSONValue = [
      "required": .number(group.required), "enforced": .truth(group.isEnforced),
      "criteria": .list(group.criteria.map(\.json)),
    ]
    guard let other = group.alternative else { return value }
    return value + ["alternative": ["criterion": other.criterion.json, "required": .number(other.required)]]
  }
}

extension Policy.Criterion {
  var json: JSONValue { ["name": .text(row.name), "label": .text(row.isAside ? shortLabel : label)] }
}
