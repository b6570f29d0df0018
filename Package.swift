// swift-tools-version: 6.3
import Foundation
import PackageDescription

/// Every Swift target is held to the same rules.
let rules: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// The same for the sources that compute, which are optimized where the tests want them so: with `WATCHWORD_OPTIMIZED=1`
/// in the environment, as `make test` has it. A package that others depend on may ask for no such flags by itself.
let isOptimized = Context.environment["WATCHWORD_OPTIMIZED"] == "1"
let optimized = rules + (isOptimized ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [])

/// glibc's checks of lengths in C. They need a compiler that optimizes.
let checks: [CSetting] = [.define("_FORTIFY_SOURCE", to: "2", .when(configuration: .release))]

/// The languages of the library except English, a module for each: see po/embed beside them, which writes them.
let languages = try FileManager.default.contentsOfDirectory(
  atPath: "\(Context.packageDirectory)/Sources/Languages"
)
.filter { $0.hasPrefix("Watchword") }.sorted()

let package = Package(
  name: "watchword",
  products: [
    .library(name: "Watchword", targets: ["Watchword"]),
    .library(name: "WatchwordStrength", targets: ["WatchwordStrength"]),
    .library(name: "WatchwordHashes", targets: ["WatchwordHashes"]),
    .library(name: "WatchwordFoundation", targets: ["WatchwordFoundation"]),
    .library(name: "WatchwordTesting", targets: ["WatchwordTesting"]),
    .executable(name: "watchword", targets: ["WatchwordCLI"]),
  ] + languages.map { .library(name: $0, targets: [$0]) },
  targets: languages.map {
    .target(
      name: $0, dependencies: ["WatchwordStrength"], path: "Sources/Languages/\($0)", swiftSettings: rules)
  } + [
    // The edge to C
    // pkg-config would hand SwiftPM definitions that it refuses with a warning. The headers say what is missing.
    .systemLibrary(name: "CWatchwordCurses"),
    .systemLibrary(name: "CWatchwordUtf8proc"),
    .systemLibrary(name: "CWatchwordZxcvbn"),
    .systemLibrary(name: "CWatchwordMd"),
    .systemLibrary(name: "CWatchwordAssuan"),
    .target(name: "CWatchwordSystem", cSettings: checks),
    .target(
      name: "CWatchwordHashes", exclude: ["saslprep.inc"], cSettings: checks,
      linkerSettings: [.linkedLibrary("md"), .linkedLibrary("utf8proc")]),
    .target(name: "CWatchwordTerminal", dependencies: ["CWatchwordSystem"], cSettings: checks),
    .target(
      name: "CWatchwordStart", dependencies: ["CWatchwordSystem", "CWatchwordTerminal"],
      cSettings: checks + [
        .define("ww_swift_arguments", to: "_swift_stdlib_getUnsafeArgvArgc", .when(configuration: .release)),
        .define("WW_RELEASE", .when(configuration: .release)),
      ]),

    // The core: no terminal, no clock, no files
    .target(
      name: "WatchwordBase", dependencies: ["CWatchwordSystem", "CWatchwordUtf8proc"],
      swiftSettings: optimized),
    .target(
      name: "WatchwordSecrets", dependencies: ["CWatchwordSystem", "WatchwordBase"],
      swiftSettings: optimized + [.enableExperimentalFeature("Lifetimes")]),
    .target(
      name: "WatchwordStrength",
      dependencies: [
        "CWatchwordMd", "CWatchwordSystem", "CWatchwordUtf8proc", "CWatchwordZxcvbn", "WatchwordBase",
        "WatchwordSecrets",
      ],
      swiftSettings: optimized),
    .target(name: "WatchwordScreen", dependencies: ["WatchwordBase"], swiftSettings: optimized),

    // The outside world
    .target(
      name: "WatchwordSystem",
      dependencies: ["CWatchwordHashes", "CWatchwordSystem", "WatchwordBase", "WatchwordSecrets"],
      swiftSettings: optimized),
    .target(
      name: "WatchwordHashes", dependencies: ["WatchwordSecrets", "WatchwordSystem"], swiftSettings: rules),
    .target(
      name: "WatchwordCurses",
      dependencies: [
        "CWatchwordCurses", "CWatchwordSystem", "CWatchwordTerminal", "WatchwordBase", "WatchwordScreen",
        "WatchwordSecrets",
      ],
      swiftSettings: rules),

    // The front doors
    .target(
      name: "Watchword",
      dependencies: [
        "WatchwordCurses", "WatchwordBase", "WatchwordScreen", "WatchwordSecrets",
        "WatchwordStrength", "WatchwordSystem",
      ],
      swiftSettings: optimized),
    .target(
      name: "WatchwordTesting", dependencies: ["Watchword", "WatchwordCurses", "WatchwordScreen"],
      swiftSettings: optimized),
    .target(
      name: "WatchwordFoundation", dependencies: ["Watchword", "WatchwordHashes", "WatchwordStrength"],
      swiftSettings: rules),

    // The program: its options, and side by side its commands and what it does for other programs
    .target(
      name: "WatchwordOptions",
      dependencies: [
        "CWatchwordStart", "CWatchwordSystem", "Watchword", "WatchwordBase", "WatchwordCurses",
        "WatchwordScreen", "WatchwordSecrets", "WatchwordStrength", "WatchwordSystem",
      ],
      swiftSettings: rules),
    .target(
      name: "WatchwordServices",
      dependencies: [
        "CWatchwordAssuan", "CWatchwordMd", "CWatchwordSystem", "CWatchwordTerminal", "Watchword",
        "WatchwordBase", "WatchwordCurses", "WatchwordOptions", "WatchwordScreen", "WatchwordSecrets",
        "WatchwordStrength", "WatchwordSystem",
      ],
      swiftSettings: rules),
    .target(
      name: "WatchwordCommands",
      dependencies: [
        "CWatchwordSystem", "Watchword", "WatchwordBase", "WatchwordCurses", "WatchwordOptions",
        "WatchwordSecrets", "WatchwordStrength", "WatchwordSystem",
      ],
      swiftSettings: rules),
    .executableTarget(
      name: "WatchwordCLI",
      dependencies: [
        "CWatchwordStart", "Watchword", "WatchwordBase", "WatchwordCommands", "WatchwordCurses",
        "WatchwordOptions", "WatchwordSecrets", "WatchwordServices", "WatchwordStrength", "WatchwordSystem",
      ],
      swiftSettings: rules),

    // Tests
    .systemLibrary(
      name: "CVterm", path: "Tests/CVterm", pkgConfig: "vterm", providers: [.apt(["libvterm-dev"])]),
    .systemLibrary(
      name: "CPWQuality", path: "Tests/CPWQuality", pkgConfig: "pwquality",
      providers: [.apt(["libpwquality-dev"])]),
    .target(name: "CFilter", path: "Tests/CFilter"),
    .target(name: "CZxcvbnCalls", path: "Tests/CZxcvbnCalls"),
    .executableTarget(
      name: "Waiter", dependencies: ["Watchword"], path: "Tests/Hosts/Waiter", packageAccess: false),
    .target(name: "CHostState", path: "Tests/Hosts/CHostState"),
    .executableTarget(
      name: "Host",
      dependencies: ["CHostState", "CWatchwordCurses", "Watchword", "WatchwordCurses"],
      path: "Tests/Hosts/Host", swiftSettings: rules),
    .executableTarget(name: "Launcher", dependencies: ["CFilter"], path: "Tests/Launcher"),
    .target(
      name: "TestSupport",
      dependencies: [
        "CFilter", "CWatchwordSystem", "CVterm", "WatchwordBase", "WatchwordScreen", "WatchwordSecrets",
        "WatchwordStrength", "WatchwordTesting",
      ],
      path: "Tests/TestSupport", swiftSettings: rules),
    .executableTarget(name: "Thief", path: "Tests/Thief"),
    .executableTarget(name: "Count", path: "Tests/Count"),
    .executableTarget(
      name: "Figure", dependencies: ["WatchwordSecrets", "WatchwordStrength", "WatchwordSystem"],
      path: "Tests/Figure", exclude: ["figure"], swiftSettings: rules),
    .executableTarget(
      name: "Verdicts", dependencies: ["CWatchwordZxcvbn", "WatchwordStrength"], path: "Tests/Verdicts",
      packageAccess: false, swiftSettings: rules),
    .executableTarget(
      name: "LeakBench", dependencies: ["WatchwordSecrets", "WatchwordStrength", "WatchwordSystem"],
      path: "Tests/LeakBench", swiftSettings: rules),
    .executableTarget(
      name: "Attack", dependencies: ["Launcher", "TestSupport", "Thief"], path: "Tests/Attack",
      swiftSettings: rules),
    .testTarget(
      name: "SecretsTests", dependencies: ["CWatchwordSystem", "WatchwordSecrets", "TestSupport"],
      swiftSettings: rules),
    .testTarget(
      name: "StrengthTests",
      dependencies: ["CPWQuality", "TestSupport", "WatchwordBase", "WatchwordStrength"],
      swiftSettings: rules),
    .testTarget(
      name: "ScreenTests", dependencies: ["WatchwordBase", "WatchwordScreen"], swiftSettings: rules),
    .testTarget(
      name: "FormsTests",
      dependencies: [
        "TestSupport", "Watchword", "WatchwordBase", "WatchwordScreen", "WatchwordSecrets",
        "WatchwordStrength",
      ],
      exclude: ["Golden"], swiftSettings: rules),
    .testTarget(
      name: "SystemTests",
      dependencies: [
        "CFilter", "CWatchwordHashes", "CWatchwordSystem", "CWatchwordTerminal", "CWatchwordZxcvbn",
        "Launcher",
        "TestSupport", "WatchwordBase", "WatchwordSecrets", "WatchwordStrength", "WatchwordSystem",
      ],
      exclude: ["Tables"], swiftSettings: rules),
    .testTarget(
      name: "CursesTerminalTests",
      dependencies: [
        "CFilter", "CWatchwordCurses", "CWatchwordSystem", "CWatchwordTerminal", "TestSupport", "Watchword",
        "WatchwordBase", "WatchwordCurses", "WatchwordScreen", "WatchwordSecrets",
      ],
      swiftSettings: rules),
    .testTarget(
      name: "PinentryTests",
      dependencies: [
        "TestSupport", "Watchword", "WatchwordOptions", "WatchwordScreen", "WatchwordSecrets",
        "WatchwordServices", "WatchwordStrength",
      ],
      swiftSettings: rules),
    .testTarget(
      name: "SessionTests",
      dependencies: [
        "CZxcvbnCalls", "TestSupport", "Watchword", "WatchwordCurses", "WatchwordBase",
        "WatchwordScreen", "WatchwordSecrets", "WatchwordStrength", "WatchwordSystem",
      ],
      exclude: ["Golden"], swiftSettings: rules),
    .testTarget(
      name: "WatchwordCLITests",
      dependencies: [
        "CWatchwordTerminal", "TestSupport", "Watchword", "WatchwordBase", "WatchwordCommands",
        "WatchwordCurses",
        "WatchwordOptions", "WatchwordScreen", "WatchwordSecrets", "WatchwordServices", "WatchwordStrength",
        "WatchwordSystem",
      ],
      swiftSettings: rules),
    .testTarget(
      name: "ScriptTests",
      dependencies: [
        "Launcher", "TestSupport", "Watchword", "WatchwordBase", "WatchwordCommands", "WatchwordOptions",
        "WatchwordScreen", "WatchwordSecrets", "WatchwordStrength", "WatchwordSystem",
      ],
      swiftSettings: rules),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Attack", "Count", "Host", "Launcher", "Waiter", "WatchwordBase", "WatchwordScreen",
        "TestSupport", "WatchwordCLI", "WatchwordOptions",
      ],
      exclude: ["Golden"], swiftSettings: rules),
    .testTarget(
      name: "FuzzTests",
      dependencies: [
        "TestSupport", "Watchword", "WatchwordCurses", "WatchwordBase", "WatchwordScreen",
        "WatchwordSecrets", "WatchwordStrength", "WatchwordSystem",
      ],
      path: "Tests/Fuzz", exclude: ["Found", "Fuzz", "Package.swift", "Seeds", "run"],
      sources: ["Properties", "Replay"], swiftSettings: rules),
    .testTarget(
      name: "PackageTests",
      dependencies: [
        "TestSupport", "Verdicts", "Watchword", "WatchwordBase", "WatchwordCurses", "WatchwordScreen",
        "WatchwordSecrets", "WatchwordStrength",
      ],
      exclude: ["Golden"], swiftSettings: rules),
  ],
  swiftLanguageModes: [.v6]
)

// A few targets of tests are built sooner than all: `make test ONLY="…"`.
if let only = Context.environment["WATCHWORD_ONLY"]?.split(separator: " ").map(String.init), !only.isEmpty {
  let tests = package.targets.filter { $0.type == .test }.map(\.name)
  for name in only where !tests.contains(name) { fatalError("ONLY names tests that there are not: \(name)") }
  package.targets.removeAll { $0.type == .test && !only.contains($0.name) }
}

// The release needs neither the targets of the tests nor their libraries, which SwiftPM would look for.
if Context.environment["WATCHWORD_RELEASE"] == "1" {
  package.targets.removeAll { $0.type == .test || $0.path?.hasPrefix("Tests/") == true }
}
