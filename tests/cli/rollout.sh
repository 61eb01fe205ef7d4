# Rollouts as people and scripts ask for them: tables, JSON, kept in a file, killed and resumed.
. "$(dirname "$0")/lib.sh"

contact="standard 18:1,6:2,5:2 21:1,4:2,3:2 x"
lines_fit() { ! grep -qE '^.{81}' out.txt || fail "$what: a line is longer than 80 columns"; }

run rollout $contact - --trials 36 --seed 1 --threads 1
is_status 0
is_quiet
lines_fit
says "x to act, before the roll, 36 trials, 0 plies, with the cube, seed 1"
says "equity with the cube"
whole=$out
run rollout $contact - --trials 36 --seed 1 --threads 2
same "with two threads" "$out" "$whole"
run rollout $contact - --trials 36 --seed 1 --cubeless
says "without the cube, seed 1"
says_not "equity with the cube"
run rollout $contact - score=1-2/3 --trials 36 --seed 1
says "chance to win the match"

# With dice: the best plays, or those that are named.
run rollout $contact 64 --trials 36 --seed 1 --plays 2
is_status 0
lines_fit
says "x to play 64"
says "  2. "
says_not "  3. "
run rollout $contact - --dice 64 --move 18/8 --move "6/2,18/12" --trials 36 --seed 1
is_status 0
says " 18/8 "
says " 18/12 6/2 "
run rollout $contact - --double --trials 36 --seed 1
says ". no double "
says ". double, take "
run rollout "standard bar:1 6:2,5:2,4:2,3:2,2:2,1:2 x 31" --trials 2 --seed 1
says "1. pass"

# A bear-off that a table knows has no error.
run rollout standard 6:1,5:1 4:1,1:1 x - --trials 36 --seed 1 --json
is_status 0
[[ $out == '{"equity":-0.6666'*'"stderr":0.000000,"probs":[0.3042'*'"trials":36,'*'"seed":1}' ]] || fail "$what: $out"

# Killed at any moment, and resumed: the same as if nothing had happened.
arguments=(rollout $contact 64 --plays 3 --trials 900 --seed 5 --stop-jsd 8 --json --quiet)
"$pasch" "${arguments[@]}" >whole.txt
for pause in 0.3 0.7; do
    rm -f kept
    "$pasch" "${arguments[@]}" --save kept >killed.txt 2>&1 &
    pid=$!
    sleep $pause
    kill -9 $pid 2>/dev/null || true
    { wait $pid || true; } 2>/dev/null
    run "${arguments[@]}" --save kept
    is_status 0
    same "killed after $pause seconds and resumed" "$out" "$(<whole.txt)"
done
# Stopped by a signal it shows what it has, and says how to go on.
rm -f kept
"$pasch" rollout standard --trials 100000 --seed 5 --save kept >stopped.txt 2>error.txt &
pid=$!
for _ in {1..600}; do
    [ ! -f kept ] || break
    sleep 0.05
done
kill -INT $pid
wait $pid || fail "stopped by a signal: exit code $?"
grep -q "trials, 0 plies" stopped.txt || fail "stopped by a signal: no result: $(<stopped.txt)"
grep -q "the same command goes on with kept" error.txt || fail "stopped by a signal: $(<error.txt)"

# Files that do not fit are left alone.
cp kept before
run rollout standard --trials 36 --seed 6 --save kept
is_status 1
complains "kept: the kept rollout has another seed, or other settings"
run rollout $contact - --trials 36 --seed 5 --save kept
is_status 1
complains "kept: the kept rollout is of another position"
printf 'x' | dd of=kept bs=1 seek=60 conv=notrunc 2>/dev/null
cp kept damaged
run rollout standard --trials 36 --seed 5 --save kept
is_status 1
complains "kept: the kept rollout is damaged"
cmp -s kept damaged || fail "$what: a file that was refused has changed"
printf 'not a rollout at all, but something that somebody wrote' >kept
run rollout standard --trials 36 --seed 5 --save kept
is_status 1
complains "kept: this is no kept rollout"
run rollout standard --trials 1 --seed 5 --save nowhere/kept
is_status 1
complains "nowhere/kept"

# What is wrong is said.
refuses() { # refuses TEXT ARGUMENTS...
    local text=$1
    shift
    run rollout "$@"
    is_status 2
    complains "$text"
}
refuses "name a position"
refuses "--trials is a whole number" standard --trials many
refuses "--trials is at least 1" standard --trials 0
refuses "--seed is a whole number" standard --seed -1
refuses "--plies is a number from 0 to 4" standard --plies 5
refuses "--stop-error is a number above 0" standard --stop-error 0
refuses "--stop-jsd is a number above 0" standard --stop-jsd x
refuses "--truncate is a whole number" standard --truncate 1.5
refuses "--plays needs dice" standard --plays 2
refuses "--plays and --move exclude each other" standard --dice 31 --plays 2 --move 8/5,6/5
refuses "the dice must be thrown first" standard --move 8/5,6/5
refuses "--move" standard --dice 31 --move 8/1
refuses "--double and --cubeless exclude each other" standard --double --cubeless
refuses "too late to double" standard --dice 31 --double
refuses "the cube cannot be turned now" "standard 18:1,6:2,5:2 21:1,4:2,3:2 x - cube=2o" --double --trials 1
refuses "the double must be answered first" "standard 18:1,6:2,5:2 21:1,4:2,3:2 x - offer=double"
refuses "the game is over" "standard over x 2"

# Games whose turns have several stages are rolled out, too.
run rollout puff --trials 4 --seed 1
is_status 0

# The same by request.
ask() { printf '%s\n' "$1" | "$pasch" batch --threads 1; }
answer=$(ask '{"id":3,"op":"rollout","position":"'"$contact"' -","trials":36,"seed":1,"plies":0,"truncate":0}')
[[ $answer == '{"id":3,"equity":'*',"stderr":'*',"probs":['*'],'*'"trials":36,'* ]] || fail "rollout by request: $answer"
equity=$(sed 's/.*"equity":\([^,]*\),.*/\1/' <<<"$answer")
run rollout $contact - --trials 36 --seed 1 --json
[[ $out == '{"equity":'"$equity"','* ]] || fail "by request $equity, by command $out"
answer=$(ask '{"op":"rollout","position":"'"$contact"' -","trials":36,"seed":1,"cubeful":false}')
[[ $answer == *'"cubeful":null'* ]] || fail "rollout without the cube: $answer"
answer=$(ask '{"op":"rollout","position":"'"$contact"' 64","moves":["18/8","18/12 6/2"],"trials":36,"seed":1}')
[[ $answer == *'"plays":[{"move":"'*'"behind":0.000000'*'"behind":0.'* ]] || fail "rollout of plays: $answer"
answer=$(ask '{"op":"rollout","position":"'"$contact"' -","double":true,"trials":36,"seed":1}')
[[ $answer == *'"actions":[{"action":"'* ]] || fail "rollout of a double: $answer"
for wrong in '"trials":0' '"trials":"many"' '"seed":-1' '"plies":5' '"truncate":-1' '"cubeful":1' '"vr":"no"' \
    '"moves":[]' '"moves":["8/5"]' '"moves":"18/8"' '"stop_error":0' '"stop_jsd":"x"' '"plays":0'; do
    answer=$(ask '{"op":"rollout","position":"'"$contact"' 64",'"$wrong"'}')
    [[ $answer == '{"error":"'* ]] || fail "rollout with $wrong: $answer"
done
finish
