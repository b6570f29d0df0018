import TestSupport
import Testing
import WatchwordStrength
import WatchwordSystem

/// The template of an answer.
@Suite struct AnswerTemplateTests {
  private static let fields: [AnswerTemplate.Field] = [
    .init(name: "user", isSecure: false), .init(name: "email", isSecure: false),
    .init(name: "password", isSecure: true), .init(name: "hashed", isSecure: true, isHashed: true),
  ]
  private static let values = [
    ("user", "ann"), ("email", "a@b.example"), ("password", "a:{email}}'"), ("hashed", "$6$x"),
  ]

  private func text(_ template: String, hasNewline: Bool = true) throws -> String {
    let template = try AnswerTemplate(template, fields: Self.fields)
    let format = AnswerFormat(.lines, hasNewline: hasNewline, template: template, characterSet: .utf8)
    return try format.text(Self.values.map { (name: $0.0, text: $0.1) })
  }

  @Test(arguments: [
    ("{user}:{password}", "ann:a:{email}}'\n"), ("{{{user}}} {{x}} {email}é", "{ann} {x} a@b.exampleé\n"),
    ("{password}\n{user}:{password}", "a:{email}}'\nann:a:{email}}'\n"),
    ("{user}{email}", "anna@b.example\n"), ("'{hashed}', {hashed:envd};", "'$6$x', \"$$6$$x\";\n"),
    (#"{{"p":{password:json},"u":{user:json}}}"#, #"{"p":"a:{email}}'","u":"ann"}"# + "\n"),
    (
      "it's {password:sh}\n{password:sh}'s",
      #"it's 'a:{email}}'\'''"# + "\n" + #"'a:{email}}'\''''s"# + "\n"
    ), ("it's {user:json} it's \"{user:sh}", "it's \"ann\" it's \"'ann'\n"),
    (#"'x'{user:sh}"y{user}""#, #"'x''ann'"yann""# + "\n"), ("'{password:xml}'", "'a:{email}}&apos;'\n"),
  ])
  func `F1 names in braces are replaced, once, and doubled braces are braces`(
    template: String, text: String
  ) throws {
    #expect(try self.text(template) == text)
    #expect(try self.text(template, hasNewline: false) + "\n" == text)
  }

  @Test(
    arguments: [
      ("", .noValue), ("fixed", .noValue), ("{{password}}", .noValue), ("{", .strayBrace("{")),
      ("}", .strayBrace("}")), ("a{user", .strayBrace("{")), ("{user}}", .strayBrace("}")),
      ("{}", .unknown("")), ("{host}", .unknown("host")), ("{User}", .unknown("User")),
      ("{password}:", .behindSecret("password")), ("{password}{user}", .behindSecret("password")),
      ("{password} \n", .behindSecret("password")), ("{password}\r\n", .behindSecret("password")),
      ("{password}\n{password}}}", .behindSecret("password")),
      ("{user:}", .unknownEscape("")), ("{password:SH}", .unknownEscape("SH")),
      ("{password:sh:x}", .unknownEscape("sh:x")), ("{host:sh}", .unknown("host")),
      ("password=\"{password:mycnf}\"", .quoted("password", .mycnf)),
      ("'{hashed:json}'", .quoted("hashed", .json)),
      ("a '{user}{user:sh}' '{user:sh}'", .quoted("user", .sh)),
    ] as [(String, AnswerTemplateError)])
  func `F1 a wrong template is told`(template: String, error: AnswerTemplateError) {
    #expect(throws: error) { try AnswerTemplate(template, fields: Self.fields) }
  }

  @Test(
    arguments: [
      ("{user}:{email}, {user};{password}", ["user": [":", ";"], "email": [","]]),
      ("{user}{email}/x", ["user": ["/"], "email": ["/"]]), ("{user}", [:]), ("{user}{password}", [:]),
    ] as [(String, [String: Set<Unicode.Scalar>])])
  func `F1 the character after a value ends it, except after a secret`(
    template: String, separators: [String: Set<Unicode.Scalar>]
  ) throws {
    let template = try AnswerTemplate(template, fields: Self.fields)
    #expect(template.separators == separators)
    for (name, scalars) in separators {
      for scalar in scalars {
        #expect(template.fault(in: "a\(scalar)b".utf8Span, of: name) == .separator(scalar))
        #expect(template.fault(in: "ab".utf8Span, of: name) == nil)
      }
    }
    #expect(template.fault(in: "a:/,;b".utf8Span, of: "password") == nil)
    #expect(template.canRefuse == !separators.isEmpty)
  }
}
