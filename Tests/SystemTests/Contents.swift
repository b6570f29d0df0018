import WatchwordSecrets

/// The bytes of a buffer with no secret in it.
func bytes(of buffer: borrowing SecretBuffer) -> [UInt8] { buffer.bytes.indices.map { buffer.bytes[$0] } }

/// The bytes of a buffer with no secret in it, as text.
func text(of buffer: borrowing SecretBuffer) -> String { String(decoding: bytes(of: buffer), as: UTF8.self) }
