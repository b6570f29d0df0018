import Glibc
import Watchword

/// The accounts in a file, a line for each: `user:name:last day`. A real program would have useradd(8) and chpasswd(8) do
/// this, and take as long.
actor Accounts {
  private let path: String

  init(path: String) { self.path = path }

  /// Makes the account that the answer describes, or says why not.
  func create(_ answer: PasswordForm.Answer) -> PasswordForm.Verdict {
    let user = answer["user"] ?? ""
    guard getpwnam(user) == nil, !names().contains(user) else {
      return .refused(fields: ["user": "There is an account of this name."])
    }
    guard let file = fopen(path, "a") else {
      return .refused("The account cannot be made: \(String(cString: strerror(errno)))")
    }
    // A hidden field is not in the answer.
    let isWritten = fputs("\(user):\(answer["name"] ?? ""):\(answer["lastDay"] ?? "")\n", file) >= 0
    guard fclose(file) == 0, isWritten else {
      return .refused("The account cannot be made: \(String(cString: strerror(errno)))")
    }
    return .accepted
  }

  private func names() -> [String] {
    guard let file = fopen(path, "r") else { return [] }
    var (line, capacity): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    defer {
      free(line)
      fclose(file)
    }
    var names: [String] = []
    while getline(&line, &capacity, file) > 0, let line {
      names.append(String(String(cString: line).prefix { $0 != ":" }))
    }
    return names
  }
}
