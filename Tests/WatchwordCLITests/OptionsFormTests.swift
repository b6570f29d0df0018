import Testing
import WatchwordScreen

@testable import WatchwordOptions

/// Which options a command takes.
struct OptionsFormTests {
  @Test(arguments: Command.withoutServices, Option.allCases)
  func `a command takes the options that are marked for it`(
    command: Command, option: Option
  ) throws {
    let values: [Option: String] = [
      .field: "text:other", .labels: "choice=A", .range: "number=1-2", .pattern: "text=a",
      .message: "text=b", .onlyIf: "yesno=yes:text", .optional: command == .form ? "text" : "name",
      .value: "email=a",
      .strengthScale: "1,2",
      .minStrength: "weak", .minLength: "9", .maxLength: "20", .require: "upper", .allow: "ascii",
      .maxRepeat: "2",
      .maxSequence: "3", .debounce: "1", .mask: "*", .reveal: "never", .revealTimeout: "1", .timeout: "1",
      .glyphs: "ascii", .look: "filled", .color: "never", .background: "dark",
      .format: "shell", .verifyInput: "text", .verifyTimeout: "1", .attempts: "3",
      .cancelStatus: "9",
      .template: command == .form ? "{text}" : command == .change ? "{new}" : "{password}", .hash: "bcrypt",
      .hashCost: "9", .answerFd: "3", .defaultAnswer: "yes", .outputFd: "1", .mode: "640", .owner: "0",
      .policy: command == .signIn ? "account" : "nist", .normalize: "nfc", .meter: "length",
      .fields: "user:password", .column: "password=x", .show: "user", .length: "12", .words: "3",
      .separator: "-", .count: "2",
      .label: [.new: "password=a", .change: "old=a", .passwd: "old=a"][command] ?? "email=a",
    ]
    let usual = option.placeholder == "COLOUR" ? "#5F87FF" : "x"
    let value = option.placeholder.map { _ in values[option] ?? usual }
    var needs = command == .form ? ["--field=text", "--field=email"] : []
    if option.scope.isForNewPassword, command == .form { needs += ["--field=new-password"] }
    if option == .noContext, command == .check { needs += ["--batch"] }
    if option == .show, command == .check { needs += ["--csv"] }
    if option == .noCapitalize, command == .form { needs += ["--field=name"] }
    if [.separator, .wordList].contains(option), command == .generate { needs += ["--words=3"] }
    if option == .root, command == .config { needs += ["--check=x"] }
    if option == .hashCost { needs += ["--hash=bcrypt"] }
    if option == .labels { needs += ["--field=choice:choice:a"] }
    if option == .range { needs += ["--field=number"] }
    if option == .message { needs += ["--pattern=text=a"] }
    if option == .onlyIf { needs += ["--field=yesno"] }
    if [.force, .mode, .owner].contains(option) { needs += ["--output=x"] }
    if option == .expire, command == .passwd { needs += ["ann"] }
    if option == .verbose { needs += ["--version"] }
    if option.group == .verifier { needs += ["--verify=true"] }
    if command == .confirm { needs += ["Now?"] }
    if [.success, .answerFd].contains(option) { needs += ["--", "cat"] }
    let arguments = ["watchword", command.rawValue, option.flag] + (value.map { [$0] } ?? []) + needs
    if option.commands.contains(command) {
      #expect(throws: Never.self) { try Invocation(arguments, width: .ascii) }
    } else {
      let line =
        "option '\(option.flag)' is for \(Command.list(option.commands)), not for '\(command.rawValue)'"
      #expect(throws: ProgramError(line)) { try Invocation(arguments, width: .ascii) }
    }
  }
}
