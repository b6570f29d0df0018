// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "sandbox",
  dependencies: [.package(name: "watchword", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Sandbox", dependencies: [.product(name: "Watchword", package: "watchword")],
      path: "Sources/Sandbox")
  ]
)
