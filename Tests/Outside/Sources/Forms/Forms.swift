/// What this package has under a name that another package has too.
package enum OwnForms {
  package static let name = "Forms"
}
