import Testing

@testable import WatchwordCurses

@Suite struct ColorDepthTests {
  @Test(arguments: [
    (-1, ColorDepth.none), (2, .none), (8, .eight), (16, .eight), (88, .eight), (256, .indexed),
    (32767, .indexed),
  ]) func `terminfo's number of colours gives the depth`(count: Int, depth: ColorDepth) {
    #expect(ColorDepth(.auto, type: "xterm", count: count, isDirect: false) { _ in nil } == depth)
  }

  @Test func `24 bits are used where colours are addressed by their shares`() {
    #expect(ColorDepth(.auto, type: "xterm", count: 0x1000000, isDirect: true) { _ in nil } == .direct)
  }

  @Test(arguments: [(ColorChoice.auto, ColorDepth.none), (.always, .indexed), (.never, .none)])
  func `NO_COLOR counts unless colours are asked for`(choice: ColorChoice, depth: ColorDepth) {
    #expect(
      ColorDepth(
        choice, type: "xterm", count: 256, isDirect: false, environment: variables(["NO_COLOR": "1"]))
        == depth)
  }

  @Test func `an empty NO_COLOR does not count`() {
    #expect(
      ColorDepth(.auto, type: "xterm", count: 256, isDirect: false, environment: variables(["NO_COLOR": ""]))
        == .indexed)
  }

  @Test(arguments: [
    ("xterm-256color", ["COLORTERM": "truecolor"], true), ("xterm-256color", ["COLORTERM": "24bit"], true),
    ("xterm-256color", ["COLORTERM": "yes"], false), ("xterm-256color", [:], false),
    ("xterm-256color", ["COLORTERM": "truecolor", "NO_COLOR": "1"], false),
    ("screen-256color", ["COLORTERM": "truecolor", "STY": "1.pts"], false),
    ("screen-256color", ["COLORTERM": "truecolor", "TMUX": "/tmp/tmux,1,0", "STY": "1.pts"], true),
    ("tmux-256color", ["COLORTERM": "truecolor"], true),
  ]) func `COLORTERM promises 24 bits`(type: String, environment: [String: String], isPromised: Bool) {
    let (depth, other) =
      (
        ColorDepth(.auto, type: type, count: 256, isDirect: false, environment: variables(environment)),
        environment["NO_COLOR"] == nil ? ColorDepth.indexed : .none
      )
    #expect(depth == (isPromised ? .direct : other))
  }

  private func variables(_ values: [String: String]) -> (String) -> String? { { values[$0] } }
}
