/// A row of a table of options: how an option is typed.
package protocol OptionRow: CaseIterable, Equatable where AllCases == [Self] {
  /// The long name, without the dashes.
  var name: String { get }
  /// Whether there is an opposite, which has `no-` in front of the name.
  var hasOpposite: Bool { get }
  /// The short name, without the dash.
  var letter: Unicode.Scalar? { get }
  /// The argument's name in a usage text, `nil` if the option takes none.
  var placeholder: String? { get }
  /// Words that the argument is, or begins with; empty if the argument can be anything. If there is no placeholder, the
  /// argument is optional, and follows "=".
  var choices: [String] { get }
  var help: String { get }
}

extension OptionRow {
  package var hasOpposite: Bool { false }
  /// The option as it is typed, as in `--json`.
  package var flag: String { "--\(name)" }
  /// The name, and the name of the opposite, if there is an opposite.
  package var names: [String] { hasOpposite ? [name, "no-\(name)"] : [name] }
  package var flags: [String] { names.map { "--\($0)" } }
  /// The name as the documents have it, as in `[no-]mouse`.
  var documentedName: String { (hasOpposite ? "[no-]" : "") + name }

  package static func named(_ name: String, in rows: [Self] = allCases) -> Self? {
    rows.first { $0.name == name || $0.hasOpposite && name == "no-\($0.name)" }
  }
}

extension OptionRow {
  /// The names that begin with `start`, each with this option.
  func names(beginningWith start: String) -> [(Self, String)] {
    names.filter { $0.hasPrefix(start) }.map { (self, $0) }
  }
}
