import CWatchwordSystem
import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordSecrets

@testable import WatchwordServices

/// Prompts of real programs and scripts: which ask for a key, and which for something to be typed.
@Suite struct PromptWordsTests {
  /// By language. Those of other languages are translations of apt, libapt-pkg, tar, sudoreplay, procps and psmisc, or from
  /// scripts.
  private static let keys: [(language: String, prompts: [String])] = [
    (
      "en",
      [
        // read -rsp and read -s -p of scripts, getpass.getpass of Python.
        "Press Enter to continue", "Press any key to exit...", "[press any key to run]",
        "failed — press any key ", "Press [Enter] to quit", "press enter when you're done",
        "Press ctrl-c to abort. Press any key to continue", "press enter to continue>>> ",
        "Press Enter after granting access, or Ctrl-C to abort...",
        "Press enter to continue the installation or press ^C to abort",
        "Hit enter once you have set up a billing account", "Press Enter after You are done logging in",
        "Press q to quit; press any other key to continue . . .", "Press ENTER to try again: ",
        "Strike a key when ready . . . ",
        // apt, tar, sudoreplay, sudoers, watch, less.
        "Press [Enter] to continue.", "Prepare volume #2 for '/dev/st0' and hit return: ",
        "Please insert the disc labeled: 'Debian' in the drive '/media/cdrom/' and press [Enter].",
        "Replay finished, press any key to restore the terminal.", "press return to edit /etc/sudoers: ",
        "command exit with a non-zero status, press a key to exit", "Pattern not found  (press RETURN)",
      ]
    ),
    (
      "de",
      [
        "Zum Fortfahren die Eingabetaste [Enter] drücken.", "Drücken Sie Enter zum Schließen",
        "Medium #2 für »/dev/st0« einlegen und Eingabetaste drücken: ",
        "Wiedergabe beendet, eine Taste drücken um das Terminal wiederherzustellen.",
        "Drücken Sie die Eingabetaste, um /etc/sudoers zu bearbeiten: ",
        "Drücken Sie eine beliebige Taste . . . ", "Press Enter to continue",
      ]
    ),
    (
      "fr",
      [
        "Veuillez appuyer sur [Entrée] pour continuer.", "Appuyez sur Entrée pour revenir au menu",
        "Appuyez sur une touche pour continuer...", "appuyer sur entrée pour éditer /etc/sudoers : ",
        "la commande s'est terminée avec un statut non nul, pressez une touche pour terminer",
        "Préparez le volume n°2 pour « /dev/st0 » et appuyez sur Entrée : ",
      ]
    ),
    (
      "es",
      [
        "Pulse [Enter] para continuar.", "Presiona cualquier tecla para volver al menu.",
        "Inserte el disco con la etiqueta: «Debian» en la unidad «/media/cdrom/» y pulse [Enter].",
        "Prepare el volumen #2 para '/dev/st0' y pulse intro: ", "Pulse «enter» para cerrar",
      ]
    ),
    (
      "pt_BR",
      [
        "Pressione [Enter] para continuar...", "Prepare o volume #2 para '/dev/st0' e tecle Enter: ",
        "Reprodução finalizada, pressione qualquer tecla para restaurar o terminal.",
        "Por favor, insira um disco no drive e tecle Enter", "pressione enter para editar /etc/sudoers: ",
      ]
    ),
    (
      "ja",
      [
        "[Enter] キーを押すと続行します。", "Enterキーを押して続行（またはCtrl+Cで中断）...",
        "何かキーを押すと端末を回復します。", "/etc/sudoers を編集するためにリターンを押してください: ",
        "ディスクをドライブに入れて [Enter] キーを押してください",
      ]
    ),
    (
      "zh_CN",
      [
        "按「回车键」继续。", "按 Enter 键返回主菜单...", "按回车继续...", "按任意键退出",
        "请把盘片插入驱动器再按「回车键」", "为 /dev/st0 准备卷 #2 并按回车：", "按Enter键继续...",
      ]
    ),
  ]

  /// By language, as above: of PAM, shadow, sudo, gpg, cryptsetup, PostgreSQL and systemd, and of scripts.
  private static let questions: [(language: String, prompts: [String])] = [
    (
      "en",
      [
        // Each names a key and how it is pressed.
        "Type the PIN and press Enter: ", "Type your password and press enter: ",
        "Press Enter to keep current value or type new value: ",
        "Press [Enter] to change Username or enter password now: ",
        "Enter password (hidden) or press Enter to generate: ",
        "Paste your DeepL API Free key, then press Return: ", "API key (or press Enter to skip): ",
        "Enter the new value, or press ENTER for the default", "Enter your choice and press return: ",
        "Enter recovery codes, then hit return: ", "Private key (hit Enter when done): ",
        // The name of a key, or no more.
        "Enter OTP", "Enter passphrase (empty for no passphrase): ", "Enter PASSCODE: ",
        "Enter npm OTP (blank to publish without one): ", "Enter your GitHub PAT (repo scope): ",
        "[sudo] password for ada: ", "Verification code: ", "Password or swipe finger: ",
        "Please enter passphrase for disk root (cryptroot): ", "Passcode or option (1-3): ",
        "Enter PIN for 'SSH key': ", "Confirm passphrase to continue: ", "Response: ", "Enter: ", "",
        "Enter host password for user 'ada':", "Storage Key: ", "Express checkout key: ",
      ]
    ),
    (
      "de",
      [
        "Geben Sie das aktuelle Passwort ein: ", "Geben Sie die PIN des Tokens ein: ", "Passwort von root: ",
        "Geben Sie einen neuen Wert an oder drücken Sie ENTER für den Standardwert",
        "Kennwort eingeben und Enter drücken: ", "Datenbankpasswort (Enter drücken für keines): ",
        "Passphrase für »/dev/sda2« eingeben: ",
      ]
    ),
    (
      "fr",
      [
        "Mot de passe : ", "Entrez la phrase secrète pour l'emplacement de clé 0 : ",
        "Entrer la nouvelle valeur, ou appuyer sur ENTER pour la valeur par défaut",
        "Appuyez sur <enter> pour conserver le choix actuel [*], ou tapez le numéro de sélection : ",
        "Saisissez le code PIN du jeton et appuyez sur Entrée : ",
      ]
    ),
    (
      "es",
      [
        "Contraseña: ", "Vuelva a escribir la nueva contraseña: ", "Introduzca el PIN del «token»:",
        "Introduzca el nuevo valor, o pulse INTRO para usar el valor predeterminado",
        "Escriba la clave y pulse Intro: ",
      ]
    ),
    (
      "pt_BR",
      [
        "Senha: ", "Redigite a nova senha: ", "Digite a senha para /dev/sda2: ",
        "Informe o novo valor ou pressione ENTER para aceitar o padrão", "Digite o PIN e tecle Enter: ",
      ]
    ),
    (
      "ja",
      [
        "パスワード:", "キースロット 0 のパスフレーズを入力してください: ", "トークンPINを入力してください: ",
        "PINを入力してEnterキーを押してください: ", "パスワード（Enterキーを押すと省略）: ",
        "新しい値を入力してください。標準設定値を使うならリターンを押してください",
      ]
    ),
    (
      "zh_CN",
      [
        "当前的密码： ", "请输入密码: ", "请输入新值，或直接敲回车键以使用默认值", "请键入PIN并按回车键: ",
        "要维持当前值[*]请按<回车键>，或者键入选择的编号：", "密码（按回车键跳过）: ",
      ]
    ),
  ]

  private func texts(_ language: String) throws -> Texts {
    language == "en" ? .english : try POFile("Sources/Languages/po/\(language).po").texts
  }

  @Test(arguments: keys.indices) func `R1 a prompt for a key is none for a secret`(index: Int) throws {
    let (language, prompts) = Self.keys[index]
    let texts = try texts(language)
    for prompt in prompts { #expect(asksForKey(prompt, in: texts), "\(prompt)") }
  }

  @Test(arguments: questions.indices) func `R1 a prompt for something to be typed is a question`(index: Int)
    throws
  {
    let (language, prompts) = Self.questions[index]
    for texts in [.english, try texts(language)] {
      for prompt in prompts { #expect(!asksForKey(prompt, in: texts), "\(prompt)") }
    }
  }

  private func asksForKey(_ prompt: String, in texts: Texts) -> Bool {
    PromptLine(prompt).map { PromptWords.asksForKey($0, in: texts) } ?? false
  }

  @Test func `R7 a prompt for a key is no repetition, whatever it quotes`() throws {
    func question(_ prompt: String) -> Question {
      Question(
        line: PromptLine(prompt), before: [], asker: Asker(), row: nil, reader: Reader(ww_reader(), group: 1),
        time: Instant(nanoseconds: 0))
    }
    let text = try SecretBuffer(capacity: 1, locking: .ifPossible)
    let last = LastAnswer(question("Password: "), text, at: Instant(nanoseconds: 0))
    #expect(!question("Press Enter to confirm").repeats(last) && question("Confirm password: ").repeats(last))
  }
}
