extension Double {
  /// The number without a trailing ".0", as in JSON and as people write it.
  package var decimal: String { description.hasSuffix(".0") ? String(description.dropLast(2)) : description }
}
