# moves and perft.
. "$(dirname "$0")/lib.sh"

start=24:2,13:5,8:3,6:5

run moves standard "$start" "$start" x 31
is_status 0
same "the 16 plays of 3-1" "$out" "13/10 6/5
13/10 8/7
13/9
24/20
24/21 24/23
24/21 6/5
24/21 8/7
24/23 13/10
24/23 6/3
24/23 8/5
6/2
6/3 6/5
8/4
8/5 6/5
8/5 8/7
8/7 6/3"
plays=$out
for position in "standard --dice 31" "standard --dice 1-3" "4HPwATDgc/ABMA --dice 31" \
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10" "standard $start $start x - --dice=3,1"; do
    run moves $position
    same "pasch moves $position" "$out" "$plays"
done

run moves standard --dice 31 --results
is_status 0
same "moves --results" "$(awk '{ sub(/ +standard .*/, ""); print }' out.txt)" "$plays"
says "8/5 6/5                  standard 24:2,13:5,8:2,6:4,5:2 $start o -"

run moves standard bar:1 6:2,5:2,4:2,3:2,2:2,1:2 x 31
is_status 0
same "a roll that cannot be played" "$out" "pass"
run moves mexican "$start" "$start" x 21
same "doubles to name" "$(echo $out)" "choose 11 choose 22 choose 33 choose 44 choose 55 choose 66"
run moves puff hand:15 hand:15 x 33
same "a stage" "$out" "in/22(4)"
run moves doublets --dice 63
same "towers" "$out" "unstack 6 3"

# The same numbers as tests/perft has, which are checked there; here it is the command.
perft=$root/tests/perft/standard.perft
run perft standard 1
is_status 0
same "perft standard 1" "$out" 447
run perft standard 2
is_status 0
same "perft standard 2" "$out" 202782
grep -qw 202782 "$perft" || fail "tests/perft/standard.perft says otherwise"
run perft standard 1 --rolls
is_status 0
for roll in "31 16" "21 15" "65 7" "11 42" "66 11" "55 4"; do # T7 of the rules
    grep -qx "$roll" out.txt || fail "$what: not '$roll'"
done
same "rolls of the start" "$(awk '{ sum += $2 } END { print NR, sum }' out.txt)" "21 447"
run perft double-vs-choice 1 --rolls
is_status 0
for game in $(games); do
    run perft "$game" 1
    is_status 0
    [[ $out =~ ^[1-9][0-9]*$ ]] || fail "$what: says '$out'"
done
finish
