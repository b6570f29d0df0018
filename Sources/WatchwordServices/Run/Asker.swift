internal import Glibc
internal import WatchwordBase
internal import WatchwordSystem

/// Who asks: the program as the kernel knows it. What a process may say of itself stands in quotation marks (R3).
struct Asker: Equatable {
  /// A short name, such as cryptsetup, which a process may have given itself.
  let name: String
  /// Who asks, in the words of a form.
  let words: String
  /// The file that is known to run, if only root can have put it there; `nil` if not.
  var trustedPath: String?
  var arguments: [String] = []
  /// The folder for names of files among the arguments, with a slash at its end.
  var folder = ""

  /// An unknown program.
  init() { (name, words) = (text("the program"), "") }

  /// The asker with the number `process`. `isSetUserID`: the process is known to have other rights than its parent
  /// because of its file.
  init(process: Int32, isSetUserID: Bool = false) {
    let arguments = Self.arguments(of: process)
    if let (program, isHere) = ProcessFacts.program(of: process) {
      if isHere { self.init(program, of: process, arguments) } else { self.init(elsewhere: program) }
    } else if let said = ProcessFacts(process)?.name {
      self.init(hidden: process, said, isSetUserID)
    } else {
      self.init()
    }
    (self.arguments, folder) = (arguments, "/proc/\(process)/cwd/")
  }

  /// A process whose file is `program`.
  private init(_ program: String, of process: Int32, _ arguments: [String]) {
    let base = program.lastComponent
    let isTrusted = Self.onlyRootCanWrite(program)
    // Such as python3.11.
    guard Self.interpreters.contains(base.letters), let script = Self.script(of: process, arguments) else {
      (name, words) = (base.asName, Self.words(of: program))
      trustedPath = isTrusted ? program : nil
      return
    }
    name = script.lastComponent.asName
    let interpreter = isTrusted ? base.asName : program.shown(atMost: Self.longestPath)
    words = text("{program}, by {interpreter}", ["program": name.quotedOnce, "interpreter": interpreter])
    if isTrusted, ProcessFacts.sharesFiles(process), Self.onlyRootCanWrite(script),
      Self.runs(script, by: program, arguments)
    {
      trustedPath = Self.resolved(script)
    }
  }

  /// A process whose file is called `program` somewhere else.
  private init(elsewhere program: String) {
    let removed = " (deleted)"
    let path = program.hasSuffix(removed) ? String(program.dropLast(removed.count)) : program
    name = path.lastComponent.asName
    words = text("{program} (its path cannot be seen)", ["program": name.quotedOnce])
  }

  /// A process whose file cannot be seen, with the name `said`.
  private init(hidden process: Int32, _ said: String, _ isSetUserID: Bool) {
    name = said.asName
    let (user, own) = (ProcessFacts.user(of: process), geteuid())
    let values: KeyValuePairs = ["program": name.quotedOnce]
    words =
      isSetUserID && user != own
      ? text("{program} (set-user-ID; its path cannot be seen)", values)
      : user == 0 && own != 0
        ? text("{program} (of root; its path cannot be seen)", values)
        : text("{program} (its path cannot be seen)", values)
    // The name of a set-user-ID program is the one by which its file was started. Trust it if /usr/bin has a set-user-ID
    // file of that name that only root can write.
    let path = "/usr/bin/" + said
    var status = stat()
    if isSetUserID, user == 0, unsafe stat(path, &status) == 0, status.st_mode & S_ISUID != 0,
      !said.contains("/"), Self.onlyRootCanWrite(path)
    {
      trustedPath = path
    }
  }

  /// The name of a program and its path, or the path alone: a label in an inline form has no room for both if they are
  /// long, and a name with blanks and brackets could pass for a path.
  private static func words(of program: String) -> String {
    let both = "\(program.lastComponent) (\(program))"
    let isPlain = program.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._+-".contains($0)) }
    return isPlain && both.count <= longestBoth ? both : program.shown(atMost: longestPath)
  }

  /// The most characters of a path, and of a name with its path.
  private static let (longestPath, longestBoth) = (64, 36)

  private static let interpreters: Set = [
    "python", "perl", "ruby", "bash", "dash", "sh", "zsh", "ksh", "fish", "node", "tclsh", "lua", "php",
  ]

  /// The most arguments that are told apart: a process can fill its own with a million empty ones.
  private static let mostArguments = 1 << 16

  private static func arguments(of process: Int32) -> [String] {
    guard let (file, _) = try? openFile("/proc/\(process)/cmdline", atMost: 1 << 20) else { return [] }
    defer { close(file) }
    let bytes = (try? bytesToEnd(of: file, atMost: 1 << 21)) ?? []
    // A NUL stands behind each. Empty ones count: python3 '' FILE runs another file than FILE.
    return (bytes.last == 0 ? bytes.dropLast() : bytes[...])
      .split(separator: 0, maxSplits: mostArguments, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The script that an interpreter runs, by its own words: the first argument that is no option.
  private static func script(of process: Int32, _ arguments: [String]) -> String? {
    guard let first = arguments.dropFirst().first(where: { !$0.hasPrefix("-") }), !first.isEmpty
    else { return nil }
    let path = first.hasPrefix("/") ? first : "/proc/\(process)/cwd/\(first)"
    return unsafe access(path, F_OK) == 0 ? first : nil
  }

  /// Whether `arguments` are those with which the kernel starts `script`, so that no option can turn another script, or
  /// a line of code, into what runs: the interpreter, the options of the script's first line, and its absolute path.
  static func runs(_ script: String, by program: String, _ arguments: [String]) -> Bool {
    guard script.hasPrefix("/"), let line = firstLine(of: script), line.hasPrefix("#!") else { return false }
    // execve(2) passes all that stands behind the interpreter as one argument.
    let words = line.dropFirst(2).split(maxSplits: 1, whereSeparator: isBlank)
    guard let interpreter = words.first else { return false }
    var options = words.dropFirst().map { String($0).withoutOuterWhiteSpace }.filter { !$0.isEmpty }
    if String(interpreter).lastComponent == "env" {
      if let several = options.first, several.hasPrefix("-S") {
        options = several.dropFirst(2).split(whereSeparator: isBlank).map(String.init)
      }
      guard !options.isEmpty, options.removeFirst().letters == program.lastComponent.letters
      else { return false }
    } else if resolved(String(interpreter)) != program {
      return false
    }
    return arguments.dropFirst().starts(with: options + [script])
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

  /// As much of the first line as execve(2) reads; `nil` if there is no text.
  private static func firstLine(of path: String) -> String? {
    guard let (file, _) = try? openFile(path, atMost: .max) else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 255)
    let count = unsafe read(file, &bytes, bytes.count)
    let line = bytes[..<max(0, count)].prefix { $0 != UInt8(ascii: "\n") }
    return String(validating: line, as: UTF8.self)
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// Whether the file, each folder above it, and each link that leads to it belong to root and can be written by nobody
  /// else.
  static func onlyRootCanWrite(_ path: String) -> Bool {
    guard path.hasPrefix("/"), let file = resolved(path) else { return false }
    return [path, file].allSatisfy(isRoots)
  }

  private static func isRoots(_ path: String) -> Bool {
    var path = path
    while true {
      var status = stat()
      guard unsafe lstat(path, &status) == 0, status.st_uid == 0,
        status.st_mode & S_IFMT == S_IFLNK || status.st_mode & (S_IWGRP | S_IWOTH) == 0
      else { return false }
      guard path != "/", let slash = path.lastIndex(of: "/") else { return true }
      path = slash == path.startIndex ? "/" : String(path[..<slash])
    }
  }
}

extension String {
  fileprivate var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }
  fileprivate var letters: String { String(prefix { $0.isLetter }) }

  /// The text as a name that others chose, of at most 32 characters.
  fileprivate var asName: String { shown(atMost: 32) }

  /// A name in quotation marks, with none inside that could end them.
  fileprivate var quotedOnce: String { map { $0 == "'" ? "\\u{27}" : String($0) }.joined().quoted }

  /// The text in one line, with blanks for runs of blanks, escapes for what steers a terminal, and its middle cut out if
  /// it has more than `count` characters.
  fileprivate func shown(atMost count: Int) -> String {
    let line = split(whereSeparator: \.isWhitespace).joined(separator: " ").escaped
    guard line.count > count else { return line }
    return line.prefix(count / 2) + "…" + line.suffix((count - 1) / 2)
  }
}
