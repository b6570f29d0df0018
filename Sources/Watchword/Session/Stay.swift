import WatchwordCurses
import WatchwordSecrets

/// A form's stay in its process, of which there is one at a time. When the value goes, the process is as it was before,
/// but for what the presentation wants for good.
struct Stay: ~Copyable {
  private var locale: String?
  private var givesSignalsBack = false
  private var exposure = Hardening.Exposure()
  private var screen: HostScreen?

  private init() {}

  /// Begins a stay.
  ///
  /// - Throws: That there is another one, before anything is touched; or that the process cannot be guarded.
  static func begin(_ presentation: Presentation) throws(FormFailure) -> Stay {
    guard ProcessClaim.take() else { throw .form(.busy) }
    var stay = Stay()
    stay.locale = CharacterEncoding.locale
    if presentation.catchesDeadlySignals { DeadlySignals.install(ownsProcess: false) }
    stay.givesSignalsBack = presentation.catchesDeadlySignals && !presentation.keepsProcessGuarded
    do throws(SecretError) {
      if presentation.hardensProcess {
        if presentation.keepsProcessGuarded {
          try Hardening.apply()
        } else {
          try Hardening.applyForAWhile(&stay.exposure)
        }
      }
    } catch {
      if !presentation.allowsUnlockedMemory { throw .form(.memory(error)) }
    }
    stay.screen = HostScreen()
    return stay
  }

  deinit {
    Hardening.relax(to: exposure)
    if givesSignalsBack { DeadlySignals.giveBack() }
    if let locale { CharacterEncoding.giveBack(locale) }
    screen?.comeBack()
    ProcessClaim.giveUp()
  }
}
