# Every command explains itself, in 80 columns, and the exit codes are those of the man page.
. "$(dirname "$0")/lib.sh"

commands=$("$pasch" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')

run --help
is_status 0
is_quiet
for command in play serve games rules show moves best eval cube dice perft batch learn bench duel; do says "  $command "; done
same "pasch -h" "$("$pasch" -h)" "$out"
same "pasch help" "$("$pasch" help)" "$out"

run
is_status 2
complains "usage: pasch COMMAND"

run --version
is_status 0
[[ $out =~ ^pasch\ [0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "--version says '$out'"

for command in $commands; do
    run "$command" --help
    is_status 0
    is_quiet
    says "usage: pasch $command"
    same "pasch $command -h" "$("$pasch" "$command" -h)" "$out"
    same "pasch help $command" "$("$pasch" help "$command")" "$out"
    [[ $command == @(batch|learn|duel) ]] || while IFS= read -r line; do
        [ ${#line} -le 80 ] || fail "pasch $command --help: wider than 80 columns: $line"
    done <out.txt
    run "$command" --nonsense
    is_status 2
    complains "there is no option '--nonsense'"
    complains "usage: pasch $command"
done

run nonsense
is_status 2
complains "there is no command 'nonsense'"
run help nonsense
is_status 2
complains "there is no command 'nonsense'"

status=0
"$pasch" games >/dev/full 2>err.txt || status=$?
what="pasch games >/dev/full" err=$(<err.txt)
is_status 1
complains "could not be written"
finish
