# A kept game survives kill -9 at any moment; records that are cut off, damaged or of something else.
. "$(dirname "$0")/lib.sh"

# lines_of RECORD [apart]: what people would type to play a recorded game again, `apart` man by man (not when bearing
# off: one man off with one die, or with both, is written alike). With the cube each throw needs a Return.
lines_of() {
    local event throws= apart=${2:-}
    ! grep -q '"cube":true' "$1" || throws=yes
    while IFS= read -r event; do
        case $event in
        "roll "*) [ -z "$throws" ] || echo ;;
        "choose "*) echo "$event" ;;
        "play "*off*) printf '%s\n\n' "${event#play }" ;;
        "play "*)
            event=${event#play }
            [ -z "$apart" ] || event=${event// /$'\n'}
            printf '%s\n\n' "$event"
            ;;
        esac
    done < <(sed -n 's/.*"do":"\([^"]*\)".*/\1/p' "$1" | sed 's/\\\\/\\/g')
}

# start OUTPUT ARGUMENTS...: pasch in the background; $to is what it reads.
start() {
    local output=$1
    shift
    rm -f to
    mkfifo to
    "$pasch" "$@" <to >"$output" 2>&1 &
    pid=$!
    exec {to}>to
}

wait_for() { # wait_for TEXT FILE: until it is there
    for _ in {1..600}; do
        grep -qF "$1" "$2" && return 0
        sleep 0.05
    done
    fail "$what: '$1' does not come:"$'\n'"$(tail -5 "$2")"
    return 0
}

kill_it() {
    kill -9 "$pid"
    { wait "$pid" || true; } 2>/dev/null
    exec {to}>&-
}

# killed_after GAME LINES K RESULT: types K lines, kills the program, and resumes it: the same board, and then the rest
# of the lines leads to the same result.
killed_after() {
    local game=$1 lines=$2 k=$3 result=$4
    what="$game, killed after $k lines"
    rm -f kept
    start before.txt play "$game" --o human --ascii --seed 31 --save kept
    { head -n "$k" "$lines"; echo show; echo score; } >&"$to"
    wait_for "score x" before.txt
    kill_it
    printf 'show\nquit\n' | "$pasch" play --resume kept --ascii >after.txt 2>&1 || fail "$what: is not resumed: $(<after.txt)"
    same "$what: the board" "$(first_drawing after.txt)" "$(last_drawing before.txt)"
    [ -n "$(first_drawing after.txt)" ] || fail "$what: no board"
    tail -n +$((k + 1)) "$lines" | "$pasch" play --resume kept --ascii >rest.txt 2>&1 || fail "$what: does not go on"
    same "$what: the result" "$(result_of rest.txt)" "$result"
}

# Whole plays in one line where their order matters, man by man where it does not.
for game in standard puff gioul french-2 mexican acey-deucey backwards pin open-roll double-vs-choice; do
    rm -f record
    "$pasch" play "$game" --x greedy --o greedy --seed 31 --save record >played.txt
    case $game in
    standard | open-roll) lines_of record apart >lines ;;
    *) lines_of record >lines ;;
    esac
    count=$(wc -l <lines) moments=2
    [ "$game" != standard ] || moments=5
    for ((i = 0; i < moments; i++)); do
        killed_after "$game" lines $((RANDOM % (count - 1))) "$(tail -1 played.txt)"
    done
done
rm -f record
"$pasch" play standard --x greedy --o greedy --seed 31 --save record >played.txt
lines_of record apart >lines
killed_after standard lines 0 "$(tail -1 played.txt)"
killed_after standard lines 1 "$(tail -1 played.txt)"
killed_after standard lines $(($(wc -l <lines) - 1)) "$(tail -1 played.txt)"

# `save` in the middle of a turn keeps what was before and what comes after.
what="save in mid-turn"
printf '31 42' >dice
start before.txt play --o human --ascii --dice dice
printf '8/5\nsave middle\n6/5\nshow\nscore\n' >&"$to"
wait_for "score x" before.txt
kill_it
printf 'undo\nshow\n' | "$pasch" play --resume middle --ascii >after.txt 2>&1 || fail "$what: $(tail -3 after.txt)"
same "$what: the board" "$(first_drawing after.txt)" "$(last_drawing before.txt)"
grep -q "x has played 8/5$" after.txt || fail "$what: the hops cannot be taken back after resuming"

# An offer that was not answered yet is still there; a bare Return does not answer it then either.
what="killed with a double offered"
rm -f kept
start before.txt play --o human --ascii --dice dice --save kept
printf '8/5 6/5\n\ndouble\nscore\n' >&"$to"
wait_for "score x" before.txt
kill_it
printf '\npass\n' | "$pasch" play --resume kept --ascii >after.txt
grep -q "x: take or pass ('help')>   'take' or 'pass'\." after.txt || fail "$what: $(<after.txt)"
grep -q "^o wins 1 point\.$" after.txt || fail "$what: $(tail -3 after.txt)"

# All that was agreed on is in the record.
for agreed in "puff --set tops=2 --set opening=split" "standard --match 3 --no-crawford" "snake --rounds 2 --swap-roles" \
    "lumbardorum --set single_steps=facing --set double_moves=1" "doublets --set unit=man"; do
    rm -f kept
    "$pasch" play $agreed --x random --o random --seed 4 --save kept >out.txt
    same "the result of $agreed, resumed" "$("$pasch" play --resume kept | tail -1)" "$(tail -1 out.txt)"
    head -n 30 kept >kept.cut
    "$pasch" play --resume kept.cut >out.txt || fail "$agreed is not resumed after 30 lines"
done
rm -f kept
"$pasch" play --x random --o random --seed 4 --save kept \
    --position "standard 13:2 24:1,6:3 o - cube=2x score=1-0/3" >out.txt
same "a position, resumed" "$("$pasch" play --resume kept | tail -1)" "$(tail -1 out.txt)"

# Bots go on as if nothing had been: dice, and all that they leave to chance, follow the seed.
for players in "random random" "greedy random" "level:1 level:3" "level:2 random"; do
    read -r x o <<<"$players"
    rm -f whole
    "$pasch" play --x "$x" --o "$o" --seed 6 --match 2 --save whole >/dev/null
    count=$(wc -l <whole)
    for cut in 1 2 3 $((count / 4)) $((count / 2)) $((count * 3 / 4)) $((count - 1)); do
        head -n "$cut" whole >part
        "$pasch" play --resume part >/dev/null || fail "$players: not resumed after $cut lines"
        same "$players: the record resumed after $cut lines" "$(<part)" "$(<whole)"
    done
done
# A person against a level who leaves after every turn plays the same game as in one go.
what="a person who leaves after every turn"
rm -f record once often
"$pasch" play --no-cube --x greedy --o level:3 --seed 8 --save record >played.txt
sed -n 's/.*"by":"x","do":"play \([^"]*\)".*/\1/p' record >moves
sed 's/$/\n/' moves | "$pasch" play --no-cube --level 3 --seed 8 --save once >out.txt
same "$what: the result of one go" "$(result_of out.txt)" "$(tail -1 played.txt)"
"$pasch" play --no-cube --level 3 --seed 8 --save often </dev/null >out.txt
while IFS= read -r move; do printf '%s\n\n' "$move" | "$pasch" play --resume often >out.txt; done <moves
same "$what: the record" "$(<often)" "$(<once)"
# A resignation that was rejected is not offered again.
rm -f kept
typed 'reject\nquit\n' play --seed 1 --level 8 --position "standard 1:2 6:9 o -" --save kept
says "o resigns with 1."
head -n 3 kept >part
typed 'quit\n' play --resume part
says "o throws"
says_not "o resigns"

# A last line that was cut off: the game goes on without it, and the record is whole again.
rm -f whole
printf '8/5\n6/5\n\n\n8/4\n' | "$pasch" play --o human --ascii --dice dice --save whole >/dev/null
for cut in 1 2 9 20; do
    head -c -$cut whole >short
    typed 'show\nquit\n' play --resume short --ascii
    is_status 0
    complains "short: the last line was cut off and is left out"
    says "o to play 4-2"
    same "a record that was cut off by $cut bytes" "$(cat short)" "$(head -n -1 whole)"
done
typed 'show\nquit\n' play --resume whole --ascii
is_quiet
says "o has played 8/4"

# What is damaged is refused, with file and line, and left as it is.
refused() { # refused LINE WORDS
    cp damaged damaged.copy
    run play --resume damaged
    is_status 1
    complains "damaged, line $1: $2"
    cmp -s damaged damaged.copy || fail "$what: has changed the damaged file"
}
sed '3s/}/]/' whole >damaged
refused 3 "this is no JSON"
sed '3s/.*/{"who":"x"}/' whole >damaged
refused 3 "this is no event"
sed '3s/8\/5/8\/2/' whole >damaged
refused 3 "'hop 8/2 with 3': no man can make the hop"
sed '3s/hop/leap/' whole >damaged
refused 3 "'leap 8/5 with 3': there is no event 'leap'"
sed '3s/"x"/"o"/' whole >damaged
refused 3 "'hop 8/5 with 3': it is the opponent's turn"
sed '2s/31/33/' whole >damaged
refused 3 "'hop 8/5 with 3': "
sed '1s/record 1/record 2/' whole >damaged
refused 1 "this is no record of a game"
sed '1s/"length":0/"length":-1/' whole >damaged
refused 1 "these are no terms of a match"
echo '{"position":"puff hand:15 hand:15 x -"}' >damaged
refused 1 "this is no record of a game"
sed '1s/"standard"/"chess"/' whole >damaged
run play --resume damaged
is_status 1
complains "there is no game 'chess'"
finish
