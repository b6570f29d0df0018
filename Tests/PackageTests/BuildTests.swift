import TestSupport
import Testing

/// What `make` says before it builds, with a stand-in for Swift.
@Suite struct BuildTests {
  private let folder = TemporaryFolder()

  /// What `make TARGET` says if the path has only a swift that prints `version`, or none.
  private func make(_ target: String, version: String?) throws -> Completion {
    // The Makefile lists the sources when it is read.
    let play = """
      cd "$1"
      rm -f swift
      ln -sf "$(command -v find)" find
      make=$(command -v make)
      test -z "$3" || { printf '#!/bin/sh\\necho "%s"\\n' "$3" >swift && chmod +x swift; }
      unset MAKEFLAGS MAKELEVEL
      # As before the first build: the program is older than what it is built of.
      PATH=$1 exec "$make" -W Package.swift -C "$2" "$4" SWIFT=swift
      """
    return try Completion.of(
      "sh", ["-ec", play, "sh", folder.path, PackageFile.root, version ?? "", target])
  }

  @Test(arguments: [
    (nil, "there is no 'swift' here"),
    ("Swift version 6.0.3 (swift-6.0.3-RELEASE)", "this is SWIFT (6.0.3)"),
    ("Swift version 6.2-dev (LLVM 1, Swift 2)", "this is SWIFT (6.2)"),
    ("Swift version 5.10.1 (swift-5.10.1-RELEASE)", "this is SWIFT (5.10.1)"),
    ("python-swiftclient 4.2.0", "this is SWIFT (python-swiftclient 4.2.0)"),
  ])
  func `without a Swift that can build nothing is installed and built`(version: String?, found: String) throws
  {
    let found = found.replacing("SWIFT", with: "\(folder.path)/swift")
    for target in ["run", "test", "programs", "attack", "build"] {
      let made = try make(target, version: version)
      let lines = made.errors.split(separator: "\n")
      let end = target == "build" ? "watchword] Error 2" : "swift] Error 2"
      #expect(made.status == 2 && lines.count == 2 && lines.last?.hasSuffix(end) == true)
      #expect(lines.first == "Swift 6.3 or newer is needed, \(found): swift.org/install/linux")
    }
  }

  @Test(arguments: [
    ("Swift version 6.3 (swift-6.3-RELEASE)", "6.3"), ("Apple Swift version 6.10.1", "6.10.1"),
    ("Swift version 7.0-dev (LLVM 1, Swift 2)", "7.0"),
  ])
  func `the first line names the Swift that builds`(version: String, number: String) throws {
    let made = try make("swift", version: version)
    #expect(made.status == 0 && made.errors == "Swift \(number), \(folder.path)/swift\n")
  }
}
