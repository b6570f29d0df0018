/// A module whose name another package has too.
package enum OwnMessages {
  package static let name = "Messages"
}
