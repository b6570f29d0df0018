import Glibc
import TestSupport
import Testing
import WatchwordStrength

@testable import WatchwordSystem

/// The files of pwquality, and pwscore, which reads the same.
@Suite struct PWQualityFilesTests {
  private let folder = TemporaryFolder()

  private var path: String { folder.path + "/p.conf" }

  /// Makes a file of the folder `.d` beside the file.
  private func dropIn(_ name: String, _ text: String) {
    _ = unsafe mkdir(path + ".d", 0o700)
    _ = folder.write(text, to: "p.conf.d/\(name)")
  }

  /// The error for a file that cannot be used.
  private func fault(_ path: String? = nil) -> String? {
    do throws(PWQualitySettings.Remark) {
      _ = try PWQualitySettings.read(path ?? self.path)
      return nil
    } catch {
      return error.place.line.map { "line \($0): \(error.reason)" } ?? error.reason
    }
  }

  @Test func `H3 the files of the folder come first, in the order of their bytes, and the main file last`()
    throws
  {
    dropIn("10.conf", "minlen = 10\nmaxrepeat = 1\nminclass = 1")
    dropIn("9.conf", "minlen = 9\nmaxrepeat = 2\nminclass = 2\ndifok = 9")
    dropIn("A.conf.conf", "difok = 70")
    dropIn("A.conf~", "difok = 71")
    dropIn("A.con", "difok = 72")
    dropIn(".conf", "difok = 73\nucredit = 3")
    _ = folder.write("minlen = 12", to: "p.conf")
    let settings = try PWQualitySettings.read(path).settings
    #expect(settings[.minlen] == 12 && settings[.maxrepeat] == 2 && settings[.minclass] == 2)
    #expect(settings[.difok] == 9 && settings[.ucredit] == 3)
  }

  @Test
  func `H3 a file of the folder that cannot be opened is skipped and reported, other faults are errors`()
    throws
  {
    _ = folder.write("minlen = 12", to: "p.conf")
    dropIn("1.conf", "minclass = 3")
    _ = unsafe mkdir(path + ".d/2.conf", 0o700)
    _ = unsafe symlink("/none", path + ".d/3.conf")
    let (settings, remarks) = try PWQualitySettings.read(path)
    #expect(settings[.minclass] == 3)
    #expect(
      remarks.map { "\($0.place.path.suffix(6)) \($0.reason)" } == [
        "2.conf passed over, as libpwquality does: Is a directory",
        "3.conf passed over, as libpwquality does: No such file or directory",
      ])
    dropIn("4.conf", "\nminclas = 3")
    #expect(fault() == "line 2: there is no setting 'minclas'")
  }

  @Test func `H3 a folder that cannot be opened is skipped and reported`() throws {
    let path = folder.write("minlen = 12", to: "q.conf")
    _ = folder.write("", to: "q.conf.d")
    let (settings, remarks) = try PWQualitySettings.read(path)
    #expect(settings[.minlen] == 12)
    #expect(
      remarks.map { "\($0.place.path.suffix(8)) \($0.reason)" }
        == ["q.conf.d passed over, as libpwquality does: Not a directory"])
  }

  @Test func `H3 anything but a readable file is refused`() throws {
    #expect(fault() == "No such file or directory")
    #expect(fault(folder.path) == "Is a directory")
    #expect(fault("/dev/null") == "Not a regular file")
    let large = folder.write(String(repeating: "#\n", count: 1 << 19) + "#", to: "p.conf")
    #expect(fault(large) == "Larger than the limit of 1 MiB")
    _ = unsafe unlink(large)
    _ = unsafe mkfifo(large, 0o600)
    #expect(fault(large) == "Not a regular file")
  }

  @Test func `H3 a file that sets nothing is said, but not of a system's that is there`() throws {
    _ = folder.write("# minlen = 12\r\n", to: "p.conf")
    let reason = "; libpwquality's own defaults are used"
    #expect(try PWQualitySettings.read(path).remarks.map(\.reason) == ["Nothing is set\(reason)"])
    #expect(try PWQualitySettings.read(path, isOptional: true).remarks.isEmpty)
    let absent = try PWQualitySettings.read(path + "x.conf", isOptional: true)
    #expect(absent.settings == PWQualitySettings())
    #expect(absent.remarks.map(\.reason) == ["No such file or directory\(reason)"])
    dropIn("1.conf", "minlen = 9")
    #expect(try PWQualitySettings.read(path).remarks.isEmpty)
  }

  /// pwscore also looks up words, which we do elsewhere. So a password that it refuses for its words is not compared.
  @Test(.programs("pwscore"))
  func `H3 pwscore and our criteria agree on 100 passwords under the system's configuration`() throws {
    let (settings, _) = try PWQualitySettings.read(PWQualitySettings.systemPath, isOptional: true)
    var policy = settings.policy()
    policy.groups.removeAll { $0.criteria.contains { $0.condition == .unlisted } }
    let verifier = try #require(Verifier("/usr/bin/pwscore"))
    var random = SeededGenerator()
    var (accepted, refused) = (0, 0)
    for _ in 0..<100 {
      var password = String(
        (0..<Int.random(in: 1...14, using: &random)).map { _ in
          Character(Unicode.Scalar(UInt8.random(in: 0x21...0x7E, using: &random)))
        })
      if Int.random(in: 0..<4, using: &random) == 0 { password += String(password.reversed()) }
      let isMet =
        policy.verdict(on: password.utf8Span, count: password.count, by: Judge()).firstFailure == nil
      switch try verifier.ask(input: password + "\n", hiding: [password]) {
      case .accepted:
        accepted += 1
        #expect(isMet, "\(password)")
      case .refused(let message) where message?.text?.contains("dictionary") == true: continue
      case .refused:
        refused += 1
        #expect(!isMet, "\(password)")
      default: Issue.record("pwscore did not answer")
      }
    }
    #expect(accepted > 10 && refused > 10 && accepted + refused > 80, "\(accepted) \(refused)")
  }
}
