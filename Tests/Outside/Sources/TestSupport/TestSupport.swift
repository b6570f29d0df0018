/// A module whose name another package has too.
package enum OwnTestSupport {
  package static let name = "TestSupport"
}
