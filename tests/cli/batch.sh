# JSON lines: golden answers, the order kept, one answer a line, flushed when the input pauses.
. "$(dirname "$0")/lib.sh"

run batch
is_status 0
[ -z "$out" ] || fail "nothing was asked, but it answered: $out"

status=0 what="pasch batch <golden/batch.in"
"$pasch" batch <"$golden/batch.in" >out.txt || status=$?
is_status 0
is_golden batch.out
same "requests and answers" "$(wc -l <out.txt)" "$(wc -l <"$golden/batch.in")"

# The examples of docs/protocol.md: '>' is a request, the '<' below it its answer.
protocol=$root/docs/protocol.md
same "the examples of docs/protocol.md" "$(sed -n 's/^    > //p' "$protocol" | "$pasch" batch)" "$(sed -n 's/^    < //p' "$protocol")"
[ "$(grep -c '^    > ' "$protocol")" -ge 20 ] || fail "docs/protocol.md has few examples"

# What needs the evaluator: its numbers are tested elsewhere, here it is the form. What is not there yet says so.
start=24:2,13:5,8:3,6:5
thought() { # thought REQUEST PATTERN
    local answer
    answer=$(printf '%s\n' "$1" | "$pasch" batch --threads 1)
    [[ $answer =~ ^$2$ ]] || fail "$1: the answer should look like $2, but is $answer"
}
number='-?[0-9]+\.[0-9]+'
probs="\"probs\":\[$number,$number,$number,$number,$number\]"
thought "{\"id\":1,\"op\":\"eval\",\"position\":\"standard $start $start x -\",\"plies\":0}" \
    "\{\"id\":1,$probs,\"equity\":$number,\"cubeful\":(null|$number)\}"
thought "{\"id\":2,\"op\":\"best\",\"position\":\"standard $start $start x 31\",\"plies\":0,\"n\":1}" \
    "\{\"id\":2,\"plays\":\[\{\"move\":\"8/5 6/5\",\"result\":\"standard [^\"]* o -\",\"equity\":$number,.*$probs.*\}\]\}"
thought "{\"id\":3,\"op\":\"best\",\"position\":\"standard $start $start x -\",\"plies\":0}" '\{"id":3,"error":"position: the dice must be thrown first"\}'
thought "{\"id\":4,\"op\":\"eval\",\"position\":\"standard $start $start x -\",\"plies\":-1}" '\{"id":4,"error":".*plies.*"\}'
thought "{\"id\":5,\"op\":\"rollout\",\"position\":\"standard $start $start x -\",\"plies\":0,\"trials\":1,\"seed\":1}" '\{"id":5,".*\}'
thought "{\"id\":6,\"op\":\"cube\",\"position\":\"standard $start $start x -\",\"plies\":1}" \
    "\{\"id\":6,\"nodouble\":$number,\"take\":$number,\"pass\":1.000000,\"action\":\"no-double\",\"roll\":true,\"answer\":\"take\",$probs\}"
thought "{\"op\":\"cube\",\"position\":\"standard $start $start o - cube=2o score=1-2/7\"}" \
    "\{\"nodouble\":$number,\"take\":$number,\"pass\":1.000000,\"action\":\"no-double\",\"roll\":true,\"answer\":\"take\",\"mwc\":\[$number,$number,$number\],$probs\}"
thought "{\"op\":\"cube\",\"position\":\"standard $start $start x - cube=2o\"}" \
    "\{\"nodouble\":$number,\"take\":null,\"pass\":null,\"action\":\"no-double\",\"roll\":true,\"answer\":null,$probs\}"
thought '{"op":"cube","position":"pin 24:13,17:1,15:1 24:13,17:1,15:1 x -"}' '\{"error":"position: this game is played without the cube"\}'
thought "{\"op\":\"cube\",\"position\":\"standard over x 1\"}" '\{"error":"position: the game is over"\}'
thought "{\"op\":\"eval\",\"position\":\"standard $start $start x -\",\"cubeful\":false}" "\{$probs,\"equity\":$number,\"cubeful\":null\}"
thought "{\"op\":\"eval\",\"position\":\"standard $start $start x -\",\"cubeful\":0}" "\{\"error\":\"'cubeful' must be true or false\"\}"

# The equity of a play is that with the cube, unless asked otherwise; and --json says what a request is answered.
equity_of() { sed 's/.*"equity":\([^,]*\).*/\1/' <<<"$1"; }
request="{\"op\":\"best\",\"position\":\"standard $start $start x 31\",\"n\":1}"
with=$(echo "$request" | "$pasch" batch)
without=$(echo "${request%\}},\"cubeful\":false}" | "$pasch" batch)
[ "$(equity_of "$with")" != "$(equity_of "$without")" ] || fail "the cube makes no difference: $with"
same "best --json" "$("$pasch" best standard --dice 31 --plies 0 --n 1 --json)" "$with"
same "best --json --cubeless" "$("$pasch" best standard --dice 31 --plies 0 --n 1 --json --cubeless)" "$without"
for op in eval cube; do
    same "$op --json" "$("$pasch" $op standard --plies 0 --json)" "$(echo "{\"op\":\"$op\",\"position\":\"standard $start $start x -\"}" | "$pasch" batch)"
done

# What people are told about the cube.
run cube standard 1:6 1:6 x -
says "double, take      +1.1512"
says "Double; the opponent passes."
run cube standard 1:6 1:6 o - offer=double
says "Pass."
run cube standard 1:6 1:6 x - score=6-5/7 crawford=1
says "No double: this is the Crawford game."
run cube standard 1:6 1:6 x - score=6-5/7
says "No double: a higher cube could not matter."
run cube standard 1:6 1:6 x - cube=2o
says "No double: the cube is the opponent's."
run cube standard 1:6 1:6 x 31
is_status 2
complains "the cube may be turned only before the first throw of a turn"
run cube pin
is_status 2
complains "this game is played without the cube"

# Equal stages are equal positions (the table of docs/protocol.md).
ask() { printf '{"op":"%s","position":"%s","to":"ppn"}\n' "$1" "$2" | "$pasch" batch; }
alike() { # alike MEN SHORT LONG
    same "legal of $2 and $3 in $1" "$(ask legal "$1 x $2")" "$(ask legal "$1 x $3")"
}
alike "standard $start $start" 33 3333
alike "puff hand:15 hand:15" 33 "3333>4444"
alike "french-1 hand:15 hand:15" 33 "3333>4444>roll"
alike "gioul 24:15 24:15" 33 "3333>4444>5555>6666"
alike "acey-deucey hand:15 hand:15" 12 "12>choose>roll"
alike "mexican $start $start" 12 "choose>roll"
alike "standard $start $start" 13 31
for game in $(games); do
    position=$(printf '{"op":"start","game":"%s"}\n' "$game" | "$pasch" batch)
    position=${position#'{"position":"'}
    position=${position%'"}'}
    same "the start of $game, read and written" "$(ask convert "$position")" "{\"text\":\"$position\"}"
done

# Order and ids, good and bad mixed, in one go: more than any buffer holds.
for i in {1..3000}; do
    case $((i % 4)) in
    0) echo "{\"op\":\"legal\",\"position\":\"standard $start $start x 31\",\"id\":$i}" ;;
    1) echo "{\"op\":\"start\",\"game\":\"puff\",\"id\":$i}" ;;
    2) echo "{\"op\":\"nonsense\",\"id\":$i}" ;;
    3) echo "this is no JSON, $i" ;;
    esac
done >many.in
"$pasch" batch <many.in >many.out
same "answers to 3000 requests" "$(wc -l <many.out)" 3000
same "the order of the ids" "$(grep -o '"id":[0-9]*' many.out)" "$(grep -o '"id":[0-9]*' many.in)"
same "errors in the right places" "$(awk '/"error"/ { print NR % 4 }' many.out | sort | uniq -c | tr -s ' ')" $' 750 2\n 750 3'

# Empty lines are no requests; the last line needs no end; a line that is far too long is one error.
same "empty lines" "$(printf '\n  \n\r\n{"op":"start","game":"puff"}' | "$pasch" batch)" '{"position":"puff hand:15 hand:15 x -"}'
{
    echo '{"op":"start","game":"puff","id":1}'
    head -c 3000000 /dev/zero | tr '\0' x
    printf '\n{"op":"start","game":"pin","id":2}\n'
} | "$pasch" batch >long.out
same "a line that is too long" "$(wc -l <long.out)" 3
same "what follows it" "$(tail -1 long.out)" '{"id":2,"position":"pin 24:13,17:1,15:1 24:13,17:1,15:1 x -"}'
[[ $(sed -n 2p long.out) == '{"error":"the line is longer'* ]] || fail "a line that is too long: $(sed -n 2p long.out)"

# An answer comes before the next question is asked.
coproc ASKED { exec "$pasch" batch; }
pid=$ASKED_PID in=${ASKED[1]} from=${ASKED[0]}
for i in {1..20}; do
    echo "{\"op\":\"start\",\"game\":\"pin\",\"id\":$i}" >&"$in"
    answer=
    IFS= read -r -t 20 answer <&"$from" || fail "question $i: no answer within 20 seconds although the input pauses"
    [[ $answer == "{\"id\":$i,"* ]] || fail "question $i: the answer is '$answer'"
done
exec {in}>&-
status=0 what="pasch batch, whose input has ended"
wait "$pid" || status=$?
is_status 0
finish
