# bench: what it prints. The figures are those of the moment, and only have to be there.
. "$(dirname "$0")/lib.sh"

# number NAME JSON: the first number of that name.
number() { sed -E "s/.*[,{]\"$1\":([^],}]*).*/\1/" <<<"$2"; }
is_positive() { awk -v number="$1" 'BEGIN { exit !(number > 0) }' || fail "$what: $2 is $1"; }
lines_fit() { ! grep -qE '^.{81}' out.txt || fail "$what: a line is longer than 80 columns"; }
rows="evaluations evaluations_rolls decisions_0 decisions_1 decisions_2 cubes_2 rollouts_0"

# is_complete PROGRAM: its figures are in all rows of the JSON in $out.
is_complete() {
    local row json
    for row in $rows; do
        json=$(sed -E "s/.*\{\"what\":\"$row\",(.*)/\1/; s/\},\{\"what\".*//; s/.*\"$1\":(\{[^}]*\}).*/\1/" <<<"$out")
        is_positive "$(number count "$json")" "count of $row"
        is_positive "$(number cpu_s "$json")" "cpu_s of $row"
        is_positive "$(number per_s "$json")" "per_s of $row"
        is_positive "$(number ms "$json")" "ms of $row"
    done
    is_positive "$(number stderr_per_game "$json")" "stderr_per_game of $row"
}

# Plays, of one game or of all.
run bench pin --moves --seconds 0.01
is_status 0
is_quiet
says "pin "
[ "$(wc -l <out.txt)" -eq 2 ] || fail "$what: $out"
run bench --moves --seconds 0.001
is_status 0
same "$what" "$(awk 'NR > 1 { print $1 }' out.txt)" "$(games)"

# Thinking. Where there is no gnubg it says so and goes on.
PASCH_GNUBG=/nowhere run bench --seconds 0.001
is_status 0
case $err in
"pasch bench: without gnubg: gnubg could not be started: is it installed? PASCH_GNUBG may say where it is") ;;
"pasch bench: without gnubg: no process or terminal for gnubg: "*) ;; # a chroot without /dev/pts
*) fail "$what: $err" ;;
esac
lines_fit
says "standard, one thread"
says "evaluations, boards "
says "decisions, 2 plies "
says "rollout games, 0 plies "
says "start to the first answer: "
says "memory of 'pasch best': "
says_not "gnubg"
run bench standard --no-gnubg --seconds 0.001 --json
is_status 0
is_quiet
[[ $out == '{"game":"standard","seconds":0.001,"rows":['*'],"stopped":false,'*'"gnubg_start":null}' ]] || fail "$what: $out"
same "rows of $what" "$(grep -oE '"what":"[a-z_0-9]*"' out.txt | cut -d'"' -f4)" "$(printf '%s\n' $rows)"
is_complete pasch
is_positive "$(number memory_mb "$out")" memory_mb
[[ $out == *'"gnubg":null,"ratio":null'* ]] || fail "$what: it speaks of gnubg"

# Stopped by a signal it shows what it has.
"$pasch" bench --no-gnubg --seconds 600 >stopped.txt 2>error.txt &
pid=$!
sleep 1
kill -INT $pid
wait $pid || fail "stopped by a signal: exit code $?: $(<error.txt)"
grep -q "stopped early" stopped.txt || fail "stopped by a signal: $(<stopped.txt)"
grep -q "^evaluations, boards " stopped.txt || fail "stopped by a signal: $(<stopped.txt)"

# Other games, as far as it makes sense there.
run bench french-2 --seconds 0.001 --json
is_status 0
is_quiet
same "rows of $what" "$(grep -oE '"what":"[a-z_0-9]*"' out.txt | cut -d'"' -f4 | xargs)" \
    "evaluations decisions_0 decisions_1 decisions_2 rollouts_0"
run bench doublets --seconds 0.001
is_status 1
complains "nothing is decided in doublets"
mkdir -p empty
run bench puff --nets empty
is_status 1
complains "there is no puff-contact.net or contact.net here"

# GNU Backgammon, where there is one.
if [ -x /usr/games/gnubg ]; then
    run bench --seconds 0.001 --json
    is_status 0
    is_quiet
    is_complete pasch
    is_complete gnubg
    is_positive "$(number ratio_same_error "$out")" ratio_same_error
    is_positive "$(number gnubg_socket_ms "$out")" gnubg_socket_ms
    [[ $out != *'"gnubg":null'* && $out != *'"ratio":null'* ]] || fail "$what: $out"
fi
finish
