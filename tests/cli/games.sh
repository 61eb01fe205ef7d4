# The list of games with its filters, and a page of rules for every game.
. "$(dirname "$0")/lib.sh"

run games --ids
is_status 0
same "pasch games --ids" "$out" "standard
eureka
puff
long-puff
russian-puff
long-russian-puff
french-1
russian
gioul
french-2
acey-deucey
mexican
old-britain
pin
catch-me
doublets
lumbardorum
backwards
straight
fixed-roll
no-hit
open-roll
reversed
snake
double-vs-choice"

# with FEATURES GAMES: what `games --ids` leaves under these filters.
with() {
    local feature arguments=()
    for feature in $1; do arguments+=(--feature "$feature"); done
    run games --ids "${arguments[@]}"
    same "games with $1" "$(echo $out)" "$2"
}
with pin "pin"
with capture "catch-me"
with no-contact "eureka doublets"
with roles "straight snake double-vs-choice"
with naming "acey-deucey mexican double-vs-choice"
with same-direction "long-puff long-russian-puff russian straight"
with odd-board "french-2 catch-me doublets lumbardorum"
with draws "pin lumbardorum fixed-roll"
with hand "puff long-puff russian-puff long-russian-puff french-1 russian french-2 acey-deucey"
with "hand cube" "puff long-puff russian-puff long-russian-puff french-1"
with "stages bonus" "french-1 russian acey-deucey"

run games --ids --feature pin --feature hand
is_status 1
[ -z "$out" ] || fail "no game has pins and a hand, but: $out"

run games --features
is_status 0
while read -r feature _; do
    run games --ids --feature "$feature"
    is_status 0
    [ -n "$out" ] || fail "no game has the feature '$feature'"
done < <("$pasch" games --features)

run games
is_status 0
for game in $(games); do grep -q "^$game  " out.txt || fail "pasch games does not list $game"; done
says "opening=split|fresh"
while IFS= read -r line; do
    [ ${#line} -le 79 ] || fail "pasch games: wider than 79 columns: $line"
done <out.txt

for game in $(games); do
    run rules "$game"
    is_status 0
    is_quiet
    same "the page of $game" "$out" "$(cat "$root/docs/rules/en/$game.md")"
    [ "$(grep -c . out.txt)" -gt 20 ] || fail "the page of $game is very short"
done
finish
