/// As much of Vapor as the routes of the documents need: this package depends on nobody else's.
public protocol Content: Codable, Sendable {}

extension String: Content {}
extension Array: Content where Element: Content {}

public struct Request: Sendable {
  public struct Container: Sendable {
    let value: any Content

    public func decode<Value: Content>(_ type: Value.Type) throws -> Value {
      guard let value = value as? Value else { throw NoSuchRoute() }
      return value
    }
  }

  public let content: Container
}

public final class Application {
  private var routes: [String: (Request) throws -> any Content] = [:]

  public init() {}

  public func post<Response: Content>(
    _ path: String, use handler: @escaping @Sendable (Request) throws -> Response
  ) { routes[path] = handler }

  /// Answers as a client sees it: a list of texts as JSON.
  public func respond(to path: String, _ content: some Content) throws -> String {
    guard let route = routes[path],
      let texts = try route(Request(content: Request.Container(value: content))) as? [String]
    else { throw NoSuchRoute() }
    return "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }
}

public struct NoSuchRoute: Error {}
