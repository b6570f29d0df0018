import TestSupport
import Testing
import WatchwordBase
import WatchwordStrength

@testable import WatchwordOptions

/// Whether passwd uses pam_pwquality.
struct PAMServiceTests {
  private let folder = TemporaryFolder()

  private func arguments(_ files: [String: String]) -> [String]? {
    for (name, text) in files { _ = folder.write(text, to: name) }
    return PAMService(folder: folder.path).arguments(of: "pam_pwquality", in: "passwd")
  }

  @Test(
    arguments: [
      ("password requisite pam_pwquality.so retry=3 minlen=10", ["retry=3", "minlen=10"]),
      ("password\t[success=1 default=ignore]\t/lib/security/pam_pwquality.so\tretry=3", ["retry=3"]),
      ("-Password required pam_pwquality", []),
      ("password requisite \\\n  pam_pwquality.so \\\n  minclass=3", ["minclass=3"]),
      (
        "password requisite pam_pwquality.so [badwords=one two] retry=2 # minlen=40",
        ["badwords=one two", "retry=2"]
      ),
      ("# password requisite pam_pwquality.so", nil), ("auth requisite pam_pwquality.so retry=3", nil),
      ("password required pam_unix.so pam_pwquality.so", nil), ("password", nil), ("", nil),
    ] as [(String, [String]?)]) func `P3 the line for passwords that names the module has the arguments`(
      _ text: String, _ wanted: [String]?
    )
  { #expect(arguments(["passwd": text]) == wanted) }

  @Test(arguments: ["@include common", "password include common", "password substack common"])
  func `P3 what is included counts, in its place`(_ line: String) {
    let common = "password requisite pam_pwquality.so minlen=9"
    #expect(arguments(["passwd": line, "common": common]) == ["minlen=9"])
    #expect(
      arguments(["passwd": "\(line)\npassword requisite pam_pwquality.so minlen=20", "common": common])
        == ["minlen=9"])
    #expect(arguments(["passwd": line, "common": line]) == nil)
  }

  @Test func `P3 without a file nothing is asked`() { #expect(arguments([:]) == nil) }

  @Test func `P3 the arguments replace what the file sets`() throws {
    for (text, count) in [("minlen=17", 17), ("use_authtok minlen=x retry=3 minlen=19", 19)] {
      _ = folder.write("password requisite pam_pwquality.so \(text)", to: "passwd")
      var file = try #require(PolicyFile(ofPasswd: PAMService(folder: folder.path)))
      #expect(try file.read() == [])
      let labels = file.policy(.english).groups.flatMap(\.criteria).map(\.label)
      #expect(labels.contains { $0.contains("\(count)") }, "\(labels)")
    }
  }
}
