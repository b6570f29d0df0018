extension ProgramTable {
  /// How programs of Debian 12 ask for a new password, in the format of the file of the place.
  static let known = """
    cryptsetup     luksFormat                twice luks  -     Enter passphrase for
    cryptsetup     luksChangeKey|luksAddKey  twice luks  -     Enter new passphrase
    zip            -e|--encrypt              twice level -     Enter password:
    openssl        enc                       twice level -     encryption password:
    openssl        passwd                    twice level -     Password:
    age            -p|--passphrase           twice level draws Enter passphrase
    ssh-keygen     -                         twice level none  (empty for no passphrase)
    htpasswd       -                         twice nist  -     New password:
    gpasswd        -                         twice level -     New Password:
    passwd         -                         twice level -     New password:
    vncpasswd      -                         twice level -     Password:
    tigervncpasswd -                         twice level -     Password:
    smbpasswd      -                         twice nist  -     New SMB password:
    restic         init                      twice level -     enter password for new repository
    borg           init                      twice level none  Enter new passphrase
    ansible-vault  create|encrypt|rekey      twice level -     New Vault password
    pass           insert|add                twice level -     Enter password for
    7z             a                         once  level -     Enter password
    gpg            -c|--symmetric            once  level -     Enter passphrase
    keepassxc-cli  add                       once  level -     Enter password for new entry
    """
}
