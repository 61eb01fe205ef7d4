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
finish
