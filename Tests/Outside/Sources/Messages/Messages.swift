/// What this package has under a name that another package has too.
package enum OwnMessages {
  package static let name = "Messages"
}
