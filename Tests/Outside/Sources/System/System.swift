/// What this package has under a name that another package has too.
package enum OwnSystem {
  package static let name = "System"
}
