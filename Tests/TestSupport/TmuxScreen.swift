internal import Glibc
package import Testing

/// A real tmux with a program in its one pane, on a server of its own.
package struct TmuxScreen: ~Copyable {
  private let server: String
  private let environment: [String: String]

  /// Starts `command`, a line for `sh`, in a pane of `columns` by `rows` cells; `$watchword` is the program of this
  /// package. Without an alternate screen tmux ignores a program that asks for it. Throws ``SystemFailure`` if tmux
  /// cannot be started.
  package init(_ command: String, columns: Int = 80, rows: Int = 24, hasAlternateScreen: Bool = true) throws {
    server = "watchword-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    environment = Stage().environment.merging(["watchword": ProgramFile.path("watchword")]) { $1 }
    let options = [
      ["start-server"], ["set", "-s", "escape-time", "0"], ["set", "-g", "remain-on-exit", "on"],
      ["set", "-g", "status", "off"], ["set", "-g", "default-shell", "/bin/sh"],
      ["set", "-g", "default-terminal", "tmux-256color"],
      ["setw", "-g", "alternate-screen", hasAlternateScreen ? "on" : "off"],
    ]
    let session = ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", command]
    _ = try tmux((options + [session]).map { $0 + [";"] }.joined().dropLast())
  }

  deinit { _ = try? tmux(["kill-server"]) }

  package var rows: [String] {
    let text = (try? tmux(["capture-pane", "-p"]).output) ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  package var process: ProcessState? {
    get throws {
      try Int32(tmux(["display", "-p", "#{pane_pid}"]).output.filter { !$0.isNewline }).map {
        ProcessState($0)
      }
    }
  }

  /// The rows that have scrolled out of the pane at the top.
  package var history: [String] {
    get throws { try tmux(["capture-pane", "-p", "-S", "-"]).output.split(separator: "\n").map(String.init) }
  }

  package func type(_ text: String) throws { _ = try tmux(["send-keys", "-l", "--", text]) }
  package func press(_ keys: String...) throws { _ = try tmux(["send-keys"] + keys) }

  /// Makes the window as wide as each of `widths`, one after the other. The program hears of the last one only.
  package func resize(_ widths: [Int]) throws {
    _ = try tmux(widths.map { ["resize-window", "-x", "\($0)", ";"] }.joined().dropLast())
    let terminal = try tmux(["display", "-p", "#{pane_tty}"]).output.filter { !$0.isNewline }
    // tmux wraps its rows at once, but tells the terminal of the pane a quarter of a second after the last time.
    let end = " \(widths.last ?? 0)\n"
    for _ in 0..<400 {
      if try Completion.of("stty", ["-F", terminal, "size"]).output.hasSuffix(end) { return }
      poll(nil, 0, 25)
    }
  }

  /// Pastes a text through tmux's own buffer, marked if the program asked for that.
  package func paste(_ text: String) throws {
    _ = try tmux(["set-buffer", "--", text, ";", "paste-buffer", "-p"])
  }

  /// Waits until all `texts` are on the screen, 10 s at most.
  package func expect(_ texts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    var rows: [String] = []
    for _ in 0..<400 {
      rows = self.rows
      if texts.allSatisfy({ text in rows.contains { $0.contains(text) } }) { return }
      // tmux has no call that waits for a change of a pane.
      poll(nil, 0, 25)
    }
    Issue.record(
      "waited in vain for \(texts):\n\(rows.joined(separator: "\n"))", sourceLocation: sourceLocation)
  }

  package static let isInstalled = (try? Completion.of("tmux", ["-V"]).status) == 0

  private func tmux(_ arguments: some Collection<String>) throws -> Completion {
    try Completion.of("tmux", ["-L", server, "-f", "/dev/null"] + arguments, environment: environment)
  }
}
