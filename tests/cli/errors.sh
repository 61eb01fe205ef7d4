# What is wrong is said in words, with the place under the text; the exit code is 2 for what was typed, 1 for files.
. "$(dirname "$0")/lib.sh"

start=24:2,13:5,8:3,6:5

# wrong COLUMN WORDS ARGUMENTS...: the complaint has these words and a mark under that column of the text.
wrong() {
    local column=$1 words=$2 mark
    shift 2
    run "$@"
    is_status 2
    complains "$words"
    [ -z "$out" ] || fail "$what: prints something although it fails: $out"
    [ "$column" -gt 0 ] || return 0
    mark=$(tail -1 err.txt)
    [ "$mark" = "$(printf '%*s^' $((column + 1)) '')" ] || fail "$what: the mark is not under column $column:"$'\n'"$err"
}

for command in show moves; do
    wrong 10 "the men of x are missing" "$command" "standard "
    wrong 27 "the men of o are missing" "$command" standard "$start"
    wrong 1 "there is no game 'backgamon'" "$command" backgamon "$start" "$start" x 31
    wrong 0 "did you mean 'puff', 'long-puff', 'russian-puff', 'long-russian-puff'?" "$command" puf
    wrong 26 "16 men or more, but standard is played with 15" "$command" standard 24:2,13:5,8:3,6:6 "$start" x 31
    wrong 10 "a point 1 to 24, 'bar' or 'hand' must stand here" "$command" standard 25:1 "$start" x 31
    wrong 46 "the turn must stand here" "$command" standard "$start" "$start" z 31
    wrong 49 "a die shows 1 to 6" "$command" standard "$start" "$start" x 37
    wrong 51 "'foo' is no key of a position" "$command" standard "$start" "$start" x 31 foo=1
    wrong 56 "the cube shows a power of two" "$command" standard "$start" "$start" x 31 cube=3
    wrong 0 "both sides stand on x's point 24 (o's 1)" "$command" standard 24:2 1:1 x 31
    wrong 14 "only the letters" "$command" '4HPwATDgc/ABM!'
    wrong 9 "an XGID has 10 fields" "$command" XGID=foo
    run "$command"
    is_status 2
    complains "usage: pasch $command"
done

wrong 0 "the dice must be thrown first" moves standard
wrong 1 "a die shows 1 to 6" moves standard --dice 71
wrong 1 "two dice are written like" moves standard --dice 3
wrong 0 "--from is x or o, not 'z'" show standard --from z
wrong 0 "--from needs a value" show standard --from
wrong 0 "--numbers is board, own or halves, not 'roman'" show standard --numbers roman
wrong 0 "--ascii takes no value" show standard --ascii=yes
wrong 0 "name one game" rules
wrong 0 "there is no game 'chess'" rules chess
wrong 0 "a depth of 1 to 9" perft standard 0
wrong 0 "a depth of 1 to 9" perft standard two
wrong 0 "there is no game 'chess'" perft chess 1
wrong 0 "--seconds is a number" bench standard --seconds long
wrong 0 "name one game, or none" bench standard puff
wrong 0 "there is no game 'chess'" bench chess
wrong 0 "--moves is a table of its own" bench --moves --json
wrong 0 "there is no feature 'fun'" games --feature fun
wrong 0 "'standard' is too much" games standard
wrong 0 "requests come from the standard input" batch file

wrong 0 "there is no game 'chess'" play chess
wrong 0 "name one game" play standard puff
wrong 0 "a player is human, random, greedy or level:1 to level:8, not 'god'" play --o god
wrong 0 "not 'level:9'" play --level 9
wrong 0 "--level N is short for --o level:N" play --level 3 --o greedy
wrong 0 "--match is a number from 1 to 100000, not '0'" play --match 0
wrong 0 "--rounds is a number" play --rounds many
wrong 0 "to a number of points or of rounds, not both" play --match 3 --rounds 3
wrong 0 "--seed is a whole number, not 'x'" play --seed x
wrong 0 "--seed is a whole number, not '-1'" play --seed -1
wrong 0 "are for money play" play --match 3 --jacoby
wrong 0 "no roles to swap" play --swap-roles
wrong 0 "--set takes NAME=VALUE, not 'opening'" play --set opening
wrong 0 "standard has no option 'tops'" play --set tops=2
wrong 0 "options of this game: opening=split|fresh" play --set tops=2
wrong 0 "'odd' is no value of opening: opening=split|fresh" play --set opening=odd
wrong 19 "the men of o are missing" play --position "standard 24:2,13:5"
wrong 1 "the position is of 'puff', not of 'standard'" play --position "puff hand:15 hand:15 x -"
wrong 0 "the position is of a match to 7" play --match 3 --position "standard $start $start x - score=0-0/7"
wrong 0 "--resume takes the game from the file" play standard --resume file
wrong 0 "--resume takes all that was agreed on from the file" play --resume file --match 3
wrong 0 "--resume takes all that was agreed on from the file" play --resume file --no-cube
wrong 0 "exclude each other" play --seed 1 --dice file

# file_wrong WORDS ARGUMENTS...
file_wrong() {
    local words=$1
    shift
    run "$@"
    is_status 1
    complains "$words"
}
: >empty
printf '31 4\n2 5 # a comment: 9\n1 7\n' >bad.dice
echo "something" >something
file_wrong "missing: No such file" play --dice missing
file_wrong "empty: it is empty" play --dice empty
file_wrong "bad.dice: line 3, column 3: a die shows 1 to 6" play --dice bad.dice
file_wrong "missing: No such file" play --resume missing
file_wrong "empty is empty" play --resume empty
file_wrong "something, line 1: this is no JSON" play --resume something
file_wrong "No such file" play --save no/such/folder
file_wrong "something is there already" play --save something
same "a file that was in the way" "$(cat something)" "something"
finish
