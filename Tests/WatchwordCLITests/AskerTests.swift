import Glibc
import TestSupport
import Testing

@testable import WatchwordServices

/// Who asks, of real processes that try to look like another program.
@Suite struct AskerTests {
  private let folder = TemporaryFolder()

  /// The asker of the process that `script` becomes by exec, once that or the script has printed "up".
  private func asker(_ script: String) throws -> Asker {
    let terminal = try TerminalEmulator.shell(script, on: .with { $0.folder = folder.path })
    terminal.expect("up")
    terminal.wait("the shell is another program by now") {
      terminal.process.contents("cmdline")?.contains("echo up") == false
    }
    return Asker(process: terminal.process.pid)
  }

  private static let claims: [(script: String, process: String, name: String)] = [
    (#"exec python3 -W /usr/bin/sudo -c "import getpass; getpass.getpass('up')""#, "python3", "sudo"),
    (#"exec bash --rcfile /usr/bin/passwd -c "read -sp up x""#, "bash", "passwd"),
    ("exec python3 passwd", "python3", "passwd"),
    (#"exec perl -I /usr/bin/zip -e '$| = 1; print "up"; <STDIN>'"#, "perl", "zip"),
    // Python runs __main__.py of its folder, and the path is an argument of that.
    ("exec python3 '' /usr/bin/borg", "python3", ""),
  ]

  @Test func `R3 of a process that fills its memory with arguments not all are told apart`() throws {
    let script = #"exec python3 -c "import getpass; getpass.getpass('up')" $(yes x | head -n 100000)"#
    #expect(try asker(script).arguments.count == 65_537)
  }

  @Test(arguments: claims.indices) func `R3 R6 a script's name stands in quotation marks, and has no row`(
    index: Int
  ) throws {
    if ["sudo", "zip"].contains(Self.claims[index].name) { try Needs.programs(Self.claims[index].name) }
    let lie = "import os, getpass; os.chdir('/usr/bin'); getpass.getpass('up')\n"
    for file in ["passwd", "__main__.py"] { _ = folder.write(lie, to: file) }
    let row = Self.claims[index]
    let asker = try asker(row.script)
    if !row.name.isEmpty { #expect(asker.words.hasPrefix("'\(row.name)', by \(row.process)")) }
    #expect(asker.trustedPath?.hasPrefix("/usr/bin/\(row.process)") != false)
    for path in ["(/usr/bin/sudo", "(/usr/bin/passwd", "(/usr/bin/zip", "borg"] {
      #expect(!asker.words.contains(path))
    }
  }

  @Test func `R3 R6 a file that is another one here is named in quotation marks`() throws {
    try Needs.machine(.userNamespace)
    let asker = try asker(
      """
      cp $(command -v sleep) own
      exec unshare -rm sh -c 'mount --bind own /usr/bin/chage && echo up && exec /usr/bin/chage 60'
      """)
    #expect(asker.words == "'chage' (its path cannot be seen)" && asker.name == "chage")
    #expect(asker.trustedPath == nil)
  }

  @Test func `R3 R6 a program in a user namespace of its own may claim any file and is quoted`() throws {
    try Needs.machine(.userNamespace)
    let asker = try asker("exec unshare -r sh -c 'echo up; exec sleep 60'")
    #expect(asker.words == "'sleep' (its path cannot be seen)" && asker.trustedPath == nil)
  }

  @Test func `R3 a file that is removed is named in quotation marks`() throws {
    let asker = try asker(
      """
      cp $(command -v sleep) own
      (until grep -q own /proc/$$/comm; do :; done; rm own; echo up) &
      exec ./own 60
      """)
    #expect(asker.words == "'own' (its path cannot be seen)" && asker.trustedPath == nil)
  }

  @Test func `R3 R6 a program is named by its path, which is trusted if root alone can write it`() throws {
    let known = try asker("echo up; exec sleep 60")
    #expect(known.words == "sleep (/usr/bin/sleep)" && known.trustedPath == "/usr/bin/sleep")
    let own = try asker("cp $(command -v sleep) zip; echo up; exec ./zip 60")
    #expect(own.words == "zip (\(folder.path)/zip)" && own.trustedPath == nil)
  }

  @Test(
    arguments: [
      "sudo (⁄usr⁄bin⁄sudo)" + String(repeating: " ", count: 180) + "x", "su\n\r\u{2028}do", "su\u{202E}do",
      "sudo (⁄usr⁄bin⁄sudo)",
    ])
  func `R3 a name that hides its folder is left out, and the path is cut in its middle`(name: String) throws {
    let asker = try asker("cp $(command -v sleep) '\(name)'; echo up; exec './\(name)' 60")
    #expect(asker.words.hasPrefix(folder.path + "/su") && asker.words.count <= 64)
    #expect(asker.name.count <= 32)
    for said in [asker.words, asker.name] {
      #expect(!said.contains("  ") && !said.contains { $0.isNewline || $0 == "\u{202E}" }, "\(said)")
    }
  }

  @Test func `R3 a quotation mark in a name does not end the quotation`() throws {
    let name = "sudo' (⁄usr⁄bin⁄sudo) '"
    _ = folder.write("import getpass; getpass.getpass('up')\n", to: name)
    let asker = try asker("exec python3 \"\(name)\"")
    #expect(asker.words.hasPrefix(#"'sudo\u{27} (⁄usr⁄bin⁄sudo) \u{27}', by python3"#))
  }

  /// First lines of a script, with the arguments that the kernel passes for them, and others. FILE is the script.
  private static let starts: [(line: String, program: String, arguments: String, runs: Bool)] = [
    ("#!/usr/bin/perl", "perl", "FILE", true), ("#! /usr/bin/perl \t", "perl", "FILE x -y", true),
    ("#!/usr/bin/perl -w", "perl", "-w FILE", true), ("#!/usr/bin/perl -w", "perl", "FILE", false),
    ("#!/usr/bin/perl", "perl", "-w FILE", false), ("#!/usr/bin/perl", "perl", "-I FILE -e 1", false),
    ("#!/usr/bin/perl", "perl", "- FILE", false), ("#!/usr/bin/perl", "perl", "-- FILE", false),
    ("#!/usr/bin/perl", "perl", "other FILE", false), ("#!/usr/bin/perl", "perl", "", false),
    ("#!/usr/bin/perl", "bash", "FILE", false), ("#!/usr/bin/env bash", "bash", "FILE -x", true),
    ("#!/usr/bin/env bash", "perl", "FILE", false), ("#!/usr/bin/env python3", "python3.11", "FILE", true),
    ("#!/usr/bin/env -S bash -e -u", "bash", "-e -u FILE", true),
    ("#!/usr/bin/env -S bash -e", "bash", "FILE", false), ("#!/usr/bin/env -i", "bash", "FILE", false),
    ("#!/usr/bin/env", "bash", "FILE", false), ("#!", "bash", "FILE", false), ("", "bash", "FILE", false),
    ("/usr/bin/bash", "bash", "FILE", false),
  ]

  @Test(arguments: starts.indices)
  func `R6 a script runs if the options of its first line alone stand before its path`(index: Int) {
    let row = Self.starts[index]
    let file = folder.write(row.line + "\necho\n", to: "script")
    let words = row.arguments.split(separator: " ").map { $0 == "FILE" ? file : String($0) }
    #expect(Asker.runs(file, by: "/usr/bin/" + row.program, ["x"] + words) == row.runs, "\(row)")
    #expect(!Asker.runs("script", by: "/usr/bin/" + row.program, ["x"] + words), "not absolute")
  }

  @Test func `R6 a link that others can change makes a path untrusted, wherever it leads`() throws {
    let link = folder.path + "/borg"
    #expect(unsafe symlink("/usr/bin/env", link) == 0 && !Asker.onlyRootCanWrite(link))
    #expect(Asker.onlyRootCanWrite("/bin/env") && !Asker.onlyRootCanWrite("usr/bin/env"))
  }
}
