# Made from the table of options of watchword: RECORD=1 make test writes it again.
function __watchword_for -d 'Whether the command is among the arguments, of which none stands for no command'
    set -l command none
    for word in (commandline -opc)[2..]
        if contains -- $word new change ask sign-in sign-up form check generate policies pinentry askpass help
            set command $word
            break
        end
    end
    test $command = none; and set -a command new
    for one in $command
        contains -- $one $argv; and return
    end
    return 1
end

function __watchword_behind -d 'Completes the command behind two dashes'
    set -l words (commandline -opc)
    set -l dashes (contains -i -- -- $words)
    or return
    set -e words[1..$dashes]
    complete -C "$(string escape -- $words) $(commandline -ct)"
end

complete -c watchword -f
complete -c watchword -a '(__watchword_behind)'
complete -c watchword -n '__watchword_for none help' -a new -d 'A new password; meant where no command is given'
complete -c watchword -n '__watchword_for none help' -a change -d 'The old password and a new one'
complete -c watchword -n '__watchword_for none help' -a ask -d 'A password that exists already'
complete -c watchword -n '__watchword_for none help' -a sign-in -d 'Email address and password'
complete -c watchword -n '__watchword_for none help' -a sign-up -d 'Name, email address and a new password'
complete -c watchword -n '__watchword_for none help' -a form -d 'The fields that --field describes'
complete -c watchword -n '__watchword_for none help' -a check -d 'No form: judge passwords from standard input'
complete -c watchword -n '__watchword_for none help' -a generate -d 'No form: draw passwords that meet the rule'
complete -c watchword -n '__watchword_for none help' -a policies -d 'No form: list the policies, or show one'
complete -c watchword -n '__watchword_for none help' -a pinentry -d 'The dialogs of gpg-agent; also pinentry-watchword'
complete -c watchword -n '__watchword_for none help' -a askpass -d 'One answer for ssh, sudo or git; also watchword-askpass'
complete -c watchword -n '__watchword_for policies' -a 'classic account nist nist-mfa owasp'
complete -c watchword -n '__watchword_for none' -a help -d 'Show the help of a command'
complete -c watchword -n '__watchword_for form' -l field -x -a 'text name email password new-password' -d 'Field TYPE[:NAME[:PLACEHOLDER]], repeatable'
complete -c watchword -n '__watchword_for sign-up form' -l optional -x -d 'This field may stay empty, repeatable'
complete -c watchword -n '__watchword_for sign-in sign-up form' -l value -x -d 'Text that a field starts with, repeatable'
complete -c watchword -n '__watchword_for sign-in' -l user -d 'Ask for a user name, not an email'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l label -x -d 'What a field is called, repeatable'
complete -c watchword -n '__watchword_for ask' -l allow-empty -d 'Accept an empty password, too'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l title -x -d 'Title of the form'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l text -x -d 'Paragraph below the title'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l button -x -d 'Text of the button'
complete -c watchword -n '__watchword_for new ask' -l prompt -x -d 'Placeholder of the first field'
complete -c watchword -n '__watchword_for new change sign-up form' -l confirm-prompt -x -d 'Placeholder of the confirm field'
complete -c watchword -n '__watchword_for new' -l no-confirm -d 'Ask once, without the confirm field'
complete -c watchword -n '__watchword_for new change sign-in sign-up form check generate policies' -l policy -x -a 'classic account nist nist-mfa owasp' -d 'classic, account, nist, nist-mfa or owasp'
complete -c watchword -n '__watchword_for new change sign-up form check generate policies' -l normalize -x -a 'none nfc' -d 'Normal form: none or nfc [by policy]'
complete -c watchword -n '__watchword_for new change sign-up form check' -l meter -x -a 'guesses length' -d 'Strength by: guesses or length'
complete -c watchword -n '__watchword_for new change sign-up form check generate' -l strength-scale -x -d 'Where medium and strong begin [40,75]'
complete -c watchword -n '__watchword_for new change sign-up form check generate policies' -l min-strength -x -a 'weak medium strong' -d 'At least: weak, medium or strong [medium]'
complete -c watchword -n '__watchword_for new change sign-up form check generate' -l dictionary -r -F -d 'Word list; a word in it is easy to guess'
complete -c watchword -n '__watchword_for new change sign-up form check generate' -l no-dictionary -d 'Work without a word list'
complete -c watchword -n '__watchword_for new change sign-up form check generate' -l blocklist -r -F -d 'Passwords that are refused, repeatable'
complete -c watchword -n '__watchword_for new change sign-up form check generate' -l word -x -d 'Word that counts against it, repeatable'
complete -c watchword -n '__watchword_for change sign-in sign-up form' -l debounce -x -d 'Pause before a text is validated [0.2]'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l mask -x -d 'Sign shown in place of each character'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l peek -d 'Show the character typed last for a moment'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l reveal -x -a 'allowed never always' -d 'Reveal: allowed, never or always [allowed]'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l reveal-timeout -x -d 'Mask after so many idle seconds [30]'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l timeout -x -d 'End after so long without a key'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l clears-on-insertion -d 'Clear a field when it is edited again'
complete -c watchword -n '__watchword_for sign-up form' -l no-capitalize -d 'Leave the letters of a name as typed'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l mouse -d 'Take presses of the mouse, the default'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l no-mouse -d 'Leave the mouse to the terminal'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l animation -d 'Change the bars with a pulse, the default'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l no-animation -d 'Change the bars at once, without a pulse'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l glyphs -x -a 'auto emoji unicode ascii' -d 'Signs: auto, emoji, unicode or ascii [auto]'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l color -x -a 'auto always never' -d 'Colours: auto, always or never [auto]'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l background -x -a 'auto dark light' -d 'Background: auto, dark or light [auto]'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l tty -r -F -d 'Draw on this terminal, and read from it'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l format -x -a 'json lines nul shell' -d 'Answer as json, lines, nul or shell'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form check generate policies' -l json -d 'Answer as JSON'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l template -x -d 'Answer as TEXT, in which {NAME} is a value'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l prefix -x -d 'Start of the names of shell variables [ww_]'
complete -c watchword -n '__watchword_for new change sign-up form' -l with-strength -d 'Add how strong the new password is'
complete -c watchword -n '__watchword_for new change sign-up form' -l hash -x -a 'default yescrypt gost-yescrypt scrypt bcrypt sha512crypt sha256crypt' -d 'The hash of the new password in its place'
complete -c watchword -n '__watchword_for new change sign-up form' -l hash-cost -x -d 'How much work that hash is'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l no-newline -d 'Write no newline after the answer'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l output -r -F -d 'Write the answer to this new file'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l output-fd -x -d 'Write the answer to this descriptor'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l force -d 'Let --output replace a file'
complete -c watchword -n '__watchword_for new change generate' -s q -l quiet -d 'Leave out the line after the answer'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l cancel-status -x -d 'Status of a cancelled form [1]'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l verify -x -a '(__fish_complete_command)' -d 'Ask this command before a form is accepted'
complete -c watchword -n '__watchword_for change' -l verify-old -x -a '(__fish_complete_command)' -d 'Ask this command about the old password'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l verify-shell -d 'Have the shell carry out that command'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l verify-input -x -a 'json text' -d 'What it reads: json or text [json]'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l verify-timeout -x -d 'How many seconds it may take [10]'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form' -l attempts -x -d 'End with status 7 after N refusals'
complete -c watchword -n '__watchword_for sign-in' -l remember -d 'Keep the email address for the next time'
complete -c watchword -n '__watchword_for sign-in' -l forget -d 'Forget the email address; no form is shown'
complete -c watchword -n '__watchword_for check' -l batch -d 'Judge a list, one password a line'
complete -c watchword -n '__watchword_for check' -l summary -d 'Count verdicts and levels of a list'
complete -c watchword -n '__watchword_for check' -l failed-only -d 'Answer only lines that do not pass'
complete -c watchword -n '__watchword_for check' -l null -d 'A password ends with a NUL, not a newline'
complete -c watchword -n '__watchword_for check' -l explain -d 'Name the parts that a password is made of'
complete -c watchword -n '__watchword_for generate' -l length -x -d 'Draw so many characters'
complete -c watchword -n '__watchword_for generate' -l words -x -d 'Draw so many words'
complete -c watchword -n '__watchword_for generate' -l separator -x -d 'What stands between words that are drawn'
complete -c watchword -n '__watchword_for new change sign-up form generate' -l word-list -r -F -d 'Words to draw from, one a line'
complete -c watchword -n '__watchword_for generate' -l count -x -d 'Draw so many passwords, a line each [1]'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form check generate policies' -l allow-unlocked-memory -d 'Go on where memory cannot be locked'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form check generate policies' -l no-config -d 'Read no settings but the required ones'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form check generate policies' -l validate -d 'Check the options, and do nothing else'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form check generate policies' -s h -l help -a 'all' -d 'Show the usual options, or all'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form check generate policies' -s V -l version -d 'Show the version'
complete -c watchword -n '__watchword_for new change ask sign-in sign-up form check generate policies' -l verbose -d 'With --version: how passwords are protected'
