/// What this package has under a name that another package has too.
package enum OwnTestSupport {
  package static let name = "TestSupport"
}
