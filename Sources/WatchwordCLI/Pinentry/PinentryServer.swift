internal import CWatchwordAssuan
internal import Glibc
internal import WatchwordCurses
internal import WatchwordSecrets

/// Who shows the dialogs that the agent asks for.
protocol PinentryDialogs {
  /// Asks for a passphrase.
  ///
  /// - Returns: What was typed, and whether it was typed twice.
  func passphrase(_ request: PinentryRequest, _ agent: Agent) throws(PinentryError) -> Passphrase
  /// Asks a question, or with one button shows a message. Returns when the person has said yes.
  func confirm(_ request: PinentryRequest, hasOneButton: Bool) throws(PinentryError)
}

/// A passphrase that was typed.
struct Passphrase: ~Copyable {
  /// The bytes, in UTF-8.
  let bytes: SecretBuffer
  /// Whether it was typed a second time, as SETREPEAT asks for.
  let isRepeated: Bool
}

/// Speaks the protocol of gpg-agent on standard input and standard output. libassuan reads lines, finds commands and
/// words answers; what a command does stands here.
final class PinentryServer {
  private let dialogs: any PinentryDialogs
  private let locking: SecretMemory.Locking
  /// Why no dialog may be shown; `nil` where they may.
  private let fault: String?
  private var request: PinentryRequest
  private var agent: Agent?
  /// Whether a dialog reads the answers to its own inquiries.
  private var isListening = false
  /// Whether the rest of a line that is too long still comes.
  private var isSkipping = false

  /// Makes a server that knows only what `request` says. With a `fault` it shows no dialog, and answers that.
  init(
    _ request: PinentryRequest = PinentryRequest(), dialogs: any PinentryDialogs,
    locking: SecretMemory.Locking = .required, fault: String? = nil
  ) {
    (self.request, self.dialogs, self.locking, self.fault) = (request, dialogs, locking, fault)
  }

  /// Serves the agent on these descriptors until it says BYE or is gone, and closes them.
  ///
  /// - Returns: Whether the conversation ended as it should.
  func run(input: Int32 = 0, output: Int32 = 1) -> Bool {
    var made: assuan_context_t?
    guard unsafe assuan_new(&made) == 0, let context = unsafe made else { return false }
    defer { unsafe assuan_release(context) }
    var descriptors = [input, output]
    guard unsafe assuan_init_pipe_server(context, &descriptors) == 0 else { return false }
    agent = unsafe Agent(context)
    defer { agent = nil }
    // Whatever the environment says: a log would have copies of secrets.
    unsafe assuan_set_flag(context, assuan_flag_t(ASSUAN_NO_LOGGING), 1)
    unsafe assuan_set_pointer(context, Unmanaged.passUnretained(self).toOpaque())
    for name in Self.commands {
      let text = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
      guard unsafe assuan_register_command(context, text, Self.handler, nil) == 0 else { return false }
    }
    _ = unsafe assuan_register_option_handler(context) { context, name, value in
      unsafe PinentryServer.serving(context).setOption(name, value)
    }
    _ = unsafe assuan_register_reset_notify(context) { context, _ in
      unsafe PinentryServer.serving(context).request.reset()
      return 0
    }
    unsafe assuan_set_io_monitor(
      context,
      { context, _, direction, line, count in
        guard direction == 0, let line = unsafe line else { return 0 }
        return unsafe PinentryServer.serving(context).monitorLine(
          UnsafeMutableRawBufferPointer(start: UnsafeMutableRawPointer(mutating: line), count: count))
      }, nil)
    guard unsafe assuan_accept(context) == 0 else { return false }
    while true {
      let error = unsafe assuan_process(context)
      guard error != 0 else { return true }
      guard gpg_err_code(error) == GPG_ERR_ASS_LINE_TOO_LONG else { return false }
      if !isSkipping {
        isSkipping = true
        _ = unsafe assuan_write_line(context, "ERR \(error) IPC line too long")
      }
    }
  }

  /// What the agent is told that it talks to.
  static let flavor = "watchword"

  private static let commands: [StaticString] = [
    "SETDESC", "SETPROMPT", "SETKEYINFO", "SETREPEAT", "SETREPEATERROR", "SETREPEATOK", "SETERROR", "SETOK",
    "SETNOTOK", "SETCANCEL", "GETPIN", "CONFIRM", "MESSAGE", "SETQUALITYBAR", "SETQUALITYBAR_TT", "SETGENPIN",
    "SETGENPIN_TT", "GETINFO", "SETTITLE", "SETTIMEOUT", "CLEARPASSPHRASE",
  ]

  private static let handler: assuan_handler_t = { context, line in
    guard let context = unsafe context, let line = unsafe line else { return PinentryError.general.code }
    let server = unsafe PinentryServer.serving(context)
    do throws(PinentryError) {
      try unsafe server.carryOut(
        unsafe String(cString: assuan_get_command_name(context)), unsafe bytes(of: line), context)
      return 0
    } catch {
      if let keyword = error.keyword { server.agent?.write(status: keyword, error.arguments) }
      // libassuan reads the text when the line is written, and frees none: the copy stays.
      if let sentence = error.sentence {
        unsafe _ = assuan_set_error(context, error.code, strdup(sentence))
      }
      return error.code
    }
  }

  /// The server that `context` belongs to.
  private static func serving(_ context: assuan_context_t?) -> PinentryServer {
    unsafe Unmanaged.fromOpaque(assuan_get_pointer(context)).takeUnretainedValue()
  }

  private static func bytes(of line: UnsafePointer<CChar>) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: line, count: strlen(line)))
  }

  /// Passes over the rest of a line of which too much came, and over an answer that came when its dialog was over. A NUL,
  /// where C would end a text, becomes another control character, in whose place a sign is shown.
  private func monitorLine(_ line: UnsafeMutableRawBufferPointer) -> UInt32 {
    for offset in line.indices where unsafe line[offset] == 0 { unsafe line[offset] = 1 }
    let bytes = unsafe UnsafeRawBufferPointer(line).bindMemory(to: UInt8.self).span
    guard isSkipping || !isListening && agent?.passesOver(bytes) == true else { return 0 }
    isSkipping = false
    return UInt32(ASSUAN_IO_MONITOR_IGNORE)
  }

  private func setOption(_ name: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?) -> gpg_error_t {
    guard let name = unsafe name, let value = unsafe value else { return PinentryError.general.code }
    return request.setOption(unsafe String(cString: name), unsafe Self.bytes(of: value))
      ? 0 : PinentryError(GPG_ERR_UNKNOWN_OPTION).code
  }

  private func carryOut(_ command: String, _ line: [UInt8], _ context: assuan_context_t) throws(PinentryError)
  {
    if request.set(command, line) { return }
    if let fault, ["GETPIN", "CONFIRM", "MESSAGE"].contains(command) { throw .configuration(fault) }
    switch command {
    case "GETPIN":
      defer { StackScratch.scrub() }
      if let agent { try getPassphrase(agent) }
    case "CONFIRM":
      try confirm(hasOneButton: AgentText.decode(line).split(separator: " ").contains("--one-button"))
    case "MESSAGE": try confirm(hasOneButton: true)
    case "GETINFO": try unsafe tell(AgentText.decode(line), context)
    // There is no cache that it could be cleared from.
    default: throw .general
    }
  }

  private func getPassphrase(_ agent: Agent) throws(PinentryError) {
    defer { request.dialogDidEnd(isPassphrase: true) }
    isListening = true
    defer { isListening = false }
    let passphrase = try dialogs.passphrase(request, agent)
    if passphrase.bytes.count == 0 { return }
    if passphrase.isRepeated { agent.write(status: "PIN_REPEATED", "") }
    try agent.send(passphrase.bytes.bytes, locking: locking)
  }

  private func confirm(hasOneButton: Bool) throws(PinentryError) {
    defer { request.dialogDidEnd(isPassphrase: false) }
    try dialogs.confirm(request, hasOneButton: hasOneButton)
  }

  private func tell(_ what: String, _ context: assuan_context_t) throws(PinentryError) {
    let text: String
    switch what {
    case "version": text = version
    case "pid": text = "\(getpid())"
    case "flavor":
      text = Self.flavor
      // A second field of its own, and not that the agent asks again.
      agent?.write(status: "FEATURES", "tabbing")
    case "ttyinfo": text = request.terminalInformation
    default: throw .parameter
    }
    guard unsafe assuan_send_data(context, text, text.utf8.count) == 0 else { throw .general }
  }
}

extension PinentryRequest {
  /// The terminal, its type, the display, mode and owner of the device, and who we are, as GETINFO ttyinfo tells it.
  fileprivate var terminalInformation: String {
    var status = stat()
    var device = "-"
    if let terminal = self[.terminal] {
      device =
        unsafe stat(terminal, &status) == 0
        ? "\(String(status.st_mode, radix: 8))/\(status.st_uid)/\(status.st_gid)" : "?"
    }
    let names = [self[.terminal], self[.terminalKind], self[.display]].map { $0 ?? "-" }
    return "\(names.joined(separator: " ")) \(device) \(geteuid())/\(getegid()) -"
  }
}

/// Why a dialog did not end with what the agent asked for.
struct PinentryError: Error, Equatable, Sendable {
  /// The number of libgpg-error, with the source pinentry (5).
  let code: UInt32
  /// The keyword of what the agent is told before the error, and its arguments; `nil` for nothing.
  private(set) var keyword: String?
  private(set) var arguments = ""
  /// What the agent is told in the place of libgpg-error's words; `nil` for these.
  private(set) var sentence: String?

  init(_ code: gpg_err_code_t) { self.code = gpg_err_make(GPG_ERR_SOURCE_PINENTRY, code) }

  /// The person cancelled, or the agent does not wait for the answer any more.
  static let cancelled = PinentryError(GPG_ERR_CANCELED)
  /// The person cancelled all that the agent does for this, by ^C or a closed terminal. It is the number of a cancel
  /// with a status line before it, of which the agent makes another number.
  static let fullyCancelled = cancelled.saying("BUTTON_INFO", "close")
  /// Nobody has named a terminal, and the program has none.
  static var noTerminal: PinentryError {
    var error = terminal("isatty", GPG_ERR_ENOTTY)
    error.sentence = "\(TerminalError.noTerminal(errno: ENOTTY))"
    return error
  }
  /// The person said no, by the third button of a question.
  static let notConfirmed = PinentryError(GPG_ERR_NOT_CONFIRMED)
  /// Nobody pressed a key in time.
  static let timeout = PinentryError(GPG_ERR_TIMEOUT)
  /// There is no memory that can be locked.
  static let noMemory = PinentryError(GPG_ERR_ENOMEM)
  /// What belongs to the command is wrong.
  static let parameter = PinentryError(GPG_ERR_ASS_PARAMETER)
  /// What can be asked about is not known here.
  static let general = PinentryError(GPG_ERR_ASS_GENERAL)

  /// The terminal cannot be drawn on: the step up to the first picture that failed, with the name that Debian's
  /// pinentry-curses has for its own, and why.
  static func terminal(_ step: String, _ code: gpg_err_code_t) -> PinentryError {
    let error = PinentryError(code)
    // A text of its own could stand at the end.
    return error.saying("ERROR", "\(PinentryServer.flavor).\(step) \(error.code) ")
  }

  /// What the place requires is not known, as `sentence` says.
  static func configuration(_ sentence: String) -> PinentryError {
    var error = PinentryError(GPG_ERR_CONFIGURATION)
    error.sentence = sentence
    return error
  }

  private func saying(_ keyword: String, _ arguments: String) -> PinentryError {
    var error = self
    (error.keyword, error.arguments) = (keyword, arguments)
    return error
  }
}
