enum Way {
  /// To a later field, or to nothing.
  case on
  case back
  case byReturn
}
