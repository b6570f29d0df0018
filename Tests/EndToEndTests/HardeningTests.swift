import TestSupport
import Testing

/// What makes a fault in the program harder to exploit. Most of it is only in the release, which CI names in WATCHWORD.
@Suite struct HardeningTests {
  private static let program = ProgramFile.path("watchword")

  /// A binutils program's output about ours, line by line.
  private static func lines(_ program: String, _ arguments: String...) throws -> [[Substring]] {
    let said = try Completion.of(program, arguments + [Self.program])
    #expect(said.status == 0, "\(said.errors)")
    return said.output.split(separator: "\n").map { $0.split(separator: " ") }
  }

  /// The lines of the segments of `kind`.
  private func segments(_ kind: Substring) throws -> [[Substring]] {
    try Self.lines("readelf", "-lW").filter { $0.first == kind }
  }

  @Test func `J8 nothing of the program can be both written and executed`() throws {
    let stack = try #require(segments("GNU_STACK").first)
    #expect(stack.contains("RW"))
    let loaded = try segments("LOAD")
    #expect(!loaded.isEmpty && loaded.allSatisfy { !($0.contains("RWE") || $0.contains("WE")) }, "\(loaded)")
  }

  @Test(.machine(.release))
  func `J8 the tables by which the release finds functions cannot be written once it runs`() throws {
    let dynamic = try Self.lines("readelf", "-dW")
    #expect(dynamic.contains { $0.contains("(FLAGS_1)") && $0.contains("NOW") }, "\(dynamic)")
    #expect(!dynamic.contains { $0.contains("(TEXTREL)") })
    let segment = try #require(segments("GNU_RELRO").first)
    let (start, size) = try (number(segment[2]), number(segment[5]))
    let tables = try sections(".got", ".got.plt")
    #expect(!tables.isEmpty)
    for table in tables {
      let (first, count) = try (number(table.dropFirst(2).first), number(table.dropFirst(4).first))
      #expect(start <= first && first + count <= start + size, "\(table)")
    }
  }

  /// The sections of these names. A section is its name, type, address, offset, size, size of an entry, flags and more.
  private func sections(_ names: Substring...) throws -> [ArraySlice<Substring>] {
    try Self.lines("readelf", "-SW").compactMap { fields in
      fields.firstIndex { names.contains($0) }.map { fields[$0...] }
    }
  }

  @Test(.machine(.release))
  func `J8 constants of the release cannot be written, except few that Swift marks as writable`() throws {
    let constants = try #require(sections(".rodata").first)
    let flags = try #require(constants.dropFirst(6).first)
    #expect(flags.contains("A") && !flags.contains("W"), "\(constants)")
    for exceptions in try sections(".rodata.rw") {
      #expect(try number(exceptions.dropFirst(4).first) <= 64 << 10, "\(exceptions)")
    }
  }

  /// One `contains(String)` brings it in, and 1.3 MB with it: see ``String/holds(_:)``.
  @Test(.machine(.release))
  func `the release has no parser of regular expressions`() throws {
    let map = PackageFile.root + "/.build/release-static/link.map"
    for (part, isThere) in [
      ("libswiftCore.a(", true), ("libswift_StringProcessing.a(", false), ("libswift_RegexParser.a(", false),
    ] {
      #expect(try Completion.of("grep", ["-qF", part, map]).status == (isThere ? 0 : 1), "\(part)")
    }
  }

  /// RHEL 9 has glibc 2.34.
  @Test(.machine(.release))
  func `J8 the release needs no glibc newer than 2.34`() throws {
    let versions = try Self.lines("objdump", "-T").compactMap { fields in
      fields.lazy.compactMap(Self.glibcVersion).first
    }
    #expect(!versions.isEmpty)
    for version in versions {
      #expect(version.lexicographicallyPrecedes([2, 35]), "\(version)")
    }
  }

  /// The numbers of a version such as "(GLIBC_2.2.5)".
  private static func glibcVersion(_ field: Substring) -> [Int]? {
    let name = field.drop { $0 == "(" }.prefix { $0 != ")" }
    guard name.hasPrefix("GLIBC_2.") else { return nil }
    return name.dropFirst("GLIBC_".count).split(separator: ".").compactMap { Int($0) }
  }

  /// The value of a hexadecimal number, with or without 0x.
  private func number(_ text: Substring?) throws -> Int {
    let digits = try #require(text)
    return try #require(Int(digits.hasPrefix("0x") ? digits.dropFirst(2) : digits, radix: 16))
  }

  // docs/decisions.md says why.
  @Test(.machine(.release))
  func `J8 the release is not position-independent`() throws {
    #expect(try Self.lines("readelf", "-hW").contains { $0.starts(with: ["Type:", "EXEC"]) })
  }

  @Test(.machine(.release))
  func `J8 our functions in C look after their stack and the lengths of what they write`() throws {
    let code = try Completion.of(
      "objdump", ["--disassemble=overwrite_stack", "--no-show-raw-insn", Self.program]
    ).output
    #expect(code.contains("<__stack_chk_fail") && code.contains("<__explicit_bzero_chk"), "\(code)")
    #if arch(x86_64)
      #expect(code.contains("$0x1000,%rsp"), "its stack grows page by page")
    #endif
  }
}
