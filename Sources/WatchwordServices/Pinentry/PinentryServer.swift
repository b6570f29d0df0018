internal import CWatchwordAssuan
internal import Glibc
internal import WatchwordOptions
internal import WatchwordSecrets

/// Speaks gpg-agent's protocol on standard input and standard output. libassuan reads lines, finds commands and formats
/// answers; the effects of the commands are here.
final class PinentryServer {
  private let dialogs: any PinentryDialogs
  private let locking: SecretMemory.Locking
  /// Why no dialog may be shown, if so.
  private let fault: String?
  private var request: PinentryRequest
  private var agent: Agent?
  /// Whether a dialog is shown that reads the answers to its own inquiries.
  private var isListening = false
  /// Whether the rest of a too long line is still to come.
  private var isSkipping = false

  /// Makes a server with the settings of `request`. With a `fault` it shows no dialogs, and returns that error instead.
  init(
    _ request: PinentryRequest = PinentryRequest(), dialogs: any PinentryDialogs,
    locking: SecretMemory.Locking = .required, fault: String? = nil
  ) {
    (self.request, self.dialogs, self.locking, self.fault) = (request, dialogs, locking, fault)
  }

  /// Serves the agent on these descriptors until it says BYE or is gone, and closes them. Returns false after an error.
  func run(input: Int32 = 0, output: Int32 = 1) -> Bool {
    var made: assuan_context_t?
    guard unsafe assuan_new(&made) == 0, let context = unsafe made else { return false }
    defer { unsafe assuan_release(context) }
    var descriptors = [input, output]
    guard unsafe assuan_init_pipe_server(context, &descriptors) == 0 else { return false }
    agent = unsafe Agent(context)
    defer { agent = nil }
    // Overrides the environment: a log would contain secrets.
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

  /// The name that the agent gets.
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
      // libassuan reads the text later, when it writes the line, and never frees it: this copy stays.
      if let sentence = error.sentence {
        unsafe _ = assuan_set_error(context, error.code, strdup(sentence))
      }
      return error.code
    }
  }

  private static func serving(_ context: assuan_context_t?) -> PinentryServer {
    unsafe Unmanaged.fromOpaque(assuan_get_pointer(context)).takeUnretainedValue()
  }

  private static func bytes(of line: UnsafePointer<CChar>) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: line, count: strlen(line)))
  }

  /// Ignores the rest of a too long line, and an answer that came after its dialog. A NUL, which would end a C string,
  /// becomes another control character, which is shown as a glyph.
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
    // There is no cache to clear it from.
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
      // We have a second field, so the agent need not ask again.
      agent?.write(status: "FEATURES", "tabbing")
    case "ttyinfo": text = request.terminalInformation
    default: throw .parameter
    }
    guard unsafe assuan_send_data(context, text, text.utf8.count) == 0 else { throw .general }
  }
}

extension PinentryRequest {
  /// The terminal, its type, the display, mode and owner of the device, and our user and group, for GETINFO ttyinfo.
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
