package import WatchwordStrength
internal import WatchwordSystem

extension CommonWords {
  package static var ofProgram: CommonWords { CommonWords { ProgramFolder.lists } }
}
