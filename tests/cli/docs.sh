# The man page and the completion know every command and option that the program has, and no other.
. "$(dirname "$0")/lib.sh"

commands=$("$pasch" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
page=$root/docs/pasch.1

# The options in the help of a command.
options_of() { "$pasch" "$1" --help | { grep -oE -- '(^|[ ,])--[a-z][a-z-]*' || true; } | tr -d ' ,' | sort -u; }

# The man page, without its fonts.
flat=$(sed 's/\\-/-/g; s/\\~/ /g; s/\\f.//g; s/\\c//g' "$page")
for command in $commands; do
    [[ $flat == *$'\n'".SS pasch $command"$'\n'* ]] || fail "the man page has no section for '$command'"
    for option in $(options_of "$command"); do
        grep -qE -- "^\.(B|BI|BR|TP|IP).*$option" <<<"$flat" || fail "the man page does not list $option of '$command'"
    done
done
for option in $(grep -oE -- '(^| )--[a-z][a-z-]*' <<<"$flat" | sort -u); do
    case $option in
    --help | --version) continue ;;
    esac
    found=
    for command in $commands; do
        "$pasch" "$command" --help | grep -qE -- "$option( |,|=|\$)" && found=yes
    done
    [ -n "$found" ] || fail "the man page has $option, the program has not"
done
for word in NO_COLOR PAGER LANG PASCH_CACHE PASCH_NETS "EXIT STATUS"; do
    [[ $flat == *"$word"* ]] || fail "the man page does not mention $word"
done
version=$("$pasch" --version)
grep -qF "\"$version\"" "$page" || fail "the man page is not of $version"
if command -v groff >/dev/null; then
    warnings=$(groff -man -Tutf8 -ww "$page" 2>&1 >/dev/null) || true
    [ -z "$warnings" ] || fail "groff warns about the man page: $warnings"
fi

# The words of a game are in the man page, too.
for word in undo moves hint eval choose double take pass beaver resign accept reject show score rules save help quit; do
    grep -qE "^\.(B|BR|BI|RB) .*$word" "$page" || fail "the man page does not tell what '$word' does in a game"
done

# Completion. completes "TYPED SO FAR" WANTED...: exactly these are offered for the last word (blank = a new one).
# shellcheck source=/dev/null
. "$root/apps/cli/pasch.bash"
complete -p pasch >/dev/null || fail "completion is not set up for pasch"
offers() {
    local line=$1 word
    COMP_WORDS=()
    # as bash does: blanks end words, an equals sign is a word of its own
    for word in $(sed 's/=/ = /g' <<<"$line"); do COMP_WORDS+=("$word"); done
    [[ $line != *" " ]] || COMP_WORDS+=("")
    COMP_WORDS[0]=$pasch
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _pasch "$pasch" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
}
completes() {
    local line=$1
    shift
    same "completion of '$line'" "$(offers "$line")" "$(printf '%s\n' "$@" | sort | tr '\n' ' ')"
}
completes "pasch " $commands help --help --version
completes "pasch p" play perft
completes "pasch be" bearoff best bench
completes "pasch help m" moves
completes "pasch help d" dice duel
completes "pasch dice " verify
completes "pasch serve --log " error warn info debug
completes "pasch rules french" french-1 french-2
for command in play rules show moves best eval cube perft learn bench; do
    completes "pasch $command " $(games)
    completes "pasch $command pu" puff
done
completes "pasch play puff " ""
completes "pasch play --x " human random greedy level:{1..8}
completes "pasch play --level " {1..8}
completes "pasch play --x greedy --o r" random
completes "pasch play --x=g" greedy
completes "pasch play --x greedy pi" pin
completes "pasch play --quick sna" snake
completes "pasch show standard --from " x o
completes "pasch show --numbers " board own halves
completes "pasch play --numbers=h" halves
completes "pasch games --feature p" pin
completes "pasch duel gr" greedy
completes "pasch duel greedy random --game old" old-britain
completes "pasch games --feature " $("$pasch" games --features | awk '{ print $1 }')
completes "pasch play --set " opening=split opening=fresh cube=on cube=off literal_backgammon=0 literal_backgammon=1
completes "pasch play puff --set t" tops=2 tops=4
completes "pasch play puff --set tops=" 2 4
completes "pasch play --set single_steps=f lumbardorum --set single_steps=f" facing
completes "pasch play doublets --set=unit=" tower man
touch kept.pasch kept.dice
completes "pasch play --resume kept." kept.pasch kept.dice
completes "pasch play --dice " $(printf '%s\n' manual * | sort -u)
completes "pasch play --seed " ""
for command in $commands; do
    same "options that are completed for $command" "$(offers "pasch $command --")" \
        "$({ options_of "$command"; echo --help; } | sort | tr '\n' ' ')"
done
finish
