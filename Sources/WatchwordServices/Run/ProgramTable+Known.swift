extension ProgramTable {
  /// How programs of Debian 12 ask for a new password, in the format of the file of the site.
  static let known = """
    cryptsetup      luksFormat               twice luks  -     Enter passphrase for
    cryptsetup      luksChangeKey|luksAddKey twice luks  -     Enter new passphrase
    zip             -e|--encrypt             twice level -     Enter password:
    openssl         enc                      twice level -     encryption password:
    openssl         passwd                   twice level -     Password:
    age             -p|--passphrase          twice level draws Enter passphrase
    ssh-keygen      -                        twice level none  (empty for no passphrase)
    htpasswd        -                        twice nist  -     New password:
    gpasswd         -                        twice level -     New Password:
    passwd          -                        twice level -     New password:
    vncpasswd       -                        twice level -     Password:
    tigervncpasswd  -                        twice level -     Password:
    smbpasswd       -                        twice nist  -     New SMB password:
    restic          init                     twice level -     enter password for new repository
    borg            init                     twice level none  Enter new passphrase
    ansible-vault   create|encrypt|rekey     twice level -     New Vault password
    pass            insert|add               twice level -     Enter password for
    7z              a                        once  level -     Enter password
    gpg             -c|--symmetric           once  level -     Enter passphrase
    keepassxc-cli   add                      once  level -     Enter password for new entry
    keytool         -storepasswd|-keypasswd  twice level -     New key
    keytool         new:-keystore            twice level -     Enter keystore password:
    keytool         new:-destkeystore        twice level -     Enter destination keystore password:
    gocryptfs       -init|--init             twice level -     Password:
    gocryptfs       -passwd|--passwd         twice level -     Please enter your new password.
    encfs           -                        twice level -     New Encfs Password:
    encfsctl        passwd                   twice level -     New Encfs Password:
    duplicity       full                     twice level -     GnuPG passphrase for decryption:
    createuser      -                        twice level none  Enter password for new role:
    psql            -                        twice level none  Enter new password for user
    puttygen        -                        twice level none  Enter passphrase to save key:
    minisign        -G|-C                    twice level -     enter a password to protect the secret key
    signify-openbsd -G                       twice level -     passphrase:
    scrypt          enc                      twice level -     enter passphrase:
    ccrypt          -                        twice level -     Enter encryption key:
    ccrypt          -                        twice level -     Enter new key:
    certutil        -                        twice level none  Enter new password:
    sq              --with-password          twice level -     Enter password to protect the key:
    sq              password                 twice level none  New password:
    sq              -s|--symmetric           once  level -     Enter password:
    rclone          -                        twice level -     Enter NEW configuration password:
    """
}
