/// A module whose name another package has too.
package enum OwnSystem {
  package static let name = "System"
}
