#!/usr/bin/env bash
# Measures the bots of the games other than standard and prints rows of the tables of docs/strength.md:
#   tools/measure-games.sh [-g GAMES] [-s SEARCHED] [-t TENTHS] [GAME...]
# GAMES (4000) against random and against greedy, without the cube; SEARCHED (1000) of one ply against none, less luck;
# and where TENTHS/<game>/tenth has the nets after a tenth of the learning (pasch learn writes them), GAMES against those.
set -euo pipefail
games=4000 searched=1000 tenths=
while getopts g:s:t: option; do
    case $option in
    g) games=$OPTARG ;;
    s) searched=$OPTARG ;;
    t) tenths=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
root=$(cd "$(dirname "$0")/.." && pwd)
pasch=${PASCH:-$root/build/release/pasch}
[ $# -gt 0 ] || set -- $("$pasch" games --ids | grep -vx standard)

# duel GAME COUNT A B OPTIONS...: the line of JSON.
duel() {
    local game=$1 count=$2 a=$3 b=$4
    shift 4
    "$pasch" duel "$a" "$b" --game "$game" --games "$count" --seed 1 --json --quiet "$@"
}

# number NAME: of the first such field on stdin.
number() { sed -E "s/.*\"$1\":(-?[0-9.e+-]+).*/\1/"; }

# points: "+1.34 ± 0.08" out of a duel; less luck where that was told.
points() {
    local line part
    line=$(cat)
    part=$(grep -o '"less_luck":{[^}]*}' <<<"$line" || echo "$line")
    grep -oE '"(points|low|high)":-?[0-9.e+-]+' <<<"$part" | head -3 | cut -d: -f2 | paste -sd' ' |
        awk '{ printf "%+.3f ± %.3f", $1, ($3 - $2) / 2 }'
}


wins_of_a() { sed -E 's/.*"a":\{[^}]*"wins":([0-9]+).*"b":\{[^}]*"wins":([0-9]+).*/\1 \2/' | awk '{ printf "%.1f %%", 100 * $1 / ($1 + $2) }'; }

echo "| game | against random | | against greedy | | against itself at a tenth | one ply against none | turns a game | draws |"
echo "|---|---|---|---|---|---|---|---|---|"
for game in "$@"; do
    random=$(duel "$game" "$games" pasch:0 random --no-luck)
    greedy=$(duel "$game" "$games" pasch:0 greedy --no-luck)
    tenth="" ply=""
    [ ! -d "$tenths/$game/tenth" ] ||
        tenth=$(duel "$game" "$games" pasch:0 "pasch:0@$tenths/$game/tenth" --no-luck | points)
    itself=$(duel "$game" 400 pasch:0 pasch:0 --no-luck)
    [ "$searched" = 0 ] || ply=$(duel "$game" "$searched" pasch:1 pasch:0 --luck | points)
    echo "| \`$game\` | $(points <<<"$random") | $(wins_of_a <<<"$random") | $(points <<<"$greedy") | $(wins_of_a <<<"$greedy") | $tenth | $ply | $(number turns <<<"$itself") | $(number draws <<<"$itself") of 400 |"
done
