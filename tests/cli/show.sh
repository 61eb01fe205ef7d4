# Drawings: every start from both sides in all numberings, in ASCII and Unicode, and golden boards of each shape.
. "$(dirname "$0")/lib.sh"

# The Unicode shapes one by one as the letters that ASCII has for them.
plain() { sed 'y/●○─│┌┐└┘┬┴·┊←→↑↓/XO-|++++++.:<>^v/'; }

# Every line of the frame ends at the same column, whatever stands beside it; nothing is wider or higher than a screen.
check_frame() {
    local line wall width=0 rows=0
    while IFS= read -r line; do
        rows=$((rows + 1))
        [ ${#line} -le 78 ] || fail "$what: wider than 78 columns: $line"
        [[ $line != *" " ]] || fail "$what: blanks at the end of: $line"
        [[ $line == " |"* || $line == " +"* ]] || continue
        wall=${line%[|+]*}
        [ "$width" -gt 0 ] || width=${#wall}
        [ ${#wall} -eq "$width" ] || fail "$what: the frame is not straight:"$'\n'"$out"
    done <out.txt
    [ "$rows" -le 24 ] || fail "$what: $rows lines high"
    [ "$width" -gt 0 ] || fail "$what: has no frame"
}

# The numbers above and below the board, sorted.
labels() { grep -E '^ *(\[?[0-9]+A?\]? +)+\[?[0-9]+A?\]?$' out.txt | tr -s '[] ' '\n' | grep . | sort -V | tr '\n' ' '; }

every() { # every KIND: the labels that a board with 24 points has
    case $1 in
    halves) for i in {1..12}; do echo "$i"; echo "${i}A"; done | sort -V | tr '\n' ' ' ;;
    *) seq 24 | tr '\n' ' ' ;;
    esac
}

odd=" $("$pasch" games --ids --feature odd-board | tr '\n' ' ')eureka "
for game in $(games); do
    for from in x o; do
        for numbers in board own halves; do
            run show "$game" --from "$from" --numbers "$numbers" --ascii
            is_status 0
            is_quiet
            check_frame
            LC_ALL=C grep -q '[^ -~]' out.txt && fail "$what: not only ASCII"
            [[ $odd == *" $game "* ]] || same "$what: numbers" "$(labels)" "$(every "$numbers")"
            ascii=$out
            run show "$game" --from "$from" --numbers "$numbers"
            is_status 0
            same "$what: Unicode and ASCII" "$(plain <out.txt)" "$ascii"
        done
    done
done

# Where the locale has no Unicode, --ascii goes without saying; no colours unless on a terminal.
ascii=$("$pasch" show standard --ascii)
same "show in the C locale" "$(LC_ALL=C "$pasch" show standard)" "$ascii"
same "show --no-color" "$("$pasch" show standard --ascii --no-color)" "$ascii"
same "show of the start as PPN" "$("$pasch" show standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 x - --ascii)" "$ascii"
same "show of the start as ID" "$("$pasch" show 4HPwATDgc/ABMA --ascii)" "$ascii"
same "show of the start as XGID" "$("$pasch" show XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10 --ascii)" "$ascii"

# drawn NAME ARGUMENTS...
drawn() {
    local name=$1
    shift
    run show "$@"
    is_status 0
    is_golden "show-$name.txt"
}
drawn standard standard --ascii
drawn standard-unicode standard 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 o 65 cube=2x score=3-1/7 --from o --numbers own
drawn snake snake --ascii
drawn puff puff hand:15 hand:15 o 33 --ascii
drawn pin pin 24:12,17:1,15:1,10:1 24:13,17:1,15:1! x 31 --ascii
drawn lumbardorum lumbardorum --ascii --from o
drawn french-2 french-2 12:1,5:1,1:1 7:1,bar:1,hand:1 x 62 --ascii
drawn catch-me catch-me 24:1,3:1 20:1,13:1,7:1 o 61 --ascii
drawn doublets doublets unstack:135 restack:25 x 33 --ascii
drawn offer standard 13:2 24:1,6:3 o - cube=2x offer=double beavers=1 --ascii

# A finished game has no men to draw.
run show standard over x 2
same "show of a won game" "$out" $' Backgammon\n x wins 2 points'
run show pin over draw 0
same "show of a draw" "$out" $' The Pin Game\n The game is over: a draw'
finish
