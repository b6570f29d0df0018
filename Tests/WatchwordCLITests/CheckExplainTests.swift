import TestSupport
import Testing

/// `watchword check` says all that is known: issue 13, H5.
struct CheckExplainTests {
  private let password = "Tr0ub4dor&3"

  @Test func `H5 a person reads how long it takes to guess, and what the meter found`() throws {
    let plain = try Completion.ofCheck(password)
    let explained = try Completion.ofCheck(password, ["--explain"])
    #expect(plain.status == 0 && explained.status == 0 && explained.errors == "")
    let times = """
      How long it takes to guess:
         online, 100 tries an hour: centuries
         online, 10 tries a second: centuries
         stolen file of slow hashes, 10,000 tries a second: centuries
         stolen file of fast hashes, 10 billion tries a second: 3 hours

      """
    let parts = """
      What the meter found:
         A word with predictable letter swaps, 4 characters: 16.2 bits
         A word with predictable letter swaps, 3 characters: 10.1 bits
         A word from the dictionary, 2 characters: 6.3 bits
         Guessed one by one, 2 characters: 14.1 bits
         In all, 11 characters: 46.7 bits

      """
    let end = "Accepted: the password meets the requirements\n"
    #expect(plain.output.hasSuffix(times + end), "\(plain.output)")
    #expect(explained.output.hasSuffix(times + parts + end), "\(explained.output)")
  }

  @Test func `H5 an empty password has no parts`() throws {
    let completion = try Completion.ofCheck("", ["--explain"])
    #expect(!completion.output.contains("What the meter found"))
    #expect(try Completion.ofCheck("", ["--explain", "--json"]).output.contains(#""parts":[],"#))
  }

  @Test(arguments: [[], ["--batch"], ["--json"], ["--batch", "--json"]])
  func `H5 nothing of the password is written, by whatever name`(options: [String]) throws {
    let output = try Completion.ofCheck(password + "\n", ["--explain"] + options).output
    for piece in ["Tr0u", "b4d", "ub4", "or&", "&3"] { #expect(!output.contains(piece), "\(output)") }
  }

  @Test func `H5 the parts of a list stand in its table and its objects`() throws {
    let list = "\(password)\npassword\npasswordpassword1password1\n"
    let table = try Completion.ofCheck(list, ["--batch", "--explain"]).output
    let rows = table.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    #expect(rows.map(\.count) == [7, 7, 7])
    #expect(rows[1][6] == "common 8 0")
    let objects = try Completion.ofCheck(list, ["--batch", "--explain", "--json"]).output
    for object in objects.split(separator: "\n") {
      let numbers = object.split(separator: #""bits":"#).dropFirst().compactMap { rest in
        Double(rest.prefix { $0.isNumber || $0 == "." })
      }
      #expect(numbers.count > 1)
      #expect(abs(numbers[0] - numbers.dropFirst().reduce(0, +)) < 0.01 * Double(numbers.count), "\(object)")
    }
    #expect(try Completion.ofCheck(list, ["--batch"]).output == table.droppingLastColumns)
  }

  @Test func `H5 the words for the times stand beside the seconds, by the same names`() throws {
    let output = try Completion.ofCheck(password, ["--json"]).output
    let names = { (member: String) -> [Substring] in
      let rest = output.split(separator: #""\#(member)":{"#).last ?? ""
      return rest.prefix { $0 != "}" }.split(separator: ",").compactMap { $0.split(separator: ":").first }
    }
    #expect(names("crack_times_seconds").count == 4)
    #expect(names("crack_times_seconds") == names("crack_times_display"))
    #expect(output.contains(#""offline_fast_10000000000_per_second":"3 hours"}"#))
  }

  @Test func `H5 no form names parts`() throws {
    let completion = try Completion.of("watchword", ["new", "--explain"])
    #expect(completion.status == 2)
    #expect(completion.errors.hasPrefix("watchword: option '--explain' is for 'check', not for 'new'\n"))
  }
}

extension String {
  fileprivate var droppingLastColumns: String {
    split(separator: "\n").map { line in
      line.prefix(upTo: line.lastIndex(of: "\t") ?? line.endIndex) + "\n"
    }.joined()
  }
}
