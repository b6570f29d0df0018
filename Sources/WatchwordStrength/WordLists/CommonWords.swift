internal import CWatchwordSystem
internal import Glibc
internal import WatchwordBase

/// The common words of many languages with their ranks: a hash index of fingerprints, looked up in the file that
/// packaging/common-words makes and describes.
///
/// The file is mapped into memory. If another program truncates the file, a form reads zeros for the missing part, and
/// a host without a form gets a SIGBUS. Replacing the file is safe, since the old one stays mapped. This is a class,
/// because it owns the map: all meters share it.
@safe
package final class CommonWords {
  private let locate: () -> String?
  private var numbers: UnsafeBufferPointer<UInt32>?
  private var wasOpened = false

  /// Makes a list that is opened later, by ``open()``, in the folder whose path `locate` returns.
  package init(in locate: @escaping () -> String?) { self.locate = locate }

  /// Opens the list in `folder` at once; `nil` if the folder has no list that can be used.
  package convenience init?(openedIn folder: String) {
    self.init { folder }
    if !open() { return nil }
  }

  /// What a host is told about a folder from which no list can be opened.
  package static let absence = "it has no list of common words"

  deinit {
    if let numbers = unsafe numbers { unsafe Self.unmap(numbers) }
  }

  /// Opens the file, unless that was tried before. Returns whether there are words.
  @discardableResult
  package func open() -> Bool {
    if !wasOpened {
      wasOpened = true
      unsafe numbers = locate().flatMap { unsafe Self.map($0 + "/common-words") }
    }
    return unsafe numbers != nil
  }

  /// The mapped words; `nil` if there are none, or the file was not opened.
  var table: Table? { unsafe numbers.map { unsafe Table(numbers: $0) } }

  /// Whether `letter` occurs in any of the words. It does if it is a to z, or a symbol on a US key that types a Russian
  /// letter.
  @inline(__always)
  static func has(_ letter: UInt32) -> Bool {
    switch letter {
    case 0x61...0x7A, 0x5B, 0x5D, 0x3B, 0x27, 0x2C, 0x2E, 0x60: true
    default: false
    }
  }

  /// The words, valid only while the list lives.
  @safe
  struct Table {
    fileprivate let numbers: UnsafeBufferPointer<UInt32>

    /// Whether a word may begin with certain letters. `fingerprint` is that of five letters, or of a whole word with
    /// fewer.
    @inline(__always)
    func mayBegin(with fingerprint: UInt64) -> Bool {
      let bit: UInt32 = 1 << (fingerprint >> (64 - startBits) & 31)
      return unsafe numbers[starts + Int(fingerprint >> (69 - startBits))] & bit != 0
    }

    /// What an entry of the file is about, besides words of five letters and more: a byte behind its letters.
    enum Kind: UInt64 {
      case password = 1
      case drawn, short, ideographs
      /// A word of three or four letters that is less common than those of `short`.
      case rare
      case example
    }

    /// The binary logarithm of the rank of the word with `fingerprint`, among the words of all languages; `nil` if no
    /// word has this fingerprint, which is that of a ``LetterHash``.
    @inline(__always)
    func bits(of fingerprint: UInt64) -> Double? { number(of: fingerprint).map { Double($0) / 4 } }

    /// The binary logarithm of the rank of a word of another kind with these letters.
    func bits(of letters: LetterHash, as kind: Kind) -> Double? {
      number(of: letters.value(with: kind)).map { Double($0) / 4 }
    }

    /// The lists of drawn words that have the word with these letters, a bit for each.
    func lists(of letters: LetterHash) -> UInt8 {
      number(of: letters.value(with: .drawn)).map(UInt8.init(truncatingIfNeeded:)) ?? 0
    }

    /// The `number`th language in which the word with these letters counts in a phrase, and the bits that it has among
    /// the words of that language; `nil` if there are fewer.
    func phrase(of letters: LetterHash, _ number: Int) -> (language: UInt8, bits: Double)? {
      var hash = letters
      hash.add(UInt64(number) + 7)
      return self.number(of: hash.value).map { (UInt8($0 / 5), bitsOfClass[Int($0 % 5)]) }
    }

    @inline(__always)
    private func number(of fingerprint: UInt64) -> UInt32? {
      let row = header + Int(fingerprint >> (64 - rowBits))
      let tag = UInt32(truncatingIfNeeded: fingerprint >> (32 - rowBits)) & tagMask
      let (start, end) = unsafe (entries + Int(numbers[row]), entries + Int(numbers[row + 1]))
      // A broken file must not make this read beyond the file's end, or take long.
      guard start <= end, end - start <= longestRow, unsafe end <= numbers.count else { return nil }
      // The entries of a row are in order, and evenly spread.
      var index = start + Int(UInt64(tag) * UInt64(end - start) >> 32)
      while index > start, unsafe numbers[index - 1] >= tag { index -= 1 }
      while index < end, unsafe numbers[index] < tag { index += 1 }
      return unsafe index < end && numbers[index] & tagMask == tag ? numbers[index] & ~tagMask : nil
    }
  }

  private static let sizeLimit = 4 << 20
  /// "WWwords3".
  private static let magic: (UInt32, UInt32) = (0x6F77_5757, 0x3373_6472)

  private static func map(_ path: String) -> UnsafeBufferPointer<UInt32>? {
    guard let (descriptor, size) = try? openFile(path, atMost: sizeLimit) else { return nil }
    defer { close(descriptor) }
    let stride = MemoryLayout<UInt32>.stride
    guard size >= entries * stride, size.isMultiple(of: stride),
      let start = unsafe mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0),
      unsafe start != MAP_FAILED
    else { return nil }
    let numbers = unsafe UnsafeBufferPointer(
      start: start.bindMemory(to: UInt32.self, capacity: size / stride), count: size / stride)
    let isSound =
      unsafe (numbers[0], numbers[1], Int(numbers[2])) == (magic.0, magic.1, numbers.count - entries)
    if isSound {
      unsafe ww_file_note_map(start, size)
      return unsafe numbers
    }
    unsafe unmap(numbers)
    return nil
  }

  private static func unmap(_ numbers: UnsafeBufferPointer<UInt32>) {
    unsafe ww_file_note_map(numbers.baseAddress, 0)
    unsafe munmap(
      UnsafeMutableRawPointer(mutating: numbers.baseAddress), numbers.count * MemoryLayout<UInt32>.stride)
  }
}

extension LetterHash {
  fileprivate func value(with kind: CommonWords.Table.Kind) -> UInt64 {
    var hash = self
    hash.add(kind.rawValue)
    return hash.value
  }
}

private let rowBits: UInt64 = 14
private let startBits: UInt64 = 19
private let tagMask: UInt32 = ~0 << 7
/// A row with more entries is not read. No row of the real file has as many.
private let longestRow = 256
/// The bits of a word in a phrase, by the class of its rank: up to 32, 91, 256, 724 and 2,048.
private let bitsOfClass = [5.25, 6, 7.5, 9, 10.5]
/// How many numbers precede those of the rows.
private let header = 3
/// How many numbers precede the bits for starts of words.
private let starts = header + 1 << rowBits + 1
/// How many numbers precede the entries.
private let entries = starts + 1 << (startBits - 5)
