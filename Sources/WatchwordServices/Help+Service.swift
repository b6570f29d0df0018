internal import WatchwordBase
package import WatchwordOptions

extension Help {
  /// The help about `service`, in lines of at most 80 columns.
  package static func page(about service: Service) -> String {
    let statuses = ExitStatus.table.filter { service.statuses.contains($0.status) }.map { row in
      (row.status, service.meaning(of: row.status) ?? row.meaning, row.commands)
    }
    return joined([
      usage([service.programName + service.arguments, "watchword \(service.rawValue)\(service.arguments)"]),
      service.purpose, examples(service.examples), section(text("Options"), options(of: service)),
      section(statuses),
    ])
  }

  private static func options(of service: Service) -> [String] {
    switch service {
    case .pinentry: PinentryArguments.Parameter.allCases.map { line(of: $0) }
    case .askpass: []
    case .agent: SystemAgentOption.allCases.map { line(of: $0) }
    case .run: RunOption.allCases.map { line(of: $0) }
    }
  }
}
