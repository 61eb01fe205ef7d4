#!/usr/bin/env bash
# Measures the levels of standard backgammon and prints the table of docs/strength.md:
#   tools/measure-levels.sh [GAMES [THREADS]]
# Each level plays GAMES games (2000) against the level below it and as many against level 6, a quarter of them where
# level 8 is in it, without the cube and less luck; GNU Backgammon's answers in ../shared say what its plays lose.
set -euo pipefail
games=${1:-2000} threads=${2:-1}
root=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$root/build/release}
[ -f "$build/build.ninja" ] || cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release >/dev/null
ninja -C "$build" pasch measure_levels >/dev/null

# duel A B: points a game of level A against level B, with the half of the 95 % interval.
duel() {
    local count=$games
    [ "$1" -lt 8 ] && [ "$2" -lt 8 ] || count=$((games / 4))
    "$build/pasch" duel "level:$1" "level:$2" --games "$count" --seed 1 --threads "$threads" --luck --json --quiet |
        sed -E 's/.*"less_luck":\{"pairs":[0-9]*,"points":([^,]*),"se":[^,]*,"low":([^,]*),"high":([^}]*)\}.*/\1 \2 \3/' |
        awk '{ printf "%+.3f ± %.3f", $1, ($3 - $2) / 2 }'
}

# rating MP: GNU Backgammon's word for such an error rate, by the table in its manual.
rating() {
    awk -v mp="$1" 'BEGIN {
        split("2 5 8 12 18 26 35", most)
        split("supernatural,world class,expert,advanced,intermediate,casual player,beginner,awful", word, ",")
        for (i = 1; i <= 7 && mp >= most[i]; i++);
        print word[i]
    }'
}

measured=$("$build/tests/measure_levels")
echo "| level | | loses, thousandths a decision | by GNU Backgammon's scale | best play | against the level below | against level 6 | a decision takes |"
echo "|---|---|---|---|---|---|---|---|"
while read -r level name _ best mp error mean most; do
    below="" six=""
    [ "$level" = 1 ] || below=$(duel "$level" $((level - 1)))
    case $level in
    6) ;;
    7) six=$below ;;
    *) six=$(duel "$level" 6) ;;
    esac
    echo "| $level | $name | $mp ± $(awk "BEGIN { printf \"%.2f\", 1.96 * $error }") | $(rating "$mp") | $best % | $below | $six | $mean ms, at most $most |"
done <<<"$measured"
