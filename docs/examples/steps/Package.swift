// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "steps",
  dependencies: [.package(name: "watchword", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Steps", dependencies: [.product(name: "Watchword", package: "watchword")],
      path: "Sources/Steps")
  ]
)
