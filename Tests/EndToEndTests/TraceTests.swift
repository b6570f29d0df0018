import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// `--trace` of `watchword run` and `watchword agent`, with stand-ins.
@Suite struct TraceTests {
  private let folder = TemporaryFolder()
  private static let foot = "type it yourself"
  private static let asking = #"stty -echo; printf 'Xyzzy: '; read -r x; stty echo; printf '\n<%s>\n' "$x""#

  private var stage: Stage {
    .with {
      $0.folder = folder.path
      $0.environment["WATCHWORD_INLINE"] = nil
      $0.environment["watchword"] = ProgramFile.path("watchword")
      $0.size.columns = 120
    }
  }

  private func shell(_ line: String, job script: String = TraceTests.asking) throws -> TerminalEmulator {
    _ = folder.write(script + "\n", to: "job")
    return try TerminalEmulator.open(
      "sh", ["-c", "trap : INT; \(line); echo status $?; read end"], on: stage)
  }

  /// Decisions and reasons, without times, processes and modes.
  private var decisions: [String] {
    lines.map { line in line.firstRange(of: ": ").map { String(line[$0.upperBound...]) } ?? "" }
  }

  /// The lines behind the first one.
  private var lines: [Substring] {
    (folder.read("trace") ?? "").split(separator: "\n").dropFirst().map(\.self)
  }

  /// What is noted of questions and forms.
  private var events: [String] { decisions.filter { !$0.hasPrefix("no question") } }

  @Test func `R14 a trace has the life of a form, and nothing of prompt, keys and answer`() throws {
    let terminal = try shell("$watchword run --no-animation --trace trace sh job")
    terminal.expect("Xyzzy:", Self.foot)
    terminal.type("Qwv7\r")
    terminal.expect("<Qwv7>", "status 0")
    let (first, text) = (events, try #require(folder.read("trace")))
    #expect(
      first == [
        "question (a process reads the terminal)", "form opens (one field)", "form ends (answered)",
      ], "\(text)")
    #expect(
      lines.first { $0.contains(": question") }?.contains(#/^[0-9]+\.[0-9]{3} 'sh' [0-9]+ canonical dark: /#)
        == true)
    for part in ["Xyzzy", "Secret", "Qwv7", "Qwv", "job", "<"] { #expect(!text.contains(part), "\(part)") }
    var status = stat()
    #expect(unsafe stat(folder.path + "/trace", &status) == 0 && status.st_mode & 0o7777 == 0o600)
    // Nothing tells how long an answer was, even if it was empty.
    for keys in ["Qwv7 and many more characters\r", "\r"] {
      #expect(unsafe unlink(folder.path + "/trace") == 0)
      let other = try shell("$watchword run --no-animation --trace trace sh job")
      other.expect("Xyzzy:", Self.foot)
      other.type(keys)
      if keys == "\r" {
        other.expect("Send an empty password?")
        other.expectPressable()
        other.press(.enter)
      }
      other.expect("status 0")
      #expect(events == first)
      #expect(lines.first { $0.contains("form ends") }?.contains(#/ 'sh' [0-9]+: form ends/#) == true)
    }
  }

  @Test func `R14 a trace says what became of forms that were not answered`() throws {
    let terminal = try shell(
      "$watchword run --no-animation --trace trace sh job", job: "\(Self.asking); \(Self.asking)")
    terminal.expect("Xyzzy:", Self.foot)
    terminal.press(.escape)
    terminal.expect(gone: Self.foot)
    terminal.wait("it is seen to be left to the user") {
      decisions.contains("no question (it is left to the user)")
    }
    terminal.type("by hand\r")
    terminal.expect("<by hand>", Self.foot)
    terminal.press(.control("c"))
    terminal.expect("status 130")
    #expect(
      decisions.filter { $0.hasPrefix("form") } == [
        "form opens (one field)", "form ends (cancelled)", "form opens (one field)",
        "form ends (interrupted)",
      ])
  }

  @Test func `R14 a shell that reads keys has a line for each change, and none for what stays`() throws {
    let terminal = try shell("PS1='%% ' $watchword run --trace trace bash --norc --noprofile -i")
    for _ in 1...3 {
      terminal.wait("the shell is seen to read keys") { decisions.last == "no question (it reads keys)" }
      terminal.type("read -r x\n")
      terminal.wait("a command is seen to read lines") { decisions.last == "no question (the echo is on)" }
      terminal.type("\n")
    }
    terminal.type("exit\n")
    terminal.expect("status 0")
    let all = decisions
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 != $1 }, "\(all)")
    #expect(Set(all) == ["no question (it reads keys)", "no question (the echo is on)"])
  }

  @Test(arguments: ["kept", "link", "/dev/tty", "/dev/full", "nowhere/trace", "."])
  func `R14 a trace that cannot be a new file is refused before anything runs`(file: String) throws {
    _ = folder.write("kept", to: "kept")
    #expect(unsafe symlink("target", folder.path + "/link") == 0)
    for service in ["run", "agent"] {
      var environment = stage.environment
      environment["XDG_RUNTIME_DIR"] = folder.path
      let command = service == "run" ? ["touch", "ran"] : ["--once"]
      let end = try Completion.of(
        "watchword", [service, "--trace", file] + command, environment: environment, folder: folder.path)
      #expect(end.status == 2 && end.output == "" && end.errors.split(separator: "\n").count == 1, "\(end)")
      #expect(end.errors.contains("'\(file)'"))
    }
    #expect(folder.read("kept") == "kept" && folder.read("target") == nil && folder.read("ran") == nil)
  }

  @Test func `R14 inside, a line says that the outer run has to be started so`() throws {
    let terminal = try shell(
      "$watchword run sh -c '$watchword run --trace trace sh job; echo inner $?'")
    terminal.expect("start that one with '--trace'", "inner 2")
    #expect(folder.read("trace") == nil && !terminal.shows("Xyzzy"))
  }

  @Test func `R14 a trace that cannot be written ends no command, and a line says so`() throws {
    let terminal = try shell(
      "(ulimit -f 0; exec $watchword run --trace trace sh job)", job: "echo ran; sleep 0.2")
    terminal.expect("ran", "cannot write to 'trace': File too large", "status 0")
    #expect(folder.read("trace") == "" && terminal.rows.filter { $0.contains("cannot write") }.count == 1)
  }

  @Test(.machine(.mountNamespace))
  func `R14 a full disk ends no command`() throws {
    let script = """
      mount -t tmpfs -o size=8k none /mnt; $watchword run --trace /mnt/trace sh -c '
      head -c 8192 /dev/zero >/mnt/rest; \(Self.asking.replacing("'", with: #"'"'"'"#))'; echo status $?; read end
      """
    let terminal = try TerminalEmulator.open(
      "unshare", [BareSystem.unsharing, "sh", "-c", script], on: stage)
    terminal.expect("Xyzzy:", Self.foot)
    terminal.type("Qwv7\r")
    terminal.expect("<Qwv7>", "status 0")
  }

  @Test func `R14 without a form the trace says why`() throws {
    let end = try Completion.of(
      "watchword", ["run", "--trace", folder.path + "/trace", "echo", "ran"], environment: stage.environment)
    #expect(end == Completion(status: 0, output: "ran\n"))
    #expect(decisions == ["no forms (no terminal controls this process)"])
  }

  @Test func `R14 the agent notes questions, forms, answers and what it refuses`() throws {
    let place = folder.path + "/systemd/ask-password"
    let script = #"""
      import os, socket, sys, time
      folder, name = sys.argv[1:3]
      os.makedirs(folder, exist_ok=True)
      path = f"{folder}/sck.{name}"
      end = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); os.umask(0o077); end.bind(path)
      with open(f"{folder}/tmp.{name}", "w") as file:
          file.write(f"[Ask]\nPID={os.getpid()}\nSocket={path}\nMessage=Xyzzy {name}\n")
      os.rename(f"{folder}/tmp.{name}", f"{folder}/ask.{name}")
      end.recv(4096); os.unlink(path); os.unlink(f"{folder}/ask.{name}")
      """#
    var stage = stage
    stage.environment["XDG_RUNTIME_DIR"] = folder.path
    let asker = try TerminalEmulator.open("/usr/bin/python3", ["-c", script, place, "one"], on: stage)
    asker.wait("it asks") { unsafe access(place + "/ask.one", F_OK) == 0 }
    _ = folder.write("[Ask]\nMessage=Xyzzy\n", to: "systemd/ask-password/ask.none")
    let agent = try TerminalEmulator.open("watchword", ["agent", "--trace", "trace"], on: stage)
    agent.expect("Xyzzy one", "Esc")
    agent.type("Qwv7\r")
    asker.expectExit(0)
    let second = try TerminalEmulator.open("/usr/bin/python3", ["-c", script, place, "two"], on: stage)
    agent.expect("Xyzzy two", "Esc")
    second.signal(SIGKILL)
    agent.expect("no longer asked")
    let third = try TerminalEmulator.open("/usr/bin/python3", ["-c", script, place, "three"], on: stage)
    agent.expect("Xyzzy three", "Esc")
    agent.press(.control("c"))
    agent.expect(.killed(by: SIGINT))
    third.signal(SIGKILL)
    let text = try #require(folder.read("trace"))
    #expect(
      decisions == [
        "refused (the file names no process)", "question (its file is there)",
        "form opens (the oldest question)",
        "answered (by the form)", "question (its file is there)", "form opens (the oldest question)",
        "form ends (the question has gone)", "question (its file is there)",
        "form opens (the oldest question)",
        "form ends (interrupted)",
      ], "\(text)")
    #expect(text.contains(" 'python3") && !text.contains("Xyzzy") && !text.contains("Qwv"))
  }
}
