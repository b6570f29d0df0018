internal import CWatchwordStart
internal import Glibc

/// A command with its arguments, byte by byte as they were passed.
@safe package struct ArgumentVector {
  /// The strings of the arguments, then NULL. They stay valid.
  package let pointers: [UnsafeMutablePointer<CChar>?]

  /// Returns only if it fails, with errno set.
  package func replaceProcess() {
    if let program = unsafe pointers[0] { unsafe _ = execvp(program, pointers) }
  }

  package init(of word: String) { unsafe pointers = [strdup(word), nil] }

  /// The last `count` arguments of this process.
  package init(ofLast count: Int) {
    var all: [UnsafeMutablePointer<CChar>?] = unsafe []
    while let word = unsafe ww_argument(Int32(all.count)) {
      unsafe all.append(UnsafeMutablePointer(mutating: word))
    }
    unsafe pointers = all.suffix(count) + [nil]
  }
}
