// swift-tools-version: 6.3
import PackageDescription

/// Fuzzing, apart from the package that it tests: everything here is built with the sanitizers. See `make fuzz`.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "watchword", path: "../..")],
  targets: [
    .executableTarget(
      name: "Fuzz", dependencies: [.product(name: "Watchword", package: "watchword")], path: ".",
      exclude: ["Found", "Replay", "Seeds"], sources: ["Fuzz", "Properties"],
      swiftSettings: [.strictMemorySafety(), .unsafeFlags(["-parse-as-library"])])
  ],
  swiftLanguageModes: [.v6]
)
