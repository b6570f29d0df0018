import Glibc
import TestSupport
import Testing

/// The page for administrators of many machines, tried on a copy of /etc.
struct RolloutTests {
  private let folder = TemporaryFolder()

  /// The first block of docs/rollout.md in `language`.
  private static func block(_ language: String) throws -> String {
    let page = try PackageFile.text("docs/rollout.md").split(separator: "```\(language)\n")
    return String(try #require(page.dropFirst().first?.split(separator: "```").first))
  }

  /// Runs `commands` with the page's files in their folder, and an empty /etc/watchword.
  private func run(_ commands: String) throws -> Completion {
    _ = folder.write(try Self.block("ini"), to: "config")
    _ = folder.write("Northwind2026\nrollout-Kv7#mQz!2xLp\n", to: "blocklist")
    _ = folder.write(try Self.block("yaml"), to: "tasks.yml")
    _ = folder.write(
      "- hosts: localhost\n  connection: local\n  gather_facts: false\n  tasks:\n    - import_tasks: tasks.yml\n",
      to: "play.yml")
    let script = """
      mount -t tmpfs none /mnt && mkdir /mnt/upper /mnt/work /mnt/bin
      mount -t overlay none -o lowerdir=/etc,upperdir=/mnt/upper,workdir=/mnt/work /etc
      ln -s "$0" /mnt/bin/watchword
      export PATH=/mnt/bin:$PATH HOME=/mnt XDG_CONFIG_HOME=/mnt
      \(commands)
      """
    return try Completion.of(
      "unshare", ["--mount", "sh", "-ec", script, ProgramFile.path("watchword")], folder: folder.path)
  }

  @Test(.machine(.root, .mountNamespace))
  func `U5 the settings of the page are right, and their list has to be there`() throws {
    let end = try run(
      """
      watchword config --check ./config || echo "$?"
      install -d -m 755 /etc/watchword
      install -m 644 blocklist config /etc/watchword/
      watchword config --check ./config
      watchword config | grep required
      printf '%s\\n' 'rollout-Kv7#mQz!2xLp' | watchword check --json | jq -c .accepted
      watchword config --json >/dev/null && mv /etc/watchword/blocklist /mnt && ! watchword config >/dev/null
      """)
    let lines = end.output.split(separator: "\n")
    #expect(lines.first == "9" && lines.last == "false")
    #expect(lines.filter { $0.contains("/etc/watchword/config, line") }.count == 5)
    #expect(end.errors.contains("cannot read the list '/etc/watchword/blocklist': No such file"))
  }

  @Test(.programs("ansible-vault"), .machine(.root, .mountNamespace))
  func `U5 Ansible's tasks install the settings, and a broken file does not replace them`() throws {
    let end = try run(
      """
      export ANSIBLE_LOCAL_TEMP=/mnt ANSIBLE_REMOTE_TEMP=/mnt ANSIBLE_NOCOLOR=1
      ansible-playbook -i localhost, play.yml >first
      stat -c '%a %U' /etc/watchword /etc/watchword/config
      ansible-playbook -i localhost, play.yml | grep -o 'changed=[0-9]*'
      cp /etc/watchword/config before
      echo policy=nits >>config
      ansible-playbook -i localhost, play.yml >broken || echo failed
      grep -o "takes classic" broken | head -n 1
      cmp before /etc/watchword/config
      """)
    #expect(
      end.output == "755 root\n644 root\nchanged=0\nfailed\ntakes classic\n", "\(end.output)\n\(end.errors)")
  }
}
