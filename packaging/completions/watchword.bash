# Made from the table of options of watchword: RECORD=1 make test writes it again.
_watchword() {
  local word=${COMP_WORDS[COMP_CWORD]} command= option= action= words= other= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    option=
    case ${COMP_WORDS[i]} in
      --)
        other=$((i + 1))
        break ;;
      --field|--labels|--range|--pattern|--message|--only-if|--optional|--value|--label|--title|--text|--button|--extra-button|--default|--danger|--policy|--normalize|--meter|--strength-scale|--min-strength|--dictionary|--blocklist|--leaked|--word|--min-length|--max-length|--require|--allow|--max-repeat|--max-sequence|--debounce|--mask|--reveal|--reveal-timeout|--timeout|--glyphs|--look|--color|--background|--color-border|--color-bar1|--color-bar2|--color-bar3|--color-good|--color-error|--color-notice|--color-muted|--color-button|--tty|--format|--template|--hash|--hash-cost|--output|--output-fd|--mode|--owner|--answer-fd|--success|--cancel-status|--verify|--verify-old|--verify-input|--verify-timeout|--attempts|--fields|--column|--show|--length|--words|--separator|--word-list|--count|--trace|--check|--root|--display|--ttyname|--ttytype|--lc-ctype|--lc-messages|--parent-wid|--colors|--ttyalert)
        option=${COMP_WORDS[i]}
        [[ ${COMP_WORDS[i + 1]} != = ]] || ((++i))
        ((++i)) ;;
      --help)
        if [[ ${COMP_WORDS[i + 1]} = = ]]; then
          option=${COMP_WORDS[i]}
          ((i += 2))
        fi ;;
      -*) ;;
      *)
        [[ $command != run ]] || other=$i
        [[ ! $other ]] || break
        [[ $command || " new change passwd ask sign-in sign-up form check generate hash confirm policies config pinentry askpass run agent help " != *" ${COMP_WORDS[i]} "* ]] || command=${COMP_WORDS[i]} ;;
    esac
  done
  if [[ $other ]]; then
    if declare -F _command_offset >/dev/null; then
      _command_offset $other
      return
    fi
    action=-c
    ((other == COMP_CWORD)) || action=-f
  fi
  # The word is the argument of the last option only where nothing stands between them.
  ((i > COMP_CWORD)) || option=
  [[ $word != = || ! $option ]] || word=
  case $option in
    --field) words='text name email password new-password choice yesno number date' ;;
    --default) words='yes no' ;;
    --policy) words='classic account nist nist-mfa owasp login pin wpa2 luks pci bsi system' ;;
    --normalize) words='none nfc' ;;
    --meter) words='guesses length' ;;
    --min-strength) words='weak medium strong' ;;
    --allow) words='ascii latin1 chars:' ;;
    --reveal) words='allowed never always' ;;
    --glyphs) words='auto emoji unicode ascii' ;;
    --look) words='boxed filled' ;;
    --color) words='auto always never' ;;
    --background) words='auto dark light' ;;
    --format) words='json lines nul shell' ;;
    --hash) words='default yescrypt gost-yescrypt scrypt bcrypt sha512crypt sha256crypt scram-sha-256' ;;
    --verify-input) words='json text lines nul shell' ;;
    --show) words='user' ;;
    --help) words='all' ;;
    --dictionary|--blocklist|--leaked|--tty|--output|--word-list|--trace|--check|--root|--ttyname) action=-f ;;
    --verify|--verify-old) action=-c ;;
    ?*) return ;;
  esac
  [[ $option$action ]] || case $word in
    -*) case ${command:-new} in
    new) words='--label --title --text --button --extra-button --no-confirm --policy --normalize --meter --strength-scale --min-strength --dictionary --no-dictionary --blocklist --leaked --word --min-length --max-length --require --allow --max-repeat --max-sequence --mask --peek --reveal --reveal-timeout --timeout --clears-on-insertion --mouse --no-mouse --animation --no-animation --quiet-typing --no-quiet-typing --bits --no-bits --glyphs --look --color --background --color-border --color-bar1 --color-bar2 --color-bar3 --color-good --color-error --color-notice --color-muted --color-button --inline --no-inline --leave-nothing --plain --no-plain --tty --wait --format --json --template --hash --hash-cost --no-newline --output --output-fd --force --mode --owner --answer-fd --success --quiet --cancel-status --verify --verify-input --verify-timeout --attempts --word-list --allow-unlocked-memory --no-config --log --no-log --validate --help --version --verbose' ;;
    change) words='--label --title --text --button --extra-button --policy --normalize --meter --strength-scale --min-strength --dictionary --no-dictionary --blocklist --leaked --word --min-length --max-length --require --allow --max-repeat --max-sequence --debounce --mask --peek --reveal --reveal-timeout --timeout --clears-on-insertion --mouse --no-mouse --animation --no-animation --quiet-typing --no-quiet-typing --bits --no-bits --glyphs --look --color --background --color-border --color-bar1 --color-bar2 --color-bar3 --color-good --color-error --color-notice --color-muted --color-button --inline --no-inline --leave-nothing --plain --no-plain --tty --wait --format --json --template --hash --hash-cost --no-newline --output --output-fd --force --mode --owner --answer-fd --success --quiet --cancel-status --verify --verify-old --verify-input --verify-timeout --attempts --word-list --allow-unlocked-memory --no-config --log --no-log --validate --help --version --verbose' ;;
    passwd) words='--label --title --text --button --policy --normalize --meter --strength-scale --min-strength --dictionary --no-dictionary --blocklist --leaked --word --min-length --max-length --require --allow --max-repeat --max-sequence --debounce --mask --peek --reveal --reveal-timeout --timeout --clears-on-insertion --mouse --no-mouse --animation --no-animation --quiet-typing --no-quiet-typing --bits --no-bits --glyphs --look --color --background --color-border --color-bar1 --color-bar2 --color-bar3 --color-good --color-error --color-notice --color-muted --color-button --plain --no-plain --tty --wait --quiet --expire --cancel-status --word-list --allow-unlocked-memory --no-config --log --no-log --validate --help --version --verbose' ;;
    ask) words='--label --allow-empty --title --text --button --extra-button --mask --peek --reveal --reveal-timeout --timeout --clears-on-insertion --mouse --no-mouse --animation --no-animation --quiet-typing --no-quiet-typing --glyphs --look --color --background --color-border --color-bar1 --color-bar2 --color-bar3 --color-good --color-error --color-notice --color-muted --color-button --inline --no-inline --leave-nothing --plain --no-plain --tty --wait --format --json --template --no-newline --output --output-fd --force --mode --owner --answer-fd --success --quiet --cancel-status --verify --verify-input --verify-timeout --attempts --allow-unlocked-memory --no-config --log --no-log --validate --help --version --verbose' ;;
    sign-in) words='--value --user --label --title --text --button --extra-button --policy --debounce --mask --peek --reveal --reveal-timeout --timeout --clears-on-insertion --mouse --no-mouse --animation --no-animation --quiet-typing --no-quiet-typing --glyphs --look --color --background --color-border --color-bar1 --color-bar2 --color-bar3 --color-good --color-error --color-notice --color-muted --color-button --inline --no-inline --leave-nothing --plain --no-plain --tty --wait --format --json --template --no-newline --output --output-fd --force --mode --owner --answer-fd --success --quiet --cancel-status --verify --verify-input --verify-timeout --attempts --remember --forget --allow-unlocked-memory --no-config --log --no-log --validate --help --version --verbose' ;;
    sign-up) words='--optional --value --label --title --text --button --extra-button --policy --normalize --meter --strength-scale --min-strength --dictionary --no-dictionary --blocklist --leaked --word --min-length --max-length --require --allow --max-repeat --max-sequence --debounce --mask --peek --reveal --reveal-timeout --timeout --clears-on-insertion --no-capitalize --mouse --no-mouse --animation --no-animation --quiet-typing --no-quiet-typing --bits --no-bits --glyphs --look --color --background --color-border --color-bar1 --color-bar2 --color-bar3 --color-good --color-error --color-notice --color-muted --color-button --inline --no-inline --leave-nothing --plain --no-plain --tty --wait --format --json --template --hash --hash-cost --no-newline --output --output-fd --force --mode --owner --answer-fd --success --quiet --cancel-status --verify --verify-input --verify-timeout --attempts --word-list --allow-unlocked-memory --no-config --log --no-log --validate --help --version --verbose' ;;
    form) words='--field --labels --range --pattern --message --only-if --optional --value --label --title --text --button --extra-button --policy --normalize --meter --strength-scale --min-strength --dictionary --no-dictionary --blocklist --leaked --word --min-length --max-length --require --allow --max-repeat --max-sequence --debounce --mask --peek --reveal --reveal-timeout --timeout --clears-on-insertion --no-capitalize --mouse --no-mouse --animation --no-animation --quiet-typing --no-quiet-typing --bits --no-bits --glyphs --look --color --background --color-border --color-bar1 --color-bar2 --color-bar3 --color-good --color-error --color-notice --color-muted --color-button --inline --no-inline --leave-nothing --plain --no-plain --tty --wait --format --json --template --hash --hash-cost --no-newline --output --output-fd --force --mode --owner --answer-fd --success --quiet --cancel-status --verify --verify-input --verify-timeout --attempts --word-list --allow-unlocked-memory --no-config --log --no-log --validate --help --version --verbose' ;;
    check) words='--policy --normalize --meter --strength-scale --min-strength --dictionary --no-dictionary --blocklist --leaked --word --min-length --max-length --require --allow --max-repeat --max-sequence --json --batch --fields --csv --column --show --summary --failed-only --report --no-same --no-context --null --explain --allow-unlocked-memory --no-config --log --no-log --validate --help --version --verbose' ;;
    generate) words='--policy --normalize --strength-scale --min-strength --dictionary --no-dictionary --blocklist --leaked --word --min-length --max-length --require --allow --max-repeat --max-sequence --json --hash --hash-cost --no-newline --output --force --mode --owner --quiet --length --no-ambiguous --words --separator --word-list --count --allow-unlocked-memory --no-config --log --no-log --validate --help --version --verbose' ;;
    hash) words='--hash --hash-cost --allow-unlocked-memory --no-config --log --no-log --validate --help --version --verbose' ;;
    confirm) words='--title --default --danger --timeout --mouse --no-mouse --glyphs --look --color --background --color-border --color-bar1 --color-bar2 --color-bar3 --color-good --color-error --color-notice --color-muted --color-button --inline --no-inline --leave-nothing --plain --no-plain --tty --wait --quiet --allow-unlocked-memory --no-config --log --no-log --validate --help --version --verbose' ;;
    policies) words='--policy --normalize --min-strength --min-length --max-length --require --allow --max-repeat --max-sequence --json --allow-unlocked-memory --no-config --log --no-log --validate --help --version --verbose' ;;
    config) words='--json --allow-unlocked-memory --check --root --no-config --log --no-log --validate --help --version --verbose' ;;
    pinentry) words='--debug --display --ttyname --ttytype --lc-ctype --lc-messages --timeout --no-global-grab --parent-wid --colors --ttyalert --help --version' ;;
    askpass) words='' ;;
    run) words='--mask --peek --reveal --reveal-timeout --timeout --clears-on-insertion --mouse --no-mouse --animation --no-animation --quiet-typing --no-quiet-typing --glyphs --look --color --background --color-border --color-bar1 --color-bar2 --color-bar3 --color-good --color-error --color-notice --color-muted --color-button --inline --no-inline --plain --no-plain --list --trace --allow-unlocked-memory --no-config --log --no-log --help --version' ;;
    agent) words='--list --once --trace --help --version' ;;
    esac ;;
    *) case $command in
      '' | help) words='new change passwd ask sign-in sign-up form check generate hash confirm policies config pinentry askpass run agent help' ;;
      policies) words='classic account nist nist-mfa owasp login pin wpa2 luks pci bsi system' ;;
      passwd) words=$(timeout 1 getent passwd | sed -n 's/^\([[:alnum:]_][[:alnum:]_.@-]*\):.*/\1/p;1000q') ;;
      check) action=-f ;;
      run) action=-c ;;
    esac ;;
  esac
  [[ $action != -f ]] || compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen ${action:--W "$words"} -- "$word")
}
complete -F _watchword watchword
