import CZxcvbn
import Testing

@testable import System

/// Whether what is shortened as a walk is what the library takes for one: else its time has no bound, or a text loses
/// what is none.
@Suite struct `Neighbouring keys` {
  private static let characters = Array(UInt8(0x21)...0x7E)

  /// The kinds of the parts that the library finds in `text`.
  private func kinds(of text: [UInt8]) -> [UInt32] {
    var parts: UnsafeMutablePointer<ZxcMatch_t>?
    let text = text.map { CChar($0) } + [0]
    unsafe _ = ZxcvbnMatch(text, nil, &parts)
    var kinds: [UInt32] = []
    var part = unsafe parts
    while let found = unsafe part {
      unsafe kinds.append(found.pointee.Type.rawValue)
      unsafe part = found.pointee.Next
    }
    unsafe ZxcvbnFreeInfo(parts)
    return kinds
  }

  @Test func `neighbours are the keys that the library takes for steps of a walk, and no others`() {
    var walks: [[UInt8]] = []
    for first in Self.characters {
      for second in Self.characters {
        for third in Self.characters where kinds(of: [first, second, third]) == [SPATIAL_MATCH.rawValue] {
          walks.append([first, second, third])
        }
      }
    }
    let strays = walks.filter { walk in
      !Keyboard.all.contains { $0.areNeighbours(walk[0], walk[1]) && $0.areNeighbours(walk[1], walk[2]) }
    }
    #expect(strays.map { String(decoding: $0, as: UTF8.self) } == [])
    let steps = Set(walks.flatMap { [$0[0...1].map(\.self), $0[1...2].map(\.self)] })
    for first in Self.characters {
      for second in Self.characters {
        let isStep = steps.contains([first, second])
        let areNeighbours = Keyboard.all.contains { $0.areNeighbours(first, second) }
        // With two keys that are a word of a dictionary, such as "as", the library finds no walk of three.
        if areNeighbours == isStep || kinds(of: [first, second]) != [BRUTE_MATCH.rawValue] { continue }
        Issue.record("\(String(decoding: [first, second], as: UTF8.self)) \(isStep)")
      }
    }
  }
}
