#!/bin/bash
# Every bad request of bad_input.txt gets one answer that says why, and the stream goes on after all of them.
# usage: bad_json.sh PASCH TEST_BAD_INPUT
set -euo pipefail
pasch=$1
lines=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$lines" --requests >"$work/requests"
"$lines" --words >"$work/words"
printf '%s\n' '{"id":"last","op":"start","game":"puff"}' >>"$work/requests"
printf '%s\n' '{"id":"last","position":"puff hand:15 hand:15 x -"}' >"$work/last"
"$pasch" batch <"$work/requests" >"$work/answers"

wanted=$(($(wc -l <"$work/words") + 1))
got=$(wc -l <"$work/answers")
if [ "$got" -ne "$wanted" ]; then
    echo "$wanted requests had $got answers"
    exit 1
fi
if ! tail -n 1 "$work/answers" | cmp - "$work/last"; then
    echo "the good request at the end was answered: $(tail -n 1 "$work/answers")"
    exit 1
fi

bad=0
number=0
while IFS= read -r words <&3 && IFS= read -r answer <&4; do
    number=$((number + 1))
    case $answer in
    '{'*'"error":"'*"$words"*'"}') ;;
    *)
        echo "request $number: '$words' is not in ${answer:0:300}"
        bad=1
        ;;
    esac
done 3<"$work/words" 4<"$work/answers"
[ "$number" -ge 40 ] || bad=1
echo "$number bad requests"
exit $bad
