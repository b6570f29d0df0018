/// The part of Vapor that the documents' routes need: this package depends on nobody else's.
package protocol Content: Codable, Sendable {}

extension String: Content {}
extension Array: Content where Element: Content {}

package struct Request: Sendable {
  package struct Container: Sendable {
    let value: any Content

    package func decode<Value: Content>(_ type: Value.Type) throws -> Value {
      guard let value = value as? Value else { throw NoSuchRoute() }
      return value
    }
  }

  package let content: Container
}

package final class Application {
  private var routes: [String: (Request) throws -> any Content] = [:]

  package init() {}

  package func post<Response: Content>(
    _ path: String, use handler: @escaping @Sendable (Request) throws -> Response
  ) { routes[path] = handler }

  /// The answer as a client sees it: a list of texts as JSON.
  package func respond(to path: String, _ content: some Content) throws -> String {
    guard let route = routes[path],
      let texts = try route(Request(content: Request.Container(value: content))) as? [String]
    else { throw NoSuchRoute() }
    return "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }
}

package struct NoSuchRoute: Error {}
