/// The people who belong to the club, for the code of the documents.
package actor Users {
  private let names: Set<String> = ["ada"]

  package init() {}

  package func isFree(_ name: String) -> Bool { !names.contains(name) }
}

package let users = Users()
