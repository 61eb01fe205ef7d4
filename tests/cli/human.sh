# People type: moves man by man, taking back, the cube, resigning, naming rolls, dice of their own.
. "$(dirname "$0")/lib.sh"

start=24:2,13:5,8:3,6:5
two="--o human --ascii"
dice() { printf '%s\n' "$@" >dice; }
# after_prompt N: what came after the Nth prompt, up to the next one.
after_prompt() { awk -v n="$1" '{ k = split($0, part, /\047help\047\)> /); for (i = 1; i <= k; i++) {
    if (i > 1) seen++; if (seen == n) print part[i] } }' out.txt; }
# answers N TEXT: the Nth typed line was answered so.
answers() { [[ $(after_prompt "$1") == *"$2"* ]] || fail "$what: line $1 should be answered '$2', not:"$'\n'"$(after_prompt "$1")"; }
answers_not() { [[ $(after_prompt "$1") != *"$2"* ]] || fail "$what: line $1 should not be answered '$2'"; }

# Man by man, and back.
dice "31 42"
typed '8/5\nundo\nundo\n8/5\n6/5\nundo all\n8/5 6/5\n6/4\nundo\n6/5\n\n' play --dice dice $two
is_status 0
says "x throws 3, o throws 1: x begins."
answers 1 "x has played 8/5"
answers 1 "Still to play: 1."
answers 2 "x to play 3-1"
answers 3 "Nothing of this stage has been played yet."
answers 5 "x has played 8/5 6/5"
answers 5 "The roll is played: Return ends the turn"
answers 6 "x to play 3-1"
answers 7 "The roll is played"
answers 8 "cannot be played; 'undo' takes back"
answers 9 "x has played 8/5"
answers 10 "The roll is played"
answers 11 "o must throw"
same "boards of 'undo all' and of the beginning" "$(after_prompt 6 | head -18)" "$(after_prompt 2 | head -18)"

# What is not allowed is explained, and nothing happens.
dice "31 42"
typed '8/2\n7/4\n24/20 foo\n6/9\n24/21 24/24\nbar/22\n8/5(2)\nfoo\n\npass\ntake\ndouble\nchoose 55\nend\nundo\nresign 4\naccept\n8/5 6/5\n' \
    play --dice dice $two
is_status 0
answers 1 "The dice do not give 6 pips."
answers 2 "There is no man of yours on 7."
answers 3 "A move is written like"
answers 4 "Men do not move backwards."
answers 6 "There is no man of yours on the bar."
answers 8 "'foo' is no move and no command; 'help' lists what there is."
answers 9 "The roll must be played; 'moves' lists how."
answers 10 "The roll must be played."
answers 11 "No double was offered."
answers 12 "The cube may be turned only before the first throw of a turn."
answers 13 "No roll is to be named now."
answers 14 "The roll must be played."
answers 15 "Nothing of this stage has been played yet."
answers 16 "You may resign with 1 to 3 points."
answers 17 "Nobody has resigned."
answers 18 "The roll is played"
for i in {1..17}; do answers_not "$i" "has played"; done
typed '24/18 13/8\n24/18 24/19\n' play --position "standard $start $start x 65" $two
answers 1 "The roll is played"
typed '24/19\n' play --position "standard $start $start x 65" $two
answers 1 "Point 19 is closed by the opponent."
typed '13/9\n' play --position "standard 13:2,bar:1 6:2 x 64" $two
answers 1 "Men on the bar must be entered first."
typed '6/5\n' play --position "standard 6:1 24:1,23:14 x 61" $two
answers 1 "Still to play: 6."

# Part of a double, several men at once; the words that look things up change nothing.
typed '8/5(2)\nmoves\nscore\nshow\nhelp\n6/3(2)\n\n' play --position "standard $start $start x 33" $two
answers 1 "x has played 8/5(2)"
answers 1 "Still to play: 3, 3."
answers 2 "8/5(2) 6/3(2)"
answers 3 "score x 0, o 0; cube 1 in the middle; pips x 161, o 167"
answers 4 "x has played 8/5(2)"
answers 5 "undo"
answers 6 "x has played 8/5(2) 6/3(2)"
answers 7 "o must throw"
typed 'rules\n' play puff --seed 1 --ascii
says "# Puff"

# --quick: a whole play ends the turn at once.
dice "31 42"
typed '8/5 6/5\n' play --dice dice $two --quick
answers 1 "o must throw"

# Doubling: a bare Return never answers. Whoever has no right to double has nothing to decide before the throw.
dice "31 42 65 21 66"
typed '8/5 6/5\n\ndouble\n\n8/5\nroll\nresign\npass me\ntake\ndouble\n8/4 6/4\n\n8/5\n\n24/18 13/8\n\n13/11 6/5\n\ndouble\n\nbeaver\npass\n' \
    play --dice dice $two
is_status 0
answers 3 "o doubles."
answers 3 "x is offered a double to 2: take or pass"
answers 4 "'take' or 'pass'."
answers 5 "The double must be answered: take or pass."
answers 6 "'take' or 'pass'."
answers 7 "The double must be answered first."
answers 8 "Nothing follows that word."
answers 9 "x takes."
answers 9 "o throws 4-2."
answers 9 "holds cube 2"
answers 10 "The cube may be turned only before the first throw of a turn."
answers 12 "x: Return throws, 'double' doubles"
answers 13 "The dice must be thrown first: Return."
answers 14 "x throws 6-5."
answers 16 "o throws 2-1."
answers 19 "x doubles."
answers 20 "'take' or 'pass'."
answers 21 "Beavers were not agreed on."
answers 22 "o passes."
says "x wins 2 points."

# Beavers.
dice "31 42"
typed '8/5 6/5\n\nd\n\nbeaver\n\nbeaver\ntake\nscore\n' play --dice dice $two --beavers
answers 3 "x: take, pass or beaver"
answers 4 "'take' or 'pass'."
answers 5 "x beavers."
answers 6 "'take' or 'pass'."
answers 7 "A beaver can be taken or passed."
answers 8 "o takes."
answers 9 "cube 4 with x"
typed '8/5 6/5\n\ndouble\nbeaver\npass\n' play --dice dice $two --beavers
says "x wins 2 points."

# Resigning.
dice "31 42"
typed 'resign 2\n\n8/5\nreject\nresign gammon\naccept\n' play --dice dice $two
is_status 0
answers 1 "x resigns with 2."
answers 1 "o: accept or reject"
answers 2 "'accept' or 'reject'."
answers 3 "'accept' or 'reject'."
answers 4 "o rejects."
answers 5 "x resigns with 2."
answers 6 "o accepts."
says "o wins 2 points."
typed 'resign\n' play --dice dice
says "o accepts."
says "o wins 1 point."

# Naming a roll: Mexican names instead of playing 1-2, Acey-Deucey plays it first, the chooser names every roll.
dice "61 21 33"
typed 'moves\n\n55x\n21\nchoose 55\n13/8(3) 8/3\n\n' play mexican --dice dice $two
answers 1 "you may name 1-1, 2-2, 3-3, 4-4, 5-5, 6-6"
answers 2 "Name a roll, like 'choose 55'; 'moves' lists them."
answers 3 "A die shows 1 to 6."
answers 4 "A double must be named."
answers 5 "x to play four 5s, then another roll"
answers 6 "This part is played: Return goes on"
answers 7 "x throws 3-3."
dice "61 21 31"
typed 'in/23\nin/24\n\nin/20\nc 6-6\n' play acey-deucey --dice dice $two
answers 2 "This part is played: Return goes on"
answers 3 "x must name a double, then another roll"
answers 4 "A roll must be named first, like 'choose 55'."
answers 5 "x to play four 6s, then another roll"
dice "16 21 33"
typed 'moves\n55\ndouble\ntake\n65\n24/13\n\n\n6/4\n24/23\n\n' play double-vs-choice --dice dice $two
answers 1 "you may name 2-1, 3-1"
answers 2 "Only a roll of two different numbers may be named."
answers 3 "o doubles."
answers 4 "x takes."
answers 5 "o to play 6-5"
answers 7 "x must throw the first of two rolls"
answers 11 "x throws 3-3."

# Two people and the towers: nothing to decide, but each throw is theirs.
dice "61 21 33"
typed '\n\n' play doublets --dice dice $two
answers 1 "x plays unstack 2 1."
answers 2 "o plays unstack 3."

# Dice from a list, with comments; the end of the list is told.
printf '# the opening\n3-1\n4, 2   # then a second roll\n\n' >dice
typed '8/5 6/5\n\nroll\n8/4 6/4\n\n\n' play --dice dice $two
is_status 0
says "x throws 3, o throws 1: x begins."
says "o throws 4-2."
says "The list of dice is at its end."
says "The game is not saved."

# Dice that people throw themselves.
typed '31\n8/5 6/5\n\n\n77\n4\n42\nquit\n' play --dice manual --o human --ascii
is_status 0
says "dice of both, the one of x first, like 31> x throws 3, o throws 1: x begins."
says "dice of o, like 31>   A die shows 1 to 6."
says "dice of o, like 31>   Two dice are written like 31 or 3-1."
says "o throws 4-2."

# The match: games follow each other, the score is told, and in the Crawford game there is no cube.
dice "66 31 21 31 42"
typed 'resign\naccept\n\nresign\naccept\nfoo\n\nshow\n8/5 6/5\n\ndouble\n' play --match 3 --dice dice $two
is_status 0
says "x and o both throw 6: again."
says "The score is x 0, o 1."
says "The score is x 0, o 2."
says "Return begins the next game."
says "This is the Crawford game: no doubling."
says "Crawford game"
says_not "o: Return throws, 'double' doubles"
says "o throws 4-2."

# The end of what is typed is the end of the program, not of the world.
typed '' play --seed 1
is_status 0
says "The game is not saved."
typed 'quit\n' play --seed 1 --save kept
is_status 0
says "'pasch play --resume kept' goes on with it."

# Hints: plays with what they lose, the cube, an answer; they change nothing.
typed 'hint\nhint 1\nhint 100\nhint many\n8/5\nhint 1\n' play --position "standard $start $start x 31" $two
answers 1 "  1. 8/5 6/5 "
answers 1 "equity    loses     wins   gammon"
[ "$(after_prompt 1 | grep -c '^ *[0-9]*\. ')" = 3 ] || fail "$what: 'hint' does not list three plays"
[ "$(after_prompt 2 | grep -c '^ *[0-9]*\. ')" = 1 ] || fail "$what: 'hint 1' does not list one play"
[ "$(after_prompt 3 | grep -c '^ *[0-9]*\. ')" = 16 ] || fail "$what: 'hint 100' does not list all plays"
answers 4 "'hint 5' lists the best five plays."
answers 6 "  1. 8/5 6/5 "
answers_not 6 "has played"
race="6:5,5:4,4:4,3:2" # 72 pips
typed 'hint\ndouble\nhint\n' play --position "standard $race 9:2,6:5,5:5,4:3 x -" $two
answers 1 "Double; it is a pass."
answers 1 "double, pass +1.000"
answers 1 "wins 8"
answers 3 "Pass."
answers 3 "pass -1.000"
typed 'hint\ndouble\nhint\nhint\n' play --position "standard $race $race x -" $two
answers 3 "Take."
typed 'hint\ndouble\nhint\nbeaver\nhint\n' play --position "standard $start 24:2,13:4,8:3,6:4,5:2 x -" $two --beavers
answers 1 "Do not double; it would be beavered."
answers 3 "Beaver."
answers 5 "Take."
typed 'hint\n' play --position "standard 24:1,6:2,5:2,4:2,3:2,2:2,1:1 bar:3,18:2,12:5,10:5 x -" $two
answers 1 "Too good to double: play on for the gammon"
typed 'resign\nhint\nreject\nresign 3\nhint\n' play --position "standard 24:14,20:1 2:2 x -" $two
answers 2 "Reject: playing on is worth more."
answers 5 "Accept: there is no more to be won."
mkdir empty
typed 'hint\neval\n' play puff --seed 1 $two --nets empty
answers 1 "Empty: there is no puff-contact.net or contact.net here."
answers 2 "Empty: there is no puff-contact.net or contact.net here."
typed '' play puff --eval --nets empty
says "Empty: there is no puff-contact.net or contact.net here."

# The evaluation under the board, seen by the person, or by whoever of two acts; it comes and goes.
line="equity of"
typed 'eval\nshow\neval\nshow\n' play --position "standard $start $start x 31" $two
answers 1 "x to play 3-1"$'\n'" x wins 5"
answers 1 "equity of x +0."
answers 2 "$line"
answers_not 3 "$line"
answers_not 4 "$line"
typed 'double\ntake\n' play --position "standard $race $race x -" $two --eval
says "equity of x +0."
answers 1 "equity of o -0."
typed '' play --position "standard $start $start o 31" --x greedy --o human --ascii --eval
says "equity of o +0."
[ "$(awk 'length > 80' out.txt)" = "" ] || fail "$what: lines of more than 80 columns"

# The look back: what was decided badly, what had been better, and where.
typed '8/7 6/3\n\nresign\naccept\n' play --position "standard $start $start x 31" $two
says "x, human                         1"
says "The worst mistakes of x:"
says "3-1: 8/7 6/3; better 8/5 6/5 "
says "4HPwATDgc/ABMA:"
says "No mistake of o cost much."
typed 'double\npass\n' play --position "standard $race $race x -" $two
says "doubled; better: no double yet"
says "passed; better: take"
typed 'double\ntake\nresign\naccept\n' play --position "standard $race 9:2,6:5,5:5,4:3 x -" $two
says "took; better: pass"
says_not "better: no double"
dice "31 42"
typed '6/3 6/5\n\nresign\naccept\n\nquit\n' play --dice dice --match 3 $two
says "6/3 6/5; better"
says "%"
typed 'resign\naccept\n' play puff --seed 1 $two
says_not "decisions"

# The same game twice: bots play it, then people type the very same moves. All games, all ways to enter and to name.
share_tables
for game in $(games); do
    rm -f record
    "$pasch" play "$game" --no-cube --x random --o random --seed 21 --save record >/dev/null 2>&1 ||
        "$pasch" play "$game" --x random --o random --seed 21 --save record >/dev/null
    wanted=$("$pasch" play --resume record | tail -1)
    grep -o '"do":"\(play\|choose\) [^"]*' record | sed 's/^"do":"//; s/\\\\/\\/g; s/^play \(.*\)/\1\n/' >moves
    [ "$game" != doublets ] || printf '\n%.0s' {1..2000} >moves
    status=0
    "$pasch" play "$game" --no-cube $two --seed 21 <moves >out.txt 2>err.txt ||
        "$pasch" play "$game" $two --seed 21 <moves >out.txt 2>err.txt || status=$?
    what="$game, typed" out=$(<out.txt) err=$(<err.txt)
    is_status 0
    same "$game: the result of the bots' game and of the same game typed" "$(result_of out.txt)" "$wanted"
done
finish
