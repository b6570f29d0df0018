/// What becomes of the keys that were pressed before a form was there.
package enum TypedAhead: Equatable, Sendable {
  /// They are typed into it.
  case taken
  /// Those behind the last line end are: a whole line was meant for somebody else.
  case withoutLines
  /// They are discarded.
  case discarded
}
