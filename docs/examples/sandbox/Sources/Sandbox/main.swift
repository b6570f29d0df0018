import Glibc
import Watchword

let log =
  switch CommandLine.arguments.dropFirst().first {
  case let path?: Log(path: path)
  case nil: getenv("TMUX") == nil ? nil : Log.inPane()
  }
guard let log else {
  print("Usage: Sandbox FILE, and `tail -F FILE` on another terminal; inside tmux just: Sandbox")
  exit(2)
}

do {
  let form = try PasswordForm.sandbox(log.place, hasRoom: log.hasRoom)
  _ = try form.runAndWait(delegate: Sandbox(log))
  print("Accepted.")
} catch is PasswordForm.Cancellation {
  print("Cancelled.")
} catch {
  print("The form could not be shown: \(error)")
  exit(6)
}
