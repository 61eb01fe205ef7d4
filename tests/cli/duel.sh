#!/usr/bin/env bash
# pasch duel: duel.sh PASCH. Exact properties of duplicate dice in all games, usage, stopping; then GNU Backgammon, where
# there is one.
set -uo pipefail
pasch=$1
failed=0
tmp=$(mktemp -d)
export TMPDIR=$tmp
trap 'rm -rf "$tmp"' EXIT

fail() {
    echo "FAILED: $*"
    failed=1
}

# weighed ARGUMENTS: its JSON without the speeds; duel: quicker, the dice are not weighed.
weighed() {
    "$pasch" duel "$@" --json --quiet |
        sed -E 's/,"(seconds|games_per_s|decisions_per_s|longest_ms)":[^,}]*//g'
}
duel() {
    weighed "$@" --no-luck
}

# less_luck JSON: that part of it.
less_luck() {
    sed -E 's/.*"less_luck":(\{[^}]*\}).*/\1/' <<<"$1"
}

# number NAME JSON: the first number of that name.
number() {
    sed -E "s/.*[,{]\"$1\":([^,}]*).*/\1/" <<<"${2%%,\"a\":*}"
}

# side A|B NAME JSON: a number of one player's.
side() {
    sed -E "s/.*\"$1\":\{[^}]*\"$2\":([0-9]+).*/\1/" <<<"$3"
}

between() { # LOW NUMBER HIGH
    awk -v low="$1" -v number="$2" -v high="$3" 'BEGIN { exit !(number != "" && low <= number && number <= high) }'
}

expect_zero() {
    local json
    json=$(duel "$@")
    [ "$(number points "$json") $(number se "$json")" = "0 0" ] || fail "not exactly 0: duel $*: $json"
    [ "$(side a wins "$json")" = "$(side b wins "$json")" ] || fail "wins differ: duel $*: $json"
}

# refused CODE PATTERN ARGUMENTS: fails with that exit code and says so.
refused() {
    local code=$1 pattern=$2 text
    shift 2
    text=$("$pasch" duel "$@" 2>&1 >"$tmp/out")
    [ $? -eq "$code" ] || fail "exit code of duel $*"
    grep -q -- "$pattern" <<<"$text" || fail "duel $* says: $text"
    [ ! -s "$tmp/out" ] || fail "duel $* printed a result"
}

# Whether a gnubg of ours still runs, or has left its commands behind.
leftovers() {
    grep -l -- "$tmp/[p]asch-gnubg" /proc/[0-9]*/cmdline 2>/dev/null || ls "$tmp"/pasch-gnubg-* 2>/dev/null
}

# Waits until there is one, and it has read its commands.
gnubg_runs() {
    for ((i = 0; i < 200; i++)); do
        [[ $(leftovers) != /proc/* ]] || ls "$tmp"/pasch-gnubg-* >/dev/null 2>&1 || return 0
        sleep 0.1
    done
    return 1
}

echo "Self-matches, --check and exchanged names, in every game"
games=$("$pasch" games --ids)
[ "$(wc -w <<<"$games")" -ge 25 ] || fail "the games: $games"
for game in $games; do
    expect_zero greedy greedy --game "$game" --games 6 --seed 7
    expect_zero random random --game "$game" --games 4 --seed 7
    json=$(duel greedy random --game "$game" --games 6 --seed 8)
    [ "$json" = "$(duel greedy random --game "$game" --games 6 --seed 8 --check)" ] || fail "$game: --check differs"
    back=$(duel random greedy --game "$game" --games 6 --seed 8)
    between 0 "$(awk "BEGIN { print ($(number points "$json")) + ($(number points "$back")) }")" 0 ||
        fail "$game: not the opposite the other way round: $json $back"
done

echo "Seeds, numbers, matches"
json=$(duel greedy random --games 400 --seed 1)
[ "$json" = "$(duel greedy random --games 400 --seed 1)" ] || fail "the same seed gives other games"
[ "$json" != "$(duel greedy random --games 400 --seed 2)" ] || fail "another seed gives the same games"
between 0.9 "$(number points "$json")" 1.4 || fail "greedy against random: $json"
between "$(number low "$json")" "$(number points "$json")" "$(number high "$json")" || fail "interval: $json"
between 0.03 "$(number se "$json")" 0.1 || fail "standard error: $json"
[ "$(side a wins "$json")" -gt 280 ] || fail "greedy wins too little: $json"
json=$(duel greedy random --games 3 --seed 1)
[ "$(number pairs "$json") $(number games "$json")" = "2 4" ] || fail "3 games are 2 pairs: $json"
json=$(duel greedy random --games 1 --seed 1)
[ "$(number se "$json")" = null ] || fail "a single pair has no standard error: $json"
json=$(duel greedy random --games 40 --seed 1 --match 5)
[ $(($(side a wins "$json") + $(side b wins "$json"))) = 40 ] || fail "matches won: $json"
[ "$(number games "$json")" -gt 60 ] || fail "a match has games: $json"
[ "$(number cube "$json")" = true ] || fail "a match has a cube: $json"
between 0.5 "$(number points "$json")" 1 || fail "match: $json"
expect_zero greedy greedy --games 10 --seed 1 --match 5
expect_zero greedy greedy --games 10 --seed 1 --match 3 --no-cube --game double-vs-choice
expect_zero greedy greedy --games 10 --seed 1 --cube
"$pasch" duel greedy random --games 20 --seed 1 | grep -q '^points a game .*95 %: +' || fail "the table"
"$pasch" duel --players | grep -q '^gnubg:PLIES' || fail "--players"
[ "$("$pasch" duel level:1 pasch:0 --games 4 --match 3 | awk '{ if (length > most) most = length } END { print most }')" \
    -le 80 ] || fail "the table is too wide"

echo "Luck, levels, the cube, threads"
for terms in "" --cube "--match 3" "--match 2 --no-cube"; do
    # shellcheck disable=SC2086 # words
    expect_zero pasch:0 level:6 --games 4 --seed 7 $terms
    # shellcheck disable=SC2086 # words
    expect_zero level:2 level:2 --games 4 --seed 7 $terms
    # shellcheck disable=SC2086 # words
    json=$(weighed level:2 level:2 --games 3 --seed 7 $terms)
    [[ $(less_luck "$json") == '{"pairs":2,"points":0,"se":0,'* ]] || fail "luck of equal players: $json"
done
json=$(weighed level:1 level:5 --games 12 --seed 7)
[ "$json" = "$(weighed level:1 level:5 --games 12 --seed 7 --threads 3)" ] || fail "threads change the result"
plain=$(duel level:1 level:5 --games 12 --seed 7)
[ "$plain" = "${json/,\"less_luck\":"$(less_luck "$json")"/}" ] || fail "luck changes the games: $plain $json"
fair=$(less_luck "$json")
between -2.5 "$(number points "$fair")" -0.2 || fail "level 1 against level 5, less luck: $json"
between 0 "$(number se "$fair")" "$(number se "$plain")" || fail "less luck is less sure: $json"
# The luck has the mean 0, whatever the players do.
plain=$(duel greedy random --games 30 --seed 5)
fair=$(less_luck "$(weighed greedy random --games 30 --seed 5 --luck)")
awk -v a="$(number points "$plain")" -v b="$(number points "$fair")" -v s="$(number se "$plain")" \
    'BEGIN { d = a - b; exit !(d < 4 * s && d > -4 * s) }' || fail "luck has another mean: $plain $fair"
expect_zero pasch:0 "pasch:0@$(dirname "$0")/../../data/nets" --games 4 --seed 7
json=$(duel level:1 level:6 --games 100 --seed 2 --cube)
between -4 "$(number points "$json")" -0.4 || fail "with the cube: $json"
between 10 "$(number turns "$json")" 50 || fail "nobody doubles: $json"

echo "Usage"
refused 2 "there is no player 'clever'; there are random, greedy" clever greedy --games 2
refused 2 "nothing can follow 'greedy'" greedy:1 greedy --games 2
refused 2 "'gnubg' needs more: gnubg:PLIES" gnubg greedy --games 2
refused 2 "gnubg:PLIES has 0 to" gnubg:x greedy --games 2
refused 2 "standard backgammon only, not puff" greedy gnubg:0 --games 2 --game puff
refused 2 "pasch:PLIES has 0 to" pasch:9 greedy --games 2
refused 2 "level:N has 1 to 8, not '9'" level:9 greedy --games 2
refused 2 "pasch:PLIES has 0 to" pasch:0123456789 greedy --games 2
refused 2 "there is no such folder" pasch:0@/nowhere greedy --games 2
mkdir "$tmp/empty"
refused 2 "there is no puff-contact.net or contact.net here" greedy greedy --games 2 --game puff --luck --nets "$tmp/empty"
refused 2 "exclude each other" greedy greedy --games 2 --luck --no-luck
refused 2 "threads is a number" greedy greedy --games 2 --threads 0
refused 2 "name two players" greedy --games 2
refused 2 "games N says" greedy greedy
refused 2 "games N says" greedy greedy --games 0
refused 2 "match is a number" greedy greedy --games 2 --match 0
refused 2 "seed is a whole number" greedy greedy --games 2 --seed x
refused 2 "there is no game 'chess'" greedy greedy --games 2 --game chess
refused 2 "played without a cube" greedy greedy --games 2 --game pin --cube
PASCH_GNUBG=$tmp/nothing refused 2 "could not be started" gnubg:0 greedy --games 2
PASCH_GNUBG=/bin/false refused 2 "does not listen" gnubg:0 greedy --games 2

echo "Ctrl-C"
set -m # a job of its own hears SIGINT
"$pasch" duel greedy random --games 100000000 --seed 1 --json --no-luck >"$tmp/stopped" &
set +m
sleep 1
kill -INT $!
wait $! || fail "a stopped duel ends with $?"
json=$(cat "$tmp/stopped")
[ "$(number stopped "$json")" = true ] || fail "stopped: $json"
[ "$(number pairs "$json")" -gt 10 ] || fail "stopped early: $json"

if command -v python3 >/dev/null; then
    echo "Something that is no gnubg"
    cat >"$tmp/fake" <<'PYTHON'
#!/usr/bin/env python3
import os, socket, sys
port = int(open(sys.argv[-1]).read().rsplit(":", 1)[1])
server = socket.socket()
server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
server.bind(("127.0.0.1", port))
server.listen()
talk = server.accept()[0].makefile("rw")
while talk.readline():
    if os.environ["SAY"] == "nothing":
        sys.exit(1)
    talk.write(os.environ["SAY"] + "\n")
    talk.flush()
PYTHON
    chmod +x "$tmp/fake"
    export PASCH_GNUBG=$tmp/fake
    SAY="24/23 24/18" refused 1 "'24/23 24/18', which is no legal play, to standard .*24:2,13:5,8:3,6:5 .*, dice [1-6]-[1-6]" \
        gnubg:0 greedy --games 2 --seed 4 --no-luck
    SAY="resign" refused 1 "'resign', which cannot be read as a play, to standard" gnubg:0 greedy --games 2 --seed 4 --no-luck
    SAY="7/3" refused 1 "'7/3', which cannot be read as a play" gnubg:0 greedy --games 2 --seed 4 --no-luck
    SAY="" refused 1 "'', which is no legal play" gnubg:0 greedy --games 2 --seed 4 --no-luck
    SAY="nothing" refused 1 "gave no answer to standard" gnubg:0 greedy --games 2 --seed 4 --no-luck
    unset PASCH_GNUBG
    [ -z "$(leftovers)" ] || fail "after errors there is left: $(leftovers)"
else
    echo "Skipped without python3: wrong answers of a gnubg"
fi

if [ -x /usr/games/gnubg ]; then
    echo "GNU Backgammon"
    expect_zero gnubg:0 gnubg:0 --games 20 --seed 3
    expect_zero gnubg:0 gnubg:0 --games 20 --seed 3 --cube
    expect_zero gnubg:0 gnubg:0 --games 10 --seed 3 --match 3
    json=$(duel gnubg:0 level:6 --games 12 --seed 3 --match 3 --threads 2)
    [ "$json" = "$(duel gnubg:0 level:6 --games 12 --seed 3 --match 3)" ] || fail "threads change gnubg: $json"
    json=$(duel random gnubg:0 --games 200 --seed 3 --check)
    between -2.85 "$(number points "$json")" -2.4 || fail "random against gnubg is about -2.65: $json"
    json=$(duel gnubg:0 greedy --games 40 --seed 3 --cube)
    between 1.5 "$(number points "$json")" 4 || fail "gnubg against greedy with the cube: $json"
    json=$(duel greedy gnubg:1 --games 2 --seed 3 --match 1)
    [ "$(number pairs "$json")" = 1 ] || fail "a match to one point: $json"
    "$pasch" duel greedy gnubg:0 --games 100000 --seed 3 --quiet --no-luck >"$tmp/killed" &
    gnubg_runs || fail "gnubg is not there while it should be"
    kill -KILL $!
    wait $! 2>/dev/null
    sleep 0.5
    [ -z "$(leftovers)" ] || fail "gnubg outlives a killed duel"
    set -m
    "$pasch" duel greedy gnubg:0 --games 100000 --seed 3 --threads 2 --json --no-luck >"$tmp/stopped" &
    set +m
    gnubg_runs && sleep 2
    kill -INT $!
    wait $! || fail "a stopped duel with gnubg ends with $?"
    [ "$(number stopped "$(cat "$tmp/stopped")")" = true ] || fail "stopped: $(cat "$tmp/stopped")"
    [ -z "$(leftovers)" ] || fail "gnubg outlives a stopped duel"
else
    echo "Skipped: there is no /usr/games/gnubg"
fi
[ -z "$(leftovers)" ] || fail "at the end there is left: $(leftovers)"
[ $failed -eq 0 ] && echo "All as it should be"
exit $failed
