// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "sign-up",
  dependencies: [.package(name: "watchword", path: "../../..")],
  targets: [
    .executableTarget(
      name: "SignUp", dependencies: [.product(name: "Watchword", package: "watchword")],
      path: "Sources/SignUp")
  ]
)
