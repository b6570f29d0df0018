internal import Forms
internal import System

/// The email address of the last sign-in, kept from one run of the program to the next. Standard error is told of
/// what goes wrong.
struct RememberedEmail {
  private let line: RememberedLine

  /// The name of its file, and of the field that it stands in.
  static let name = FieldName.email

  /// Why an address cannot be read or kept; standard error was told.
  struct Trouble: Error {}

  /// The place where the address is kept.
  init() throws(Trouble) {
    guard let folder = StateFolder() else {
      StandardError.tell("there is no home folder to keep an email address in")
      throw Trouble()
    }
    line = RememberedLine(Self.name.text, in: folder)
  }

  /// Reads the address, `nil` where none was kept. Where this throws the file is left alone.
  func read() throws(Trouble) -> String? {
    let address = try attempt("use") { () throws(RememberedLine.Failure) in try line.read() }
    // Only an address is ever kept, so that another line is not this program's.
    guard address.map({ EmailAddress.matches($0.utf8Span) }) ?? true else {
      throw trouble("use", "Not an email address")
    }
    return address
  }

  /// Keeps `address` for the next time.
  func write(_ address: String) throws(Trouble) {
    try attempt("keep") { () throws(RememberedLine.Failure) in try line.write(address) }
  }

  /// Forgets the address, if one was kept.
  func forget() throws(Trouble) {
    try attempt("forget") { () throws(RememberedLine.Failure) in _ = try line.forget() }
  }

  private func attempt<R>(
    _ deed: String, _ body: () throws(RememberedLine.Failure) -> R
  ) throws(Trouble) -> R {
    do throws(RememberedLine.Failure) {
      return try body()
    } catch {
      throw trouble(deed, "\(error)")
    }
  }

  private func trouble(_ deed: String, _ reason: String) -> Trouble {
    StandardError.tell("cannot \(deed) the remembered email address in \(line.path.quoted): \(reason)")
    return Trouble()
  }
}
