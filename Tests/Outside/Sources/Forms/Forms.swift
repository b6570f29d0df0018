/// A module whose name another package has too.
package enum OwnForms {
  package static let name = "Forms"
}
