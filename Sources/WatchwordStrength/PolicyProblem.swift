/// Why groups of criteria make no policy. The description is one line without a full stop.
package enum PolicyProblem: Error, Equatable, Sendable {
  /// There are more criteria than a verdict has room for.
  case tooManyCriteria(Int, limit: Int)
  /// A group has no criteria, by its number from 0.
  case emptyGroup(Int)
  /// A group asks for none of its criteria, or for more than it has, by its number from 0.
  case wrongNumber(Int, of: Int, inGroup: Int)
  /// A criterion of a group can be met by a text without characters, or by none, by the group's number from 0.
  case wrongLength(inGroup: Int)
  /// A group was put into a group, by the number of the outer one from 0.
  case nestedGroup(Int)
}

extension PolicyProblem: CustomStringConvertible {
  /// What is wrong.
  package var description: String {
    switch self {
    case .tooManyCriteria(let count, let limit): "a policy has \(limit) criteria at most, and not \(count)"
    case .emptyGroup(let group): "group \(group + 1) of the policy has no criteria"
    case .wrongNumber(let required, let count, let group):
      "group \(group + 1) of the policy asks for \(required) of its \(count) criteria"
    case .wrongLength(let group): "group \(group + 1) of the policy asks for fewer characters than one"
    case .nestedGroup(let group): "group \(group + 1) of the policy has a group in it"
    }
  }
}

extension Policy {
  /// Checks whether `groups` make a policy that asks for what it shows.
  ///
  /// - Parameters:
  ///   - groups: The groups, in the order of the panel.
  ///   - added: The most criteria that will be added to them. A policy of somebody's own can be asked for a level, a limit
  ///     of bytes, and to refuse known, common and leaked passwords.
  /// - Throws: What is wrong with the first group in which anything is.
  package static func check(_ groups: [Group], adding added: Int = 5) throws(PolicyProblem) {
    let (count, limit) = (groups.reduce(0) { $0 + $1.allCriteria.count }, Verdict.criterionLimit - added)
    guard count <= limit else { throw .tooManyCriteria(count, limit: limit) }
    for (number, group) in groups.enumerated() {
      let count = group.criteria.count
      guard count > 0 else { throw .emptyGroup(number) }
      guard (1...count).contains(group.required) else {
        throw .wrongNumber(group.required, of: count, inGroup: number)
      }
      if let fewer = group.alternative?.required, !(0...count).contains(fewer) {
        throw .wrongNumber(fewer, of: count, inGroup: number)
      }
      guard group.allCriteria.allSatisfy({ ($0.condition.lengths?.lowerBound ?? 1) > 0 }) else {
        throw .wrongLength(inGroup: number)
      }
    }
  }
}
