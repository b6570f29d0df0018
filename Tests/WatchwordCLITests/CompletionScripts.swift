import TestSupport
import Testing

@testable import WatchwordOptions

/// The shells' completion files, made from the table of options. RECORD=1 writes them again.
struct CompletionScripts {
  @Test func `F9 the completions of bash are those of the table`() throws {
    try PackageFile.expect("packaging/completions/watchword.bash", toHold: Self.bash)
  }

  @Test func `F9 the completions of zsh are those of the table`() throws {
    try PackageFile.expect("packaging/completions/_watchword", toHold: Self.zsh)
  }

  @Test func `F9 the completions of fish are those of the table`() throws {
    try PackageFile.expect("packaging/completions/watchword.fish", toHold: Self.fish)
  }

  private static let head =
    "# Made from the table of options of watchword: RECORD=1 make test writes it again."
  private static let entries = Entry.allCases
  private static let operands = (Command.words + [Help.command]).joined(separator: " ")

  /// The users, at most 1,000, without waiting for a directory of more. No name has a sign that a shell would expand.
  private static let users =
    #"timeout 1 getent passwd | sed -n 's/^\([[:alnum:]_][[:alnum:]_.@-]*\):.*/\1/p;1000q'"#

  private static let policies = Option.policy.choices.joined(separator: " ")

  private static func options(of command: Command) -> [Entry] {
    entries.filter { $0.commands.contains(command) }
  }

  /// The flags, each once: a service has some of the names, too.
  private static func flags(_ entries: [Entry]) -> String {
    var known: Set<String> = []
    return entries.map(\.flag).filter { known.insert($0).inserted }.joined(separator: "|")
  }

  // MARK: bash

  private static var bash: String {
    let withValue = entries.filter { $0.placeholder != nil }
    let choices = entries.filter { !$0.choices.isEmpty }.map {
      "    --\($0.name)) words='\($0.choices.joined(separator: " "))' ;;"
    }
    let ofCommands = Command.allCases.map { command in
      "    \(command.rawValue)) words='\(options(of: command).flatMap(\.flags).joined(separator: " "))' ;;"
    }
    return """
      \(head)
      _watchword() {
        local word=${COMP_WORDS[COMP_CWORD]} command= option= action= words= other= i
        for ((i = 1; i < COMP_CWORD; i++)); do
          option=
          case ${COMP_WORDS[i]} in
            --)
              other=$((i + 1))
              break ;;
            \(flags(withValue)))
              option=${COMP_WORDS[i]}
              [[ ${COMP_WORDS[i + 1]} != = ]] || ((++i))
              ((++i)) ;;
            \(flags(entries.filter(\.hasOptionalValue))))
              if [[ ${COMP_WORDS[i + 1]} = = ]]; then
                option=${COMP_WORDS[i]}
                ((i += 2))
              fi ;;
            -*) ;;
            *)
              [[ $command != run ]] || other=$i
              [[ ! $other ]] || break
              [[ $command || " \(operands) " != *" ${COMP_WORDS[i]} "* ]] || command=${COMP_WORDS[i]} ;;
          esac
        done
        if [[ $other ]]; then
          if declare -F _command_offset >/dev/null; then
            _command_offset $other
            return
          fi
          action=-c
          ((other == COMP_CWORD)) || action=-f
        fi
        # The word is the argument of the last option only where nothing stands between them.
        ((i > COMP_CWORD)) || option=
        [[ $word != = || ! $option ]] || word=
        case $option in
      \(choices.joined(separator: "\n"))
          \(flags(withValue.filter(\.takesFile)))) action=-f ;;
          \(flags(withValue.filter(\.takesCommand)))) action=-c ;;
          ?*) return ;;
        esac
        [[ $option$action ]] || case $word in
          -*) case ${command:-new} in
      \(ofCommands.joined(separator: "\n"))
          esac ;;
          *) case $command in
            '' | help) words='\(operands)' ;;
            \(Command.policies.rawValue)) words='\(policies)' ;;
            \(Command.passwd.rawValue)) words=$(\(users)) ;;
            \(Command.check.rawValue)) action=-f ;;
            \(Command.run.rawValue)) action=-c ;;
          esac ;;
        esac
        [[ $action != -f ]] || compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen ${action:--W "$words"} -- "$word")
      }
      complete -F _watchword watchword

      """
  }

  // MARK: zsh

  private static var zsh: String {
    let cases = Command.allCases.map { command in
      "    (\(command.rawValue)) options=(\n"
        + options(of: command).flatMap(zshSpecifications).map { "      '\($0)'\n" }.joined()
        + (command == .policies ? "      '2:policy:(\(policies))'\n" : "")
        + (command == .passwd ? "      '2:user:_watchword_users'\n" : "")
        + (command == .check ? "      '2:FILE:_files'\n" : "") + "    ) ;;"
    }
    return """
      #compdef watchword
      \(head)
      _watchword_users() {
        compadd "$@" -- ${(f)"$(\(users))"}
      }
      _watchword() {
        local command=new word
        local -a options operands=('1:command:(\(operands))')
        local -i behind=${words[(ie)--]}
        if ((behind < CURRENT)); then
          words=("${(@)words[behind + 1,-1]}")
          ((CURRENT -= behind))
          _normal
          return
        fi
        for word in ${words[2,CURRENT - 1]}; do
          case $word in
            (\(operands.replacing(" ", with: "|"))) command=$word; break ;;
          esac
        done
        case $command in
      \(cases.joined(separator: "\n"))
          (help) options=('2:command:(\(Command.words.joined(separator: " ")))') ;;
        esac
        if [[ $command = run ]]; then
          operands=('(-)1:program:_command_names -e' '*::argument:_normal')
          shift words
          ((--CURRENT))
        fi
        _arguments -s $options $operands
      }
      _watchword "$@"

      """
  }

  /// The option in the form of _arguments, once for each of its names; fit for single quotes.
  private static func zshSpecifications(of entry: Entry) -> [String] {
    let names = (entry.letter.map { ["-\($0)"] } ?? []) + entry.flags
    let others = names.count > 1 ? "(\(names.joined(separator: " ")))" : ""
    return names.map { name in
      let front = entry.isRepeatable ? "*" : others
      let isLong = name.hasPrefix("--")
      let words = "(\(entry.choices.joined(separator: " ")))"
      let value =
        switch entry.placeholder {
        case let placeholder?: ":\(zshEscaped(placeholder)):" + zshAction(entry, words)
        case nil: entry.hasOptionalValue && isLong ? "::extent:\(words)" : ""
        }
      let sign = value.isEmpty || !isLong ? "" : entry.placeholder == nil ? "=-" : "="
      return "\(front)\(name)\(sign)[\(zshEscaped(entry.help(of: name)))]\(value)"
    }
  }

  private static func zshAction(_ entry: Entry, _ words: String) -> String {
    if entry.takesFile { return "_files" }
    if entry.takesCommand { return "_command_names -e" }
    return entry.choices.isEmpty ? " " : words
  }

  private static func zshEscaped(_ text: String) -> String {
    text.map { #"[]:\"#.contains($0) ? "\\\($0)" : String($0) }.joined().replacing("'", with: #"'\''"#)
  }

  // MARK: fish

  private static var fish: String {
    let commands = Command.allCases.map { command in
      "complete -c watchword -n '__watchword_for none help' -a \(command.rawValue) "
        + "-d '\(fishEscaped(command.help))'"
    }
    return """
      \(head)
      function __watchword_for -d 'Whether the command is among the arguments, of which none stands for no command'
          set -l command none
          for word in (commandline -opc)[2..]
              if contains -- $word \(operands)
                  set command $word
                  break
              end
          end
          test $command = none; and set -a command new
          for one in $command
              contains -- $one $argv; and return
          end
          return 1
      end

      function __watchword_behind -d 'Completes the command behind two dashes'
          set -l words (commandline -opc)
          set -l dashes (contains -i -- -- $words)
          or return
          set -e words[1..$dashes]
          complete -C "$(string escape -- $words) $(commandline -ct)"
      end

      function __watchword_users -d 'Names users, and not too many'
          \(users)
      end

      complete -c watchword -f
      complete -c watchword -a '(__watchword_behind)'
      \(commands.joined(separator: "\n"))
      complete -c watchword -n '__watchword_for \(Command.policies.rawValue)' -a '\(policies)'
      complete -c watchword -n '__watchword_for \(Command.passwd.rawValue)' -a '(__watchword_users)'
      complete -c watchword -n '__watchword_for \(Command.check.rawValue)' -F
      complete -c watchword -n '__watchword_for \(Command.run.rawValue)' -a '(__fish_complete_command)'
      complete -c watchword -n '__watchword_for none' -a help -d 'Show the help of a command'
      \(entries.map(fishLine).joined(separator: "\n"))

      """
  }

  private static func fishLine(_ entry: Entry) -> String {
    let letter = entry.letter.map { " -s \($0)" } ?? ""
    let value =
      if entry.takesFile {
        " -r -F"
      } else if entry.takesCommand {
        " -x -a '(__fish_complete_command)'"
      } else {
        (entry.placeholder == nil ? "" : " -x")
          + (entry.choices.isEmpty ? "" : " -a '\(entry.choices.joined(separator: " "))'")
      }
    let commands = entry.commands.map(\.rawValue).joined(separator: " ")
    return zip(entry.names, entry.flags).map { name, flag in
      "complete -c watchword -n '__watchword_for \(commands)'\(letter) -l \(name)\(value)"
        + " -d '\(fishEscaped(entry.help(of: flag)))'"
    }.joined(separator: "\n")
  }

  private static func fishEscaped(_ text: String) -> String {
    text.map { #"\'"#.contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}

/// A row of a table of options, with the commands that take it.
private struct Entry: OptionRow {
  static let allCases =
    Option.allCases.map { Entry($0, $0.commands) } + PinentryOption.allCases.map { Entry($0, [.pinentry]) }

  let name, help: String
  let hasOpposite: Bool
  let letter: Unicode.Scalar?
  let placeholder: String?
  let choices: [String]
  let commands: [Command]

  private init(_ row: some OptionRow, _ commands: [Command]) {
    (name, help, hasOpposite, letter) = (row.name, row.help, row.hasOpposite, row.letter)
    (placeholder, choices, self.commands) = (row.placeholder, row.choices, commands)
  }

  var takesFile: Bool { ["FILE", "DIR", "DEVICE"].contains(placeholder) }
  var takesCommand: Bool { placeholder == "COMMAND" }
  var hasOptionalValue: Bool { placeholder == nil && !choices.isEmpty }
  /// What stands beside `flag`, one of the option's names. zsh asks before it lists names that share their help.
  func help(of flag: String) -> String {
    hasOpposite && flag == flags.last ? "The opposite of \(self.flag)" : help
  }
  var isRepeatable: Bool { help.hasSuffix("repeatable") }
}
