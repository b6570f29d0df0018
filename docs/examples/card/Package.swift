// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "card",
  dependencies: [.package(name: "watchword", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Card", dependencies: [.product(name: "Watchword", package: "watchword")],
      path: "Sources/Card")
  ]
)
