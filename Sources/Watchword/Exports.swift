// One import gives a program all that the forms are made of and speak of.
@_exported public import CursesTerminal
@_exported public import Forms
@_exported public import Messages
@_exported public import Screen
@_exported public import Secrets
@_exported public import Strength
@_exported public import System
