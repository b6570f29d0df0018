internal import Glibc
internal import WatchwordMessages

/// The common words of many languages with their ranks, in the file that packaging/common-words makes and describes: a
/// hash index of fingerprints, which is looked up where it lies.
///
/// The file is mapped, and so it must not be cut short while it is in use. Installing another one, which takes the name and
/// leaves the file, is no harm.
///
/// It is a class, as the owner of the map: all meters have the same list.
@safe
package final class CommonWords {
  private let locate: () -> String?
  private var numbers: UnsafeBufferPointer<UInt32>?
  private var wasOpened = false

  /// Makes a list of the file that ``open()`` opens.
  ///
  /// - Parameter locate: Answers the path of the folder that it is in; `nil` where there is none.
  package init(in locate: @escaping () -> String?) { self.locate = locate }

  /// Makes a list of the file in `folder`, and opens it; `nil` where there are no words.
  package convenience init?(openedIn folder: String) {
    self.init { folder }
    if !open() { return nil }
  }

  /// Why a list is `nil` then, for a host.
  package static let absence = "it has no list of common words"

  deinit {
    if let numbers = unsafe numbers { unsafe Self.unmap(numbers) }
  }

  /// Opens the file where that was not tried yet. Answers whether there are words.
  @discardableResult
  package func open() -> Bool {
    if !wasOpened {
      wasOpened = true
      unsafe numbers = locate().flatMap { unsafe Self.map($0 + "/common-words") }
    }
    return unsafe numbers != nil
  }

  /// What was mapped; `nil` where there is none, or where the file was not opened.
  var table: Table? { unsafe numbers.map { unsafe Table(numbers: $0) } }

  /// Whether any of the words may have `letter`: one from a to z, or a sign on the key of a Russian letter.
  @inline(__always)
  static func has(_ letter: UInt32) -> Bool {
    switch letter {
    case 0x61...0x7A, 0x5B, 0x5D, 0x3B, 0x27, 0x2C, 0x2E, 0x60: true
    default: false
    }
  }

  /// The words, to be used no longer than the list lives.
  @safe
  struct Table {
    fileprivate let numbers: UnsafeBufferPointer<UInt32>

    /// Whether a word may begin with the letters that have `fingerprint`, as many as a word has at least.
    @inline(__always)
    func mayBegin(with fingerprint: UInt64) -> Bool {
      let bit: UInt32 = 1 << (fingerprint >> (64 - startBits) & 31)
      return unsafe numbers[starts + Int(fingerprint >> (69 - startBits))] & bit != 0
    }

    /// The binary logarithm of the rank, among the words of all languages, of the word with `fingerprint`, as ``WordHash``
    /// makes it of letters as they count inside a text; `nil` where there is none.
    @inline(__always)
    func bits(of fingerprint: UInt64) -> Double? {
      let row = header + Int(fingerprint >> (64 - rowBits))
      let tag = UInt32(truncatingIfNeeded: fingerprint >> (32 - rowBits)) & tagMask
      let (start, end) = unsafe (entries + Int(numbers[row]), entries + Int(numbers[row + 1]))
      // Who broke the file gets no further than its end.
      guard start <= end, end - start <= longestRow, unsafe end <= numbers.count else { return nil }
      for index in start..<end where unsafe numbers[index] & tagMask == tag {
        return unsafe Double(numbers[index] & ~tagMask) / 4
      }
      return nil
    }
  }

  private static let sizeLimit = 4 << 20
  /// "WWwords2".
  private static let magic: (UInt32, UInt32) = (0x6F77_5757, 0x3273_6472)

  private static func map(_ path: String) -> UnsafeBufferPointer<UInt32>? {
    guard let (descriptor, size) = try? openFile(path, atMost: sizeLimit) else { return nil }
    defer { close(descriptor) }
    let stride = MemoryLayout<UInt32>.stride
    guard size >= entries * stride, size.isMultiple(of: stride),
      let start = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0),
      unsafe start != MAP_FAILED
    else { return nil }
    let numbers = unsafe UnsafeBufferPointer(
      start: start.bindMemory(to: UInt32.self, capacity: size / stride), count: size / stride)
    let isSound =
      unsafe (numbers[0], numbers[1], Int(numbers[2])) == (magic.0, magic.1, numbers.count - entries)
    if isSound { return unsafe numbers }
    unsafe unmap(numbers)
    return nil
  }

  private static func unmap(_ numbers: UnsafeBufferPointer<UInt32>) {
    unsafe munmap(
      UnsafeMutableRawPointer(mutating: numbers.baseAddress), numbers.count * MemoryLayout<UInt32>.stride)
  }
}

private let rowBits: UInt64 = 15
private let startBits: UInt64 = 19
private let tagMask: UInt32 = ~0 << 7
/// The most entries of a row that are looked at: so many no row of the file has.
private let longestRow = 256
/// The numbers before those of the rows.
private let header = 3
/// The numbers before the bits of how words begin, and before the entries.
private let starts = header + 1 << rowBits + 1
private let entries = starts + 1 << (startBits - 5)
