import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordSecrets
import WatchwordSystem

@testable import WatchwordCommands
@testable import WatchwordOptions

/// How lists of accounts are read, from a pipe.
struct AccountListTests {
  private struct Account: Equatable {
    var line: Int
    var words: [String]
    var password: String
  }

  private typealias Entry = (account: Account, fault: UncheckedInput?)

  /// What is read of `bytes`, which come in pieces of at most `size` bytes, and has to be without a fault.
  private func accounts(in bytes: [UInt8], inPiecesOf size: Int) throws -> [Account] {
    let entries = try entries(in: bytes, inPiecesOf: size)
    #expect(entries.allSatisfy { $0.fault == nil })
    return entries.map { $0.account }
  }

  private func entries(in bytes: [UInt8], inPiecesOf size: Int) throws -> [Entry] {
    var ends: [Int32] = [0, 0]
    try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { ends.forEach { close($0) } }
    let writer = ends[1]
    let isWriting = Thread {
      for start in stride(from: 0, to: bytes.count, by: size) {
        let piece = Array(bytes[start..<min(start + size, bytes.count)])
        _ = unsafe send(writer, piece, piece.count, 0)
      }
      shutdown(writer, Int32(SHUT_WR))
    }
    defer { isWriting?.join() }
    var list = try AccountList(AccountColumns(), end: .newline, descriptor: ends[0], locking: .ifPossible)
    var found: [Entry] = []
    while try list.nextBlock() {
      for index in 0..<list.count {
        let entry = list.entry(index)
        let password = try list.withPassword(index) { (bytes) in
          String(copying: try UTF8Span(validating: bytes))
        }
        let account = Account(line: entry.line, words: entry.words.map { $0.text }, password: password)
        found.append((account, entry.fault))
      }
    }
    return found
  }

  @Test(arguments: [1, 2, 3, 7, 100, 16_384, 65_536])
  func `U1 what is written as CSV is read, in pieces of any size`(size: Int) throws {
    var random = SeededGenerator(seed: UInt64(size))
    let count = size < 100 ? 60 : 2000
    let signs = ["a", "é", "\"", ",", "\n", "\r\n", " ", "😀", "'", ";", "x"]
    func cell(_ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &random)).map { _ in signs.randomElement(using: &random)! }
        .joined()
    }
    var (csv, line, wanted) = ("\u{FEFF}notes,username,password,url\r\n", 2, [Account]())
    for _ in 0..<count {
      let cells = [cell(200), cell(20), "k" + cell(30), cell(5)]
      let record = cells.map { cell in
        let needsQuotes = cell.unicodeScalars.contains { ["\"", ",", "\n", "\r"].contains($0) }
        return needsQuotes || Bool.random(using: &random)
          ? "\"" + cell.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\"" : cell
      }
      csv += record.joined(separator: ",") + (Bool.random(using: &random) ? "\r\n" : "\n")
      wanted.append(Account(line: line, words: [cells[1]] + cells[3].places, password: cells[2]))
      line += 1 + cells.reduce(0) { $0 + $1.unicodeScalars.count { $0 == "\n" } }
    }
    #expect(try accounts(in: Array(csv.utf8), inPiecesOf: size) == wanted)
  }

  @Test(
    arguments: [
      ("https://intranet.zkwovia.example/login", ["intranet", "zkwovia"]),
      ("HTTPS://ada:secret@Login.North-Wind.co.uk:8443/x", ["North-Wind"]),
      ("northwind.example", ["northwind"]),
      ("http://northwind/", ["northwind"]), ("www.webmail.mail.accounts.auth.sso.example", []),
      ("android://aGFzaA==@com.northwind.app/", ["northwind"]), ("https://x.example?a=northwind.example", []),
      ("https://a.example,https://northwind.example/b,c", ["northwind"]), ("https://abc.example", []),
      ("https://ab12-3.example", []), ("https://münchen.example", ["münchen"]),
      ("http://192.168.100.200/", []),
      ("http://[2001:db8::1]/", []), ("", []), ("https://", []),
    ] as [(String, [String])])
  func `U1 the host of a URL counts by its labels with four letters`(url: String, places: [String]) {
    #expect(url.places == places)
  }

  @Test(arguments: [1, 7, 100, 4096, 16_384, 65_536])
  func `U1 of a pipe as much is read again, in pieces of any size`(size: Int) throws {
    let line = "ada,Kv7#mQz!2xLp\n"
    let (near, far) = (SecretInput.reach / line.utf8.count - 1, SecretInput.reach / line.utf8.count + 1)
    let csv =
      "user,password\nx,\"open\n" + String(repeating: line, count: near) + "y,\"closed\"\nz,\"open\n"
      + String(repeating: line, count: far) + "y,\"closed\"\nbob,last"
    let found = try entries(in: Array(csv.utf8), inPiecesOf: size)
    let lost = 4 + near
    #expect(found.count == near + 4 && found.map(\.account.line) == Array(2...lost) + [lost + far + 2])
    #expect(found[0].fault == .torn && found[near + 1].account.password == "closed")
    #expect(found[near + 2].fault == .lost(from: lost + 1, to: lost + far + 1))
    #expect(
      found.filter { $0.fault != nil }.allSatisfy { $0.account.words == [] && $0.account.password == "" })
    #expect(found.last?.account == Account(line: lost + far + 2, words: ["bob"], password: "last"))
  }

  @Test func `U1 a file is read again from any line, by a time that grows as it does`() throws {
    let opening = String(repeating: "x,\"open\n" + String(repeating: "ada,one\n", count: 3000), count: 60)
    let file = try TemporaryFile("user,password\n" + opening)
    let descriptor = try openList(file.path)
    defer { close(descriptor) }
    var list = try AccountList(
      AccountColumns(), end: .newline, descriptor: descriptor, locking: .ifPossible)
    var (lines, torn) = ([Int](), 0)
    while try list.nextBlock() {
      for index in 0..<list.count {
        lines.append(list.entry(index).line)
        torn += list.entry(index).fault == .torn ? 1 : 0
      }
    }
    #expect(lines == Array(2...180_061) && torn == 60)
  }

  @Test(arguments: [",", ";", "\t"], [1, 5, 65_536])
  func `U1 the separator is found however the first line comes`(sign: String, size: Int) throws {
    let csv =
      ["\"a,b;c\td\"", "user", "password"].joined(separator: sign) + "\r\n\r\n1\(sign)ada\(sign)x\r\n"
    #expect(
      try accounts(in: Array(csv.utf8), inPiecesOf: size) == [Account(line: 3, words: ["ada"], password: "x")]
    )
  }

  @Test func `U1 a record may be longer than all memory that is kept for it`() throws {
    let notes = String(repeating: "long,\n", count: 50_000)
    let csv = "notes,name,password\n\"\(notes)\",\(String(repeating: "n", count: 9000)),one\nx,y,two\n"
    let found = try accounts(in: Array(csv.utf8), inPiecesOf: 4096)
    #expect(found.map(\.password) == ["one", "two"] && found.map(\.line) == [2, 50_003])
  }

  @Test(arguments: [4096, 16_384, 24_576, 30_000, 40_000])
  func `U1 names of columns may be longer than all memory, and so may words and passwords`(size: Int) throws {
    let names = "username,password," + String(repeating: "x", count: size - 19) + "\n"
    let record = String(repeating: "u", count: 4095) + "," + String(repeating: "p", count: 5000) + "\n"
    let found = try accounts(
      in: Array((names + String(repeating: record, count: 10)).utf8), inPiecesOf: 65_536)
    #expect(
      found.count == 10 && found.allSatisfy { $0.password.utf8.count == SecretText.defaultCapacity + 1 })
    #expect(found.allSatisfy { $0.words[0].utf8.count == 4095 })
  }

  @Test func `U1 what may be a password in a record that is none does not become a word`() throws {
    let csv = "username,password\nZq8vTnnW3kLp\nZq8vTnnW3kLp,\nada,x\n"
    let pipe = try Pipe([Array(csv.utf8)])
    var list = try AccountList(
      AccountColumns(), end: .newline, descriptor: pipe.reading, locking: .ifPossible)
    #expect(try list.nextBlock())
    #expect((0..<list.count).map { list.entry($0).words.map { $0.text } } == [[], [], ["ada"]])
  }

  @Test func `U1 one byte too many is told, and no more is kept`() throws {
    let most = SecretText.defaultCapacity
    let csv =
      "password\n" + String(repeating: "a", count: most) + "\n" + String(repeating: "a", count: 3 * most)
      + "\n"
    #expect(
      try accounts(in: Array(csv.utf8), inPiecesOf: 4096).map(\.password.utf8.count) == [most, most + 1])
  }

  @Test func `U2 equal passwords are found by their first line, and no others`() throws {
    var same = try SamePasswords(locking: .ifPossible)
    let passwords = (1...5000).map { "password \($0 % 1700)" }
    for (index, password) in passwords.enumerated() {
      let first = same.firstLine(of: password.utf8Span.span, on: index + 1)
      #expect(first == (index < 1700 ? nil : index % 1700 + 1))
    }
    #expect(same.count == (5000, 1700))
  }
}
