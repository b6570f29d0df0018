internal import Glibc
internal import WatchwordCurses
internal import WatchwordSystem

@main struct Main {
  static func main() {
    DeadlySignals.install(ownsProcess: true)
    exit(run().rawValue)
  }

  /// Does what the command line asks for. It returns rather than exits, so that whatever was opened is closed on
  /// the way out.
  private static func run() -> ExitStatus {
    let descriptors: StandardDescriptors
    do throws(SystemError) {
      descriptors = try StandardDescriptors()
    } catch {
      StandardError.tell("cannot open /dev/null: \(error)")
      return .noTerminal
    }
    // A pipe without a reader is an error of the write then.
    signal(SIGPIPE, SIG_IGN)
    do throws(UsageError) {
      let encoding = CharacterEncoding.adoptFromEnvironment()
      switch try Invocation(Arguments.ofProcess(), width: encoding.characterWidth) {
      case .help: return StandardOutput.deliver(descriptors, Help.text.utf8Span.span)
      case .version(let isVerbose):
        let lines = [Help.versionLine] + (isVerbose ? Protection.lines : [])
        return StandardOutput.deliver(descriptors, lines.map { $0 + "\n" }.joined().utf8Span.span)
      case .show(let options): return FormCommand(options: options, descriptors: descriptors).run()
      case .check(let options):
        return CheckCommand(options: options, descriptors: descriptors, encoding: encoding).run()
      }
    } catch {
      StandardError.tell(error.line)
      StandardError.write(Help.hint)
      return .usage
    }
  }
}
