import Testing

/// Tests that serve an agent. They run one at a time, because libassuan keeps state for the whole process that threads
/// would break.
@Suite(.serialized) enum ServedTests {}
