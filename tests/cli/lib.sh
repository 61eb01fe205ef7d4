# Sourced by every test of the program: $pasch, a folder of its own to work in, and checks that say what failed.
# usage of a test: bash tests/cli/NAME.sh PASCH [update]; `update` writes the golden files anew.
set -Eeuo pipefail
trap 'echo "FAILED: $0, line $LINENO: $BASH_COMMAND" >&2' ERR
pasch=$(realpath "${1:?the program is missing: bash $0 build/release/pasch}")
[ -x "$pasch" ] || { echo "there is no program $pasch" >&2; exit 1; }
update=${2:-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
golden=$here/golden
root=$(cd "$here/../.." && pwd)
export LC_ALL=C.UTF-8 TERM=dumb
unset NO_COLOR PAGER LESS
# Records are synced to the disk line by line: in memory the tests need not wait for it.
work=$(mktemp -d -p "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")")
export PASCH_CACHE=$work.cache # tables of the user's are none of the tests' business
unset PASCH_NETS
trap 'rm -rf "$work" "$PASCH_CACHE"' EXIT
cd "$work"
failures=0

# Tests of all games would make a minute's worth of exact tables each. What has been made by this very program is kept
# beside it for them.
share_tables() {
    local tables
    tables=$(dirname "$pasch")/tables-of-tests
    [ ! -e "$tables" ] || [ "$tables" -nt "$pasch" ] || rm -rf "$tables"
    mkdir -p "$tables"
    rm -rf "$PASCH_CACHE"
    PASCH_CACHE=$tables
    trap 'rm -rf "$work"' EXIT
}

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    failures=$((failures + 1))
}

finish() {
    [ "$failures" -eq 0 ] || { echo "$failures checks failed" >&2; exit 1; }
    echo "all checks passed"
}

# run ARGUMENTS...: runs pasch with nothing to read; leaves $status, $out and $err.
run() { typed "" "$@" </dev/null; }

# typed TEXT ARGUMENTS...: the same with TEXT to read.
typed() {
    local text=$1
    shift
    status=0
    what="pasch $*"
    printf '%b' "$text" | timeout 300 "$pasch" "$@" >out.txt 2>err.txt || status=$?
    out=$(<out.txt)
    err=$(<err.txt)
}

is_status() { [ "$status" -eq "$1" ] || fail "$what: exit code $status, not $1; it said: $err"; }
says() { [[ $out == *"$1"* ]] || fail "$what: '$1' is not in its output:"$'\n'"$out"; }
says_not() { [[ $out != *"$1"* ]] || fail "$what: '$1' is in its output:"$'\n'"$out"; }
complains() { [[ $err == *"$1"* ]] || fail "$what: '$1' is not in what it complains about:"$'\n'"$err"; }
is_quiet() { [ -z "$err" ] || fail "$what: complains: $err"; }

# same WHAT GOT WANTED
same() {
    [ "$2" = "$3" ] || fail "$1:"$'\n'"$(diff <(printf '%s\n' "$3") <(printf '%s\n' "$2") || true)"
}

# is_golden NAME: the last output is what golden/NAME says.
is_golden() {
    if [ "$update" = update ]; then
        cp out.txt "$golden/$1"
    elif ! diff "$golden/$1" out.txt >difference.txt 2>&1; then
        fail "$what: differs from golden/$1 ('<' is golden):"$'\n'"$(head -40 difference.txt)"
    fi
}

# The drawings of a transcript, one after the other; a title line begins them, the line on what is due ends them.
last_drawing() { awk '/^ [┌+]/ && !open { text = title ORS; open = 1 } open { text = text $0 ORS } { title = $0 }
    open && /^ [^ │|┌└+]/ { open = 0; last = text } END { printf "%s", last }' "$1"; }
first_drawing() { awk '/^ [┌+]/ && !open { text = title ORS; open = 1 } open { text = text $0 ORS } { title = $0 }
    open && /^ [^ │|┌└+]/ { printf "%s", text; exit }' "$1"; }

# How the game of a transcript ended: the score of a match, or who has won what. A look back at the game may follow.
result_of() { grep -E '^(The score is .*|[xo] wins [0-9]+ points?\.|The game is a draw\.)$' "$1" | tail -1; }

games() { "$pasch" games --ids; }
