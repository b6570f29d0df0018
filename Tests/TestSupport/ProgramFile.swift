internal import CVterm
internal import Glibc

package enum ProgramFile {
  /// The folder of the test bundle, where SwiftPM puts the executables too.
  package static let folder: String = {
    let path = destination(ofLink: "/proc/self/exe")
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }()

  /// The file of the program `name`: for `watchword` the one that WATCHWORD names, if set; for a program of this
  /// package the one beside the test bundle; for any other its bare name.
  package static func path(_ name: String) -> String {
    if name == "watchword", let chosen = environment("WATCHWORD") { return chosen }
    let beside = "\(folder)/\(name)"
    return unsafe access(beside, X_OK) == 0 ? beside : name
  }

  /// Whether the user nobody can start the programs of this package. Root's home, for one, is closed to others.
  package static let isOpenToOthers =
    (try? Completion.of("test", ["-x", "\(folder)/Launcher"], launching: ["--nobody"]).status) == 0

  static func destination(ofLink path: String) -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink(path, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Starts `path` with `descriptors` as descriptors 0, 1, 2 and so on, `nil` for none, and no others.
  static func spawn(
    _ path: String, _ arguments: [String], environment: [String: String], folder: String? = nil,
    descriptors: [Descriptor?]
  ) throws -> pid_t {
    let words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    let settings: [UnsafeMutablePointer<CChar>?] =
      unsafe Locales.counting(environment).map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer { unsafe (words + settings).forEach { word in unsafe free(word) } }
    var pid: pid_t = 0
    let numbers = descriptors.map { $0?.number ?? -1 }
    let error = unsafe cvterm_spawn(&pid, path, folder, words, settings, numbers, Int32(numbers.count))
    guard error == 0 else { throw SystemFailure(call: "spawn \(path)", number: error) }
    return pid
  }
}

package func environment(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }
