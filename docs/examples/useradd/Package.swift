// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "useradd",
  dependencies: [.package(name: "watchword", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Useradd", dependencies: [.product(name: "Watchword", package: "watchword")],
      path: "Sources/Useradd")
  ]
)
