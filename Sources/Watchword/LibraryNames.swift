public import Forms
public import Messages
public import Strength
public import System

// The names that a user of the library meets, so that `import Watchword` is the one import that a program needs.

// MARK: Forms

/// The form in which a new password is chosen.
public typealias NewPasswordForm = Forms.NewPasswordForm
/// A form of any fields, such as those to sign in and to sign up.
public typealias CustomForm = Forms.CustomForm
/// A form as it is at its start, which a ``FormDescription`` makes.
public typealias FormState = Forms.FormState
/// All that is settled of a form before it is shown.
public typealias FormConfiguration = Forms.FormConfiguration
/// A field of a form, and how it is configured.
public typealias TextField = Forms.TextField
/// Who answers the questions of the fields and hears what happened to them.
public typealias TextFieldDelegate = Forms.TextFieldDelegate
/// A delegate that allows everything.
public typealias DefaultDelegate = Forms.DefaultDelegate
/// Why a field has stopped being edited.
public typealias EndReason = Forms.EndReason
/// What has happened to a field, as a delegate is told.
public typealias ControlEvent = Forms.ControlEvent
/// Every text that a person sees.
public typealias Catalogue = Messages.Catalogue

// MARK: What a password has to be

/// The rules for a new password, and what is shown of them.
public typealias Policy = Strength.Policy
/// How strong a password is: weak, medium or strong.
public typealias Level = Strength.Level

// MARK: What says how strong a password is

/// What says how strong a password is.
public typealias Meter = Strength.Meter
/// What a meter says: a level, the number of guesses where it knows it, and reasons.
public typealias Estimate = Strength.Estimate
/// Why a password is weaker than it looks.
public typealias Reason = Strength.Reason
/// The lengths at which a password is medium and strong.
public typealias LengthScale = Strength.LengthScale
/// Words that count against a password: names of the person and the place.
public typealias ContextWords = Strength.ContextWords
/// What knows whether a word is in it.
public typealias WordList = Strength.WordList
/// A list of words in a file.
public typealias WordFile = System.WordFile

// MARK: Who is asked before a form is accepted

/// A program that is asked whether what was typed may be accepted.
public typealias Verifier = System.Verifier
