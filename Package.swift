// swift-tools-version: 6.3
import PackageDescription

/// Every Swift target is held to the same rules.
let rules: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "watchword",
  products: [
    .library(name: "Watchword", targets: ["Watchword"]),
    .executable(name: "watchword", targets: ["WatchwordCLI"]),
  ],
  targets: [
    // The edge to C
    .systemLibrary(name: "CNcursesw", pkgConfig: "ncursesw", providers: [.apt(["libncursesw5-dev"])]),
    .systemLibrary(name: "CUtf8proc", pkgConfig: "libutf8proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(name: "CZxcvbn", providers: [.apt(["libzxcvbn-dev"])]),
    .target(name: "CSystem"),
    .target(name: "CStart", dependencies: ["CSystem"]),

    // The core: no terminal, no clock, no files
    .target(name: "WatchwordText", swiftSettings: rules),
    .target(name: "Messages", swiftSettings: rules),
    .target(
      name: "Secrets", dependencies: ["CSystem", "WatchwordText"],
      swiftSettings: rules + [.enableExperimentalFeature("Lifetimes")]),
    .target(name: "Strength", dependencies: ["Messages", "WatchwordText"], swiftSettings: rules),
    .target(name: "Screen", dependencies: ["WatchwordText"], swiftSettings: rules),
    .target(
      name: "Forms", dependencies: ["Messages", "Screen", "Secrets", "Strength", "WatchwordText"],
      swiftSettings: rules),

    // The outside world
    .target(
      name: "System",
      dependencies: ["CSystem", "CUtf8proc", "CZxcvbn", "Secrets", "Strength", "WatchwordText"],
      swiftSettings: rules),
    .target(
      name: "CursesTerminal", dependencies: ["CNcursesw", "CSystem", "Screen", "Secrets", "WatchwordText"],
      swiftSettings: rules),

    // The front doors
    .target(
      name: "Watchword",
      dependencies: ["CursesTerminal", "Forms", "Messages", "Screen", "Secrets", "Strength", "System"],
      swiftSettings: rules),
    .executableTarget(
      name: "WatchwordCLI",
      dependencies: [
        "CStart", "CSystem", "CursesTerminal", "Forms", "Messages", "Screen", "Secrets", "Strength", "System",
        "Watchword", "WatchwordText",
      ],
      swiftSettings: rules),

    // Tests
    .systemLibrary(
      name: "CVterm", path: "Tests/CVterm", pkgConfig: "vterm", providers: [.apt(["libvterm-dev"])]),
    .target(name: "CFilter", path: "Tests/CFilter"),
    .executableTarget(name: "Launcher", dependencies: ["CFilter"], path: "Tests/Launcher"),
    .target(
      name: "TestSupport", dependencies: ["CFilter", "CSystem", "CVterm", "Screen"],
      path: "Tests/TestSupport",
      swiftSettings: rules
    ),
    .executableTarget(name: "Thief", path: "Tests/Thief"),
    // As a program that uses the library: with the settings that SwiftPM gives it, and nothing to import but Watchword.
    .target(name: "LibraryExample", dependencies: ["Watchword"], path: "Tests/LibraryExample"),
    .executableTarget(
      name: "Attack", dependencies: ["Launcher", "TestSupport", "Thief"], path: "Tests/Attack",
      swiftSettings: rules),
    .testTarget(
      name: "SecretsTests", dependencies: ["CSystem", "Secrets", "TestSupport"], swiftSettings: rules),
    .testTarget(name: "StrengthTests", dependencies: ["Messages", "Strength"], swiftSettings: rules),
    .testTarget(name: "ScreenTests", dependencies: ["Screen", "WatchwordText"], swiftSettings: rules),
    .testTarget(
      name: "FormsTests",
      dependencies: ["Forms", "Messages", "Screen", "Secrets", "Strength", "TestSupport"],
      exclude: ["Golden"], swiftSettings: rules),
    .testTarget(
      name: "SystemTests",
      dependencies: ["CSystem", "CZxcvbn", "Launcher", "Secrets", "Strength", "System", "TestSupport"],
      swiftSettings: rules),
    .testTarget(
      name: "CursesTerminalTests",
      dependencies: ["CNcursesw", "CSystem", "CursesTerminal", "Screen", "Secrets"],
      swiftSettings: rules),
    .testTarget(
      name: "WatchwordTests",
      dependencies: [
        "CursesTerminal", "Forms", "Messages", "Screen", "Secrets", "Strength", "System", "TestSupport",
        "Watchword",
      ],
      exclude: ["Golden"], swiftSettings: rules),
    .testTarget(
      name: "WatchwordCLITests",
      dependencies: [
        "CursesTerminal", "Forms", "Messages", "Screen", "Secrets", "Strength", "System", "TestSupport",
        "Watchword", "WatchwordCLI",
      ],
      swiftSettings: rules),
    .testTarget(
      name: "EndToEndTests", dependencies: ["Attack", "Launcher", "Screen", "TestSupport", "WatchwordCLI"],
      swiftSettings: rules),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "CursesTerminal", "Forms", "Screen", "Secrets", "Strength", "System", "TestSupport", "Watchword",
        "WatchwordText",
      ],
      path: "Tests/Fuzz", exclude: ["Found", "Fuzz", "Package.swift", "Seeds", "run"],
      sources: ["Properties", "Replay"], swiftSettings: rules),
    .testTarget(
      name: "PackageTests",
      dependencies: ["Forms", "Messages", "Screen", "Secrets", "Strength", "TestSupport", "Watchword"],
      swiftSettings: rules),
  ],
  swiftLanguageModes: [.v6]
)
