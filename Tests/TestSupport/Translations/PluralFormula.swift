/// Which plural form a number takes: the header `Plural-Forms`, a formula in C.
package struct PluralFormula: Sendable {
  package let count: Int
  private let formula: [Character]

  /// Reads the header, as in `nplurals=2; plural=(n != 1);`; `nil` if it says something else.
  package init?(_ header: String) {
    let fields = header.split(separator: ";").map { $0.filter { $0 != " " } }
    guard fields.count == 2, fields[0].hasPrefix("nplurals="), fields[1].hasPrefix("plural="),
      let count = Int(fields[0].dropFirst(9))
    else { return nil }
    self.count = count
    formula = Array(fields[1].dropFirst(7))
  }

  package func callAsFunction(_ number: Int) -> Int {
    var rest = formula[...]
    return Self.choice(&rest, number)
  }

  private static func choice(_ rest: inout ArraySlice<Character>, _ number: Int) -> Int {
    let condition = level(0, &rest, number)
    guard rest.first == "?" else { return condition }
    rest.removeFirst()
    let yes = choice(&rest, number)
    rest.removeFirst()
    let no = choice(&rest, number)
    return condition != 0 ? yes : no
  }

  /// The operators, the weakest first.
  private static let levels: [[String]] = [
    ["||"], ["&&"], ["==", "!="], ["<=", ">=", "<", ">"], ["+", "-"], ["%", "*", "/"],
  ]

  private static func level(_ index: Int, _ rest: inout ArraySlice<Character>, _ number: Int) -> Int {
    guard index < levels.count else { return operand(&rest, number) }
    var left = level(index + 1, &rest, number)
    while let sign = levels[index].first(where: { rest.starts(with: $0) }) {
      rest.removeFirst(sign.count)
      let right = level(index + 1, &rest, number)
      left = apply(sign, left, right)
    }
    return left
  }

  private static func apply(_ sign: String, _ left: Int, _ right: Int) -> Int {
    switch sign {
    case "||": left != 0 || right != 0 ? 1 : 0
    case "&&": left != 0 && right != 0 ? 1 : 0
    case "==": left == right ? 1 : 0
    case "!=": left != right ? 1 : 0
    case "<=": left <= right ? 1 : 0
    case ">=": left >= right ? 1 : 0
    case "<": left < right ? 1 : 0
    case ">": left > right ? 1 : 0
    case "+": left + right
    case "-": left - right
    case "%": left % right
    case "*": left * right
    default: left / right
    }
  }

  private static func operand(_ rest: inout ArraySlice<Character>, _ number: Int) -> Int {
    switch rest.removeFirst() {
    case "n": return number
    case "!": return operand(&rest, number) == 0 ? 1 : 0
    case "(":
      defer { rest.removeFirst() }
      return choice(&rest, number)
    case let digit:
      var value = digit.wholeNumberValue ?? 0
      while let next = rest.first?.wholeNumberValue {
        value = value * 10 + next
        rest.removeFirst()
      }
      return value
    }
  }
}
