import Glibc
import Watchword
import WatchwordGerman

// Watches over backups, and needs their passphrase for that. It goes on with its work while it asks, gives up a form that
// nobody answers, and asks again. What it says goes to a file: on the terminal it would stand in the form.
guard CommandLine.arguments.count == 3, let log = Log(path: CommandLine.arguments[1]),
  let patience = Int(CommandLine.arguments[2])
else {
  print("Usage: Daemon FILE SECONDS, and `tail -F FILE` on another terminal")
  exit(2)
}

/// The passphrase, which every task may read. It is wiped when the vault is locked and nobody reads it any more.
actor Vault {
  private(set) var passphrase: PasswordForm.Answer?

  func unlock(with answer: PasswordForm.Answer) { passphrase = answer }
  func lock() { passphrase = nil }
}

/// Asks until somebody answers or stops the program.
func ask(atMost patience: Duration) async throws -> PasswordForm.Answer {
  var form = PasswordForm.existingPassword("Passphrase of the backups")
  form.language = .ofProcess(among: [.german])
  while true {
    let answer = Task { [form] in try await form.run() }
    let timer = Task {
      try await Task.sleep(for: patience)
      answer.cancel()
    }
    defer { timer.cancel() }
    do {
      return try await answer.value
    } catch is CancellationError {
      log.write("nobody answered")
    } catch PasswordForm.Cancellation.escape {
      log.write("not now")
    }
    try await Task.sleep(for: .milliseconds(500))
  }
}

/// Works on, with the passphrase once it is there. Ends when a backup has been made.
func work(with vault: Vault) async throws {
  while true {
    try await Task.sleep(for: .milliseconds(100))
    guard let passphrase = await vault.passphrase else {
      log.write("watching")
      continue
    }
    log.write("backed up with \(passphrase.withPassword { $0.count }) bytes")
    return await vault.lock()
  }
}

do {
  let vault = Vault()
  async let backup: Void = work(with: vault)
  await vault.unlock(with: try await ask(atMost: .seconds(patience)))
  try await backup
} catch PasswordForm.Cancellation.interrupt {
  log.write("stopped")
  exit(130)
} catch {
  log.write("no form: \(error)")
  exit(6)
}
