// swift-tools-version: 6.3
import PackageDescription

/// The strictest settings that a client can have.
let rules: [SwiftSetting] = [
  .strictMemorySafety(), .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .treatAllWarnings(as: .error),
]

/// A package of somebody else. `make test` copies it to .build/outside, puts the code of the documents into its target
/// Documents, and builds it.
let package = Package(
  name: "club",
  dependencies: [.package(name: "watchword", path: "../..")],
  targets: [
    // Names that others have, and that this package once had.
    .target(name: "Forms", swiftSettings: rules),
    .target(name: "Messages", swiftSettings: rules),
    .target(name: "System", swiftSettings: rules),
    .target(name: "TestSupport", path: "Sources/TestSupport", swiftSettings: rules),
    .target(
      name: "Documents",
      dependencies: [
        .product(name: "Watchword", package: "watchword"),
        .product(name: "WatchwordGerman", package: "watchword"),
        .product(name: "WatchwordTesting", package: "watchword"),
      ], swiftSettings: rules),
    // The same code where all is on the main actor unless it says otherwise.
    .target(
      name: "OnMain",
      dependencies: [
        .product(name: "Watchword", package: "watchword"),
        .product(name: "WatchwordGerman", package: "watchword"),
      ],
      swiftSettings: rules + [
        .defaultIsolation(MainActor.self), .enableUpcomingFeature("InferIsolatedConformances"),
      ]),
    // A package of before Swift 6.
    .target(
      name: "Five", dependencies: [.product(name: "Watchword", package: "watchword")],
      swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
    // A server, which judges passwords without a form.
    .target(name: "Vapor", swiftSettings: rules),
    .target(
      name: "Server",
      dependencies: [
        "Vapor", .product(name: "WatchwordHashes", package: "watchword"),
        .product(name: "WatchwordStrength", package: "watchword"),
      ], swiftSettings: rules),
    .testTarget(
      name: "DocumentsTests",
      dependencies: [
        "Documents", "Five", "Forms", "Messages", "OnMain", "Server", "System", "TestSupport", "Vapor",
        .product(name: "Watchword", package: "watchword"),
        .product(name: "WatchwordFoundation", package: "watchword"),
        .product(name: "WatchwordGerman", package: "watchword"),
        .product(name: "WatchwordHashes", package: "watchword"),
        .product(name: "WatchwordJapanese", package: "watchword"),
        .product(name: "WatchwordTesting", package: "watchword"),
      ], swiftSettings: rules),
  ],
  swiftLanguageModes: [.v6]
)
