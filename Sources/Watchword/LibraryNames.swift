public import WatchwordCurses
public import WatchwordForms
public import WatchwordMessages
public import WatchwordStrength
public import WatchwordSystem

// The names that a user of the library meets, so that `import Watchword` is the one import that a program needs.

/// The form in which a new password is chosen.
public typealias NewPasswordForm = WatchwordForms.NewPasswordForm
/// A form of any fields, such as those to sign in and to sign up.
public typealias CustomForm = WatchwordForms.CustomForm
/// A field of a form, and how it is configured.
public typealias TextField = WatchwordForms.TextField
/// Who answers the questions of the fields and hears what happened to them.
public typealias TextFieldDelegate = WatchwordForms.TextFieldDelegate
/// The form in a call of its delegate.
public typealias RunningForm = WatchwordForms.RunningForm
/// A delegate that allows everything.
public typealias DefaultDelegate = WatchwordForms.DefaultDelegate
/// Why a field has stopped being edited.
public typealias EndReason = WatchwordForms.EndReason
/// What has happened to a field, as a delegate is told.
public typealias ControlEvent = WatchwordForms.ControlEvent
/// Every text that a person sees.
public typealias Catalogue = WatchwordMessages.Catalogue

/// When colours are used.
public typealias ColorChoice = WatchwordCurses.ColorChoice
/// What a terminal's own background is taken for.
public typealias BackgroundChoice = WatchwordCurses.BackgroundChoice

/// The rules for a new password, and what is shown of them.
public typealias Policy = WatchwordStrength.Policy
/// How strong a password is: weak, medium or strong.
public typealias Level = WatchwordStrength.Level

/// What says how strong a password is.
public typealias Meter = WatchwordStrength.Meter
/// What a meter says: a level, the number of guesses where it knows it, and reasons.
public typealias Estimate = WatchwordStrength.Estimate
/// Why a password is weaker than it looks.
public typealias Reason = WatchwordStrength.Reason
/// Where a password becomes medium and strong, in the unit of the meter.
public typealias StrengthScale = WatchwordStrength.StrengthScale
/// Words that count against a password: names of the person and the place.
public typealias ContextWords = WatchwordStrength.ContextWords
/// What knows whether a word is in it.
public typealias WordList = WatchwordStrength.WordList
/// A list of words in a file.
public typealias WordFile = WatchwordSystem.WordFile

/// A program that is asked whether what was typed may be accepted.
public typealias Verifier = WatchwordSystem.Verifier
