/// A JSON value that is not secret. Its description is one line without spaces.
package enum JSONValue: CustomStringConvertible, ExpressibleByDictionaryLiteral {
  /// Written unchanged: a number, `true`, `false` or `null`.
  case plain(String)
  case text(String)
  case list([JSONValue])
  /// Values with their names, in order.
  case object([(name: String, value: JSONValue)])

  package static var null: JSONValue { .plain("null") }
  package static func number(_ number: Int) -> JSONValue { .plain("\(number)") }
  package static func truth(_ value: Bool) -> JSONValue { .plain("\(value)") }
  /// `nil` becomes `null`.
  package static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.text) ?? .null }

  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { (name: $0.0, value: $0.1) })
  }

  package var description: String {
    switch self {
    case .plain(let text): text
    case .text(let text): JSONText.string(text)
    case .list(let values): "[" + values.map(\.description).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(JSONText.string($0.name)):\($0.value)" }.joined(separator: ",") + "}"
    }
  }

  /// The members of both objects, those of `one` first.
  package static func + (one: JSONValue, other: JSONValue) -> JSONValue {
    guard case .object(let first) = one, case .object(let second) = other else {
      preconditionFailure("only objects have members")
    }
    return .object(first + second)
  }
}
