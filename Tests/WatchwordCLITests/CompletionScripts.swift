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
  private static let entries = Option.allCases
  private static let subjects = Command.words + Service.words
  private static let operands = (subjects + [Help.command]).joined(separator: " ")

  /// The users, at most 1,000, without waiting for a directory of more. No name has a sign that a shell would expand.
  private static let users =
    #"timeout 1 getent passwd | sed -n 's/^\([[:alnum:]_][[:alnum:]_.@-]*\):.*/\1/p;1000q'"#

  private static let policies = Option.policy.choices.joined(separator: " ")

  private static func options(of command: Command) -> [Option] {
    entries.filter { $0.commands.contains(command) }
  }

  private static func flags(_ entries: [Option]) -> String {
    entries.map { "--\($0.name)" }.joined(separator: "|")
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
        local word=${COMP_WORDS[COMP_CWORD]} command= option= action= words= i
        for ((i = 1; i < COMP_CWORD; i++)); do
          option=
          case ${COMP_WORDS[i]} in
            --)
              if declare -F _command_offset >/dev/null; then
                _command_offset $((i + 1))
                return
              fi
              action=-c
              ((i + 1 == COMP_CWORD)) || action=-f
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
            \(operands.replacing(" ", with: "|"))) [[ $command ]] || command=${COMP_WORDS[i]} ;;
          esac
        done
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
        + (command == .passwd ? "      '2:user:_watchword_users'\n" : "") + "    ) ;;"
    }
    return """
      #compdef watchword
      \(head)
      _watchword_users() {
        compadd "$@" -- ${(f)"$(\(users))"}
      }
      _watchword() {
        local command=new word
        local -a options
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
          (help) options=('2:command:(\(subjects.joined(separator: " ")))') ;;
        esac
        _arguments -s $options '1:command:(\(operands))'
      }
      _watchword "$@"

      """
  }

  /// The option in the form of _arguments, once for each of its names; fit for single quotes.
  private static func zshSpecifications(of entry: Option) -> [String] {
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

  private static func zshAction(_ entry: Option, _ words: String) -> String {
    if entry.takesFile { return "_files" }
    if entry.takesCommand { return "_command_names -e" }
    return entry.choices.isEmpty ? " " : words
  }

  private static func zshEscaped(_ text: String) -> String {
    text.map { #"[]:\"#.contains($0) ? "\\\($0)" : String($0) }.joined().replacing("'", with: #"'\''"#)
  }

  // MARK: fish

  private static var fish: String {
    let helps =
      Command.allCases.map { ($0.rawValue, $0.help) } + Service.allCases.map { ($0.rawValue, $0.help) }
    let commands = helps.map { word, help in
      "complete -c watchword -n '__watchword_for none help' -a \(word) -d '\(fishEscaped(help))'"
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
      complete -c watchword -n '__watchword_for none' -a help -d 'Show the help of a command'
      \(entries.map(fishLine).joined(separator: "\n"))

      """
  }

  private static func fishLine(_ entry: Option) -> String {
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

extension Option {
  fileprivate var takesFile: Bool { placeholder == "FILE" || placeholder == "DEVICE" }
  fileprivate var takesCommand: Bool { placeholder == "COMMAND" }
  fileprivate var hasOptionalValue: Bool { placeholder == nil && !choices.isEmpty }
  /// What stands beside `flag`, one of the option's names. zsh asks before it lists names that share their help.
  fileprivate func help(of flag: String) -> String {
    hasOpposite && flag == flags.last ? "The opposite of \(self.flag)" : help
  }
  fileprivate var isRepeatable: Bool { help.hasSuffix("repeatable") }
}
