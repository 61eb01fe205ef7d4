# Bot against bot: every game comes to its end and says how, and the same seed gives the same game.
. "$(dirname "$0")/lib.sh"

result='^((x|o) wins [1-9][0-9]* points?\.|The game is a draw\.)$'

for game in $(games); do
    for players in "greedy random" "greedy greedy"; do
        read -r x o <<<"$players"
        run play "$game" --x "$x" --o "$o" --seed 11
        is_status 0
        is_quiet
        [[ $(tail -1 out.txt) =~ $result ]] || fail "$what: the last line is '$(tail -1 out.txt)'"
        says_not "help')>"
        transcript=$out
        [ "$players" = "greedy random" ] || continue
        run play "$game" --x "$x" --o "$o" --seed 11
        same "$what: the second time" "$out" "$transcript"
        run play "$game" --x "$x" --o "$o" --seed 12
        [ "$out" != "$transcript" ] || fail "$game: seeds 11 and 12 give the same game"
    done
done

run play standard --x greedy --o greedy --seed 5 --rounds 3
is_status 0
same "three rounds" "$(grep -c ' wins \| a draw' out.txt)" 3
[[ $(tail -1 out.txt) == "The score is x "*", and the match is over." ]] || fail "three rounds end with: $(tail -1 out.txt)"

# With two games of one point each the third of a match to 3 is the Crawford game.
run play standard --x greedy --o greedy --seed 1 --match 3 --position \
    "standard 1:1 2:1 x 21 score=1-0/3"
is_status 0
says "x wins 1 point."
says "The score is x 2, o 0."
says "This is the Crawford game: no doubling."
says "and the match is over."
run play standard --x greedy --o greedy --seed 1 --no-crawford --match 3 --position \
    "standard 1:1 2:1 x 21 score=1-0/3"
says_not "This is the Crawford game"

run play snake --x greedy --o greedy --seed 2 --rounds 2 --swap-roles
is_status 0
says "The roles are exchanged."

# Options of a game matter: with an opening of its own dice nobody throws again at first.
run play puff --x greedy --o greedy --seed 3
[[ $(grep -A1 'begins\.' out.txt | tail -1) == *throws* ]] || fail "puff: the starter does not throw afresh"
run play puff --x greedy --o greedy --seed 3 --set opening=split
[[ $(grep -A1 'begins\.' out.txt | tail -1) == *plays* ]] || fail "puff with opening=split: the starter throws afresh"

# Levels: all of them play a match to its end, by the seed alone.
for level in 1 2 3 4 5 6 7 8; do
    run play --x "level:$level" --o level:1 --seed "$level" --match 2
    is_status 0
    is_quiet
    says "x is level:$level ("
    [[ $(tail -1 out.txt) == "The score is x "*", and the match is over." ]] || fail "$what ends with: $(tail -1 out.txt)"
    transcript=$out
    [ "$level" -le 5 ] || continue
    run play --x "level:$level" --o level:1 --seed "$level" --match 2
    same "$what: the second time" "$out" "$transcript"
done

# Who says nothing plays against one of the levels; where there are none, against the simple bot, and is told.
run play --seed 1
says "x is human, o is level:4 (intermediate)."
run play --seed 1 --level 7
says "o is level:7 ("
mkdir empty
run play puff --seed 1 --nets empty
says "x is human, o is greedy: empty: there is no puff-contact.net or contact.net here."
run play puff --seed 1 --x level:2 --o level:3 --nets empty
says "x is greedy, o is greedy: empty: there is no puff-contact.net or contact.net here."
run play french-2 --seed 1 --nets empty
says "x is human, o is level:4 (intermediate)."

# The cube with a level: it doubles, takes, passes and beavers, and gives up when nothing is left to play for.
race=6:5,5:4,4:4,3:2 behind=9:2,6:5,5:5,4:3
start=24:2,13:5,8:3,6:5
cube() { # cube TYPED POSITION OPTIONS...
    local text=$1 position=$2
    shift 2
    typed "$text" play --level 8 --seed 1 --ascii --position "$position" "$@"
    is_status 0
}
cube 'pass\n' "standard $behind $race o -"
says "o doubles."
says "x is offered a double to 2: take or pass"
says "o wins 1 point."
cube 'take\n' "standard $behind $race o -"
says "holds cube 2"
cube '' "standard $race $race o - cube=2x"
says_not "o doubles."
cube 'double\n' "standard $race $race x -"
says "o takes."
cube 'double\n' "standard $race $behind x -"
says "o passes."
says "x wins 1 point."
cube 'double\n' "standard $start 24:2,13:4,8:3,6:4,5:2 x -" --beavers
says "o beavers."
cube 'double\n' "standard $start 24:2,13:4,8:3,6:4,5:2 x -"
says "o takes."
# One point away it does not double, and its opponent, with two to go, is doubled at once.
cube '' "standard $behind $race o - score=0-2/3" --match 3
says_not "o doubles."
cube '' "standard $race $race o - score=2-1/3" --match 3
says "o doubles."
cube '' "standard $race $race o - score=2-1/3 crawford=1" --match 3
says_not "o doubles."
cube 'reject\n' "standard 1:2 6:9 o -"
says "o resigns with 1."
says "o throws"
same "resignations after one was rejected" "$(grep -c 'o resigns' out.txt)" 1
cube 'accept\n' "standard 1:2 6:9 o -"
says "x wins 1 point."
cube 'resign 1\nresign 2\nresign 3\n' "standard 24:14,20:1 2:2 x -"
same "answers to resignations that are too small, and to one that is not" "$(grep -o 'o rejects\|o accepts' out.txt | xargs)" \
    "o rejects o rejects o accepts"
says "o wins 3 points."
finish
