package enum Outcome: ~Copyable {
  case accepted(Answer)
  case cancelled(PasswordForm.Cancellation)
}
