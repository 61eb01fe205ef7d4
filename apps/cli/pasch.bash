# Completion of pasch for bash: commands, options, games, options of games, and the values that options take.
# Source this file, or install it as /usr/share/bash-completion/completions/pasch.

# _pasch_offer WORDS...: offers those that begin with $cur. What stands before an equals sign in the word is not
# repeated, because bash takes the sign for the end of a word.
_pasch_offer() {
    local word before=
    [[ $COMP_WORDBREAKS != *=* || $cur != *=* ]] || before=${cur%"${cur##*=}"}
    for word in "$@"; do
        [[ $word != "$cur"* ]] || COMPREPLY+=("${word#"$before"}")
    done
}

_pasch_offer_files() {
    local file
    compopt -o filenames 2>/dev/null || :
    while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$cur")
}

_pasch_games() { "$pasch" games --ids 2>/dev/null; }

# The first game that has been named so far.
_pasch_named() {
    local word games
    games=" $(_pasch_games | tr '\n' ' ')"
    for word in "${joined[@]:1:${#joined[@]}-2}"; do
        [[ $games != *" $word "* ]] || { echo "$word"; return; }
    done
}

# _pasch_settings GAME: "name=value" for every value of every option of the game.
_pasch_settings() {
    "$pasch" games 2>/dev/null | awk -v game="$1" '
        /^[a-z]/ { mine = $1 == game }
        mine {
            while (match($0, /[a-z_]+=[a-z0-9|]+/)) {
                option = substr($0, RSTART, RLENGTH)
                $0 = substr($0, RSTART + RLENGTH)
                name = option
                sub(/=.*/, "", name)
                count = split(substr(option, length(name) + 2), value, "|")
                for (i = 1; i <= count; i++) print name "=" value[i]
            }
        }'
}

_pasch_options() {
    case $1 in
    play)
        echo --x --o --level --match --rounds --cube --no-cube --no-crawford --jacoby --beavers --automatic --dead-cube \
            --swap-roles --set --seed --dice --position --save --resume --quick --eval --from --numbers --ascii --no-color
        ;;
    serve)
        echo --listen --port --db --tls-cert --tls-key --base-url --origin --behind-proxy --max-connections \
            --max-per-address --max-games --log --open
        ;;
    games) echo --ids --feature --features ;;
    show) echo --from --numbers --ascii --no-color ;;
    moves) echo --dice --results ;;
    best) echo --dice --plies --n --cubeless --threads --json ;;
    eval | cube) echo --plies --threads --json ;;
    rollout)
        echo --dice --move --plays --double --trials --seed --plies --cubeless --truncate --opening --no-vr --play-on \
            --stop-error --stop-jsd --min-trials --save --threads --json --quiet
        ;;
    bearoff) echo --two-sided --one-sided --solve --threads --json ;;
    dice) echo --json ;;
    perft) echo --rolls ;;
    batch) echo --threads ;;
    learn) echo --phase --out --hidden --seed --draw --from --threads ;;
    bench) echo --seconds --moves --no-gnubg --json ;;
    duel) echo --players --games --game --match --cube --no-cube --seed --threads --luck --no-luck --check --json --quiet ;;
    esac
    [[ $1 != @(play|serve|best|eval|cube|rollout|batch|bench|duel) ]] || echo --nets
}

_pasch_commands='play serve games rules show moves best eval cube rollout bearoff dice perft batch learn bench duel'

_pasch() {
    local pasch=$1 cur prev='' command='' word i joined=()
    COMPREPLY=()
    # "--x=greedy" is three words to bash; here it is one.
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ ${#joined[@]} -gt 0 && ($word == "=" || ($i -gt 1 && ${COMP_WORDS[i - 1]} == "=")) ]]; then
            joined[-1]+=$word
        else
            joined+=("$word")
        fi
    done
    cur=${joined[-1]-}
    [[ ${#joined[@]} -lt 2 ]] || prev=${joined[-2]}
    if [[ $cur == --*=* ]]; then
        prev=${cur%%=*}
        cur=${cur#*=}
    fi

    [[ ${#joined[@]} -lt 2 ]] || command=${joined[0]}
    case $command:$prev in
    :*)
        # shellcheck disable=SC2086 # words without blanks
        _pasch_offer $_pasch_commands help --help --version
        return
        ;;
    play:--x | play:--o) _pasch_offer human random greedy level:{1..8} ;;
    play:--level) _pasch_offer {1..8} ;;
    play:--from | show:--from) _pasch_offer x o ;;
    play:--numbers | show:--numbers) _pasch_offer board own halves ;;
    play:--set)
        word=$(_pasch_named)
        # shellcheck disable=SC2046 # words without blanks
        _pasch_offer $(_pasch_settings "${word:-standard}")
        ;;
    play:--dice)
        _pasch_offer manual
        _pasch_offer_files
        ;;
    play:--save | rollout:--save | play:--resume | learn:--out | learn:--from | serve:--db | serve:--tls-* | *:--nets) _pasch_offer_files ;;
    serve:--log) _pasch_offer error warn info debug ;;
    serve:--listen | serve:--port | serve:--base-url | serve:--origin | serve:--max-*) ;;
    *:--match | *:--rounds | *:--automatic | *:--seed | *:--position | *:--seconds | *:--two-sided) ;;
    moves:--dice | best:--dice | rollout:--dice | *:--move | *:--plays | *:--trials | *:--truncate | *:--min-trials | *:--stop-* | *:--plies | *:--n | *:--threads | *:--games | *:--hidden | *:--phase) ;;
    games:--feature)
        # shellcheck disable=SC2046 # words without blanks
        _pasch_offer $("$pasch" games --features 2>/dev/null | awk '{ print $1 }')
        ;;
    duel:--game | bearoff:--solve)
        # shellcheck disable=SC2046 # words without blanks
        _pasch_offer $(_pasch_games)
        ;;
    help:*)
        # shellcheck disable=SC2086 # words without blanks
        _pasch_offer $_pasch_commands
        ;;
    *)
        if [[ $cur == -* ]]; then
            # shellcheck disable=SC2046 # words without blanks
            _pasch_offer $(_pasch_options "$command") --help
        elif [[ $command == @(play|rules|show|moves|best|eval|cube|rollout|perft|learn|bench) && -z $(_pasch_named) ]]; then
            # shellcheck disable=SC2046 # words without blanks
            _pasch_offer $(_pasch_games)
        elif [[ $command == dice && $prev == verify ]]; then
            _pasch_offer_files
        elif [[ $command == dice && $prev == dice ]]; then
            _pasch_offer verify
        elif [[ $command == duel ]]; then
            # shellcheck disable=SC2046 # words without blanks
            _pasch_offer $("$pasch" duel --players 2>/dev/null | awk '{ sub(/:.*/, ":", $1); print $1 }')
        fi
        ;;
    esac
}

complete -F _pasch pasch
