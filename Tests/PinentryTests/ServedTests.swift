import Testing

/// Tests that serve an agent. They run one at a time, since libassuan keeps state for the whole process, which tests in
/// several threads break.
@Suite(.serialized) enum ServedTests {}
