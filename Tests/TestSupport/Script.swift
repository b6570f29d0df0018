// The tests of this package play scripts without a further import.
@_exported public import WatchwordTesting
