// Tests that import TestSupport need no further import to play scripts.
@_exported public import WatchwordTesting
