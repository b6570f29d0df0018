import WatchwordCurses
import WatchwordSecrets

/// Guards the host's process while a form is shown. There is one at a time. When it is destroyed, the process is as
/// before, except for what the presentation changes for good.
struct ProcessGuard: ~Copyable {
  private var locale: String?
  private var givesSignalsBack = false
  private var exposure = Hardening.Exposure()
  private var screen: HostScreen?

  private init() {}

  /// Guards the process. If there is another guard and `isGone` is given, waits for its turn until `isGone` returns true.
  ///
  /// - Throws: That there is another guard, before anything is touched; or that the process cannot be guarded.
  static func begin(
    _ presentation: Presentation, waitingUnless isGone: (() -> Bool)? = nil
  ) throws(Ending) -> ProcessGuard {
    guard ProcessClaim.take(waitingUnless: isGone) else { throw .failed(.busy) }
    CursesTerminal.flushOutput()
    var new = ProcessGuard()
    new.locale = CharacterEncoding.locale
    if presentation.protection.catchesDeadlySignals { DeadlySignals.install(ownsProcess: false) }
    new.givesSignalsBack =
      presentation.protection.catchesDeadlySignals && !presentation.protection.keepsProcessGuarded
    do throws(SecretError) {
      if presentation.protection.hardensProcess {
        if presentation.protection.keepsProcessGuarded {
          try Hardening.apply()
        } else {
          try Hardening.applyForAWhile(&new.exposure)
        }
      }
    } catch {
      if !presentation.protection.allowsUnlockedMemory { throw .failed(.memory(error)) }
    }
    new.screen = HostScreen()
    return new
  }

  deinit {
    Hardening.relax(to: exposure)
    if givesSignalsBack { DeadlySignals.giveBack() }
    if let locale { CharacterEncoding.giveBack(locale) }
    screen?.comeBack()
    ProcessClaim.giveUp(writing: PasswordForm.printAtOnce)
  }
}
