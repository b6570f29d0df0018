import TestSupport
import Testing

/// Plays seeds, fuzzing's findings, and mixtures of both to the properties, in the build of the other tests.
struct ReplayTests {
  private func inputs(of property: Property) throws -> [(path: String, bytes: [UInt8])] {
    let seeds = try PackageFile.paths(in: "Tests/Fuzz/Seeds/\(property.rawValue)", suffix: "")
    let found = try PackageFile.paths(in: "Tests/Fuzz/Found", suffix: "")
    return try (seeds + found.filter { $0.contains("/\(property.rawValue)/") }).map {
      ($0, try PackageFile.bytes($0))
    }
  }

  @Test(arguments: Property.allCases) func `a property holds for its seeds and for what fuzzing found`(
    property: Property
  ) throws {
    for (path, bytes) in try inputs(of: property) {
      #expect(throws: Never.self, "\(path)") { try property.check(bytes) }
    }
  }

  @Test(arguments: Property.allCases) func `a property holds for mixtures of its seeds`(property: Property)
    throws
  {
    let inputs = try inputs(of: property).map(\.bytes)
    var random = SeededGenerator()
    for round in 0..<1000 * soak {
      var bytes = [UInt8.random(in: 0...255, using: &random)]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        guard let input = inputs.randomElement(using: &random) else { continue }
        bytes += input.dropFirst(Int.random(in: 0...min(input.count, 60), using: &random)).prefix(60)
        bytes.append(bytes.randomElement(using: &random) ?? 0)
      }
      do { try property.check(bytes) } catch {
        Issue.record("seed \(random.seed), round \(round): \(bytes): \(error)")
        return
      }
    }
  }
}
