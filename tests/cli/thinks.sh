# Every game is thought about: its start, its plays and namings, whole games between levels, hints, duels.
. "$(dirname "$0")/lib.sh"
share_tables

number='-?[0-9]+\.[0-9]+'
lines_fit() { ! grep -qE '^.{81}' out.txt || fail "$what: a line is longer than 80 columns"; }
looks_like() { [[ $out =~ ^$1$ ]] || fail "$what: the answer should look like $1, but is $out"; }
start_of() { printf '{"op":"start","game":"%s"}\n' "$1" | "$pasch" batch | sed 's/^{"position":"//; s/"}$//'; }

# is_ranked: the equities in $out fall, among plays that were looked at as far as the first.
is_ranked() {
    grep -oE '"equity":[^,]*|"plies":[0-9]' out.txt | sed 's/.*://' | paste -d' ' - - |
        awk 'NR == 1 { plies = $2 } $2 == plies { if (NR > 1 && $1 > before) bad = 1; before = $1 } END { exit bad }' ||
        fail "$what: not the best first: $out"
}

mkdir empty
for game in $(games); do
    run eval "$game" --plies 0 --json
    if [ "$status" -ne 0 ] && [[ $err == *"no evaluator"* ]] && [ ! -e "$root/data/nets/$game-contact.net" ]; then
        echo "$game has no net yet"
        continue
    fi
    is_status 0
    is_quiet

    # Men and pips are counted in two games: then there are points instead of gammons.
    probs="\"probs\":\[$number,$number,$number,$number,$number\]"
    [[ $game != @(acey-deucey|pin) ]] || probs="\"probs\":\[$number,0.000000,0.000000,0.000000,0.000000\]"
    looks_like "\{$probs,\"equity\":$number,\"cubeful\":(null|$number)\}"
    same "eval of $game by request" "$(printf '{"op":"eval","position":"%s"}\n' "$(start_of "$game")" | "$pasch" batch)" "$out"
    run eval "$game" --plies 1 --threads 1
    is_status 0
    lines_fit
    says "1 ply"

    # Plays, and what is due before them.
    dice=(--dice 61)
    position=$(start_of "$game")
    if [ "$game" = open-roll ]; then
        run best "$game" --dice 61
        is_status 2
        complains "the other side's next roll must be thrown first"
        position="${position% -} 61/42"
        dice=()
    fi
    run best "$position" "${dice[@]}" --plies 1 --threads 1 --json
    is_status 0
    is_quiet
    is_ranked
    looks_like "\{\"plays\":\[(\{\"move\":\"[^\"]+\",\"result\":\"$game [^\"]+\",\"equity\":$number,$probs,\"plies\":[01]\},?)*\]\}"
    kept=$out
    run best "$position" "${dice[@]}" --plies 1 --threads 2 --json
    same "$what" "$out" "$kept"
    run best "$position" "${dice[@]}" --plies 0 --n 3
    is_status 0
    lines_fit

    # Games between levels come to an end, the same every time.
    run play "$game" --x level:6 --o level:3 --seed 4
    is_status 0
    is_quiet
    says "x is level:6 (expert), o is level:3 (casual)."
    [ -n "$(result_of out.txt)" ] || fail "$what: it ends with '$(tail -1 out.txt)'"
    kept=$out
    run play "$game" --x level:6 --o level:3 --seed 4
    same "$what: the second time" "$out" "$kept"

    # A person is told what to do and how things stand.
    typed '\nhint\neval\n' play "$game" --seed 5 --o human
    is_status 0
    is_quiet
    says_not "There is no hint"
    [[ $out =~ "1. "|"Throw the dice" ]] || fail "$what: there is no hint: $out"
    [[ $out =~ " wins "[0-9.]+" %" ]] || fail "$what: does not say how things stand: $out"

    # Against chance, with the luck of the dice taken off: the same for any number of threads. A turn in which men may
    # walk both ways has so many plays that weighing all throws takes a minute.
    luck=--luck
    [ "$game" != backwards ] || luck=--no-luck
    run duel pasch:0 random --game "$game" --games 4 --seed 6 $luck --json --quiet
    is_status 0
    is_quiet
    [[ $luck != --luck || $out == *'"less_luck":{"pairs":2,"points":'* ]] || fail "$what: luck is not told: $out"
    kept=$(sed -E 's/,"(seconds|games_per_s|decisions_per_s|longest_ms)":[^,}]*//g' out.txt)
    run duel pasch:0 random --game "$game" --games 4 --seed 6 $luck --json --quiet --threads 2
    same "$what" "$(sed -E 's/,"(seconds|games_per_s|decisions_per_s|longest_ms)":[^,}]*//g' out.txt)" "$kept"
done

# Rolls that are named.
names() { # names POSITION HOW-MANY
    run best "$1" --plies 0 --json --n 21
    [[ $err != *"no evaluator"* ]] || return 0
    is_status 0
    is_ranked
    same "namings in $1" "$(grep -o '"move":"choose [1-6][1-6]"' out.txt | sort -u | wc -l)" "$2"
}
names "acey-deucey 24:1,23:1,hand:13 hand:15 x choose>roll" 6
names "mexican 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x 12" 6
names "double-vs-choice 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 o -" 15

# Solved games need no nets; their values are exact: whoever begins wins so often.
for game in "french-2 0.52243" "doublets 0.533"; do
    run eval "${game% *}" --plies 0 --json --nets empty
    is_status 0
    [[ $out == "{\"probs\":[${game#* }"* ]] || fail "$what: $out"
    kept=${out%%,*}
    run eval "${game% *}" --plies 2 --json --nets empty
    same "$what, looking ahead at what is known" "$(sed -E 's/.*\[(0\.[0-9]{5}).*/\1/' out.txt)" "$(sed -E 's/.*\[(0\.[0-9]{5}).*/\1/' <<<"$kept")"
done
run play french-2 --x level:8 --o greedy --seed 3 --nets empty
is_status 0
says "x is level:8 (champion), o is greedy."

# Tables are kept, made anew if they are damaged, and done without a folder.
PASCH_CACHE=$work/own
run eval french-2 --json --plies 0
kept=$out
table=$(echo "$PASCH_CACHE"/pairs-*.exact)
[ -f "$table" ] || fail "no table was kept"
cp "$table" good
printf x | dd of="$table" bs=1 seek=99999 conv=notrunc status=none
run eval french-2 --json --plies 0
is_quiet
same "after the table was damaged" "$out" "$kept"
cmp -s good "$table" || fail "the table was not made anew"
run bearoff
says "$table: 0.7 MB"
PASCH_CACHE= run eval french-2 --json --plies 0
same "without a folder" "$out" "$kept"
rm "$table"
run bearoff --solve french-2
is_status 0
says "$table: 0.7 MB in "
cmp -s good "$table" || fail "bearoff --solve makes another table"
run bearoff --solve standard
is_status 1
complains "there are no tables of standard alone"
run bearoff --solve chess
is_status 2
run learn french-2 --out learning
is_status 2
complains "french-2 is solved: there is nothing to learn"
run learn puff --out learning --phase quick:1000:1e-3:1e-4
is_status 2
complains "puff has no quick net"
for spec in exact:1000:1e-3:1e-4:4:0.9:-1 exact:1000:1e-3:1e-4:4:2 slow:1000:1e-3:1e-4; do
    run learn standard --out learning --phase "$spec"
    is_status 2
    complains "'$spec' is no phase"
done
[ ! -e learning ] || fail "a learning that was refused has left a folder"
finish
