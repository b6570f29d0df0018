internal import Watchword
internal import WatchwordMessages

/// The form of `ask`, with the words of another program.
struct AskpassForm: FormDescription {
  private var form: CustomForm

  /// Makes a form that asks what `prompt` says, and looks as `options` say.
  init(_ prompt: AskpassPrompt, _ options: Options) {
    form = options.customForm
    let subject = prompt.subject(form.catalogue.askpass)
    form.title = subject.title
    form.text = prompt.text
    // An empty answer is taken, and nothing has to be said of that.
    form.fields[0].isOptional = true
    form.catalogue.form.leaveOptionalUnsaid()
    form.fields[0].label = subject.label
    if prompt.text != nil { form.fields[0].placeholder = "" }
    guard prompt.isShown else { return }
    form.fields[0].isSecure = false
    form.fields[0].isRevealable = false
    form.fields[0].hasClearSign = true
    form.fields[0].requirement = .presence
  }

  func makeForm() -> FormState {
    var configuration = form.makeForm().configuration
    configuration.isTextWhole = true
    return FormState(configuration)
  }
}
