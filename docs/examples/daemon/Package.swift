// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "daemon",
  dependencies: [.package(name: "watchword", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Daemon",
      dependencies: [
        .product(name: "Watchword", package: "watchword"),
        .product(name: "WatchwordGerman", package: "watchword"),
      ], path: "Sources/Daemon")
  ]
)
