# Exact facts about bear-offs, and the tables that are kept in the cache folder.
. "$(dirname "$0")/lib.sh"

race='standard 6:2,3:1,1:2 5:2,2:2 x -'

run bearoff
is_status 0
says "no tables in $PASCH_CACHE yet"

# Two men on the six point take 2.109611 rolls; four aces each: whoever rolls wins 31 of 36.
run bearoff --json standard 6:2 1:4 x -
is_status 0
is_quiet
says '"x":{"pips":12,"rolls":2.109611,"epc":17.228'
says '"wastage":5.228'
run bearoff --json standard 1:4 1:4 x -
says '"probs":[0.8611'
says '"distribution":[0.0000000,0.1666667,0.8333333]'
says '"pass":1,"action":"double-pass"'

# Both tables are kept now, and serve the next time.
run bearoff
says "one-sided.bearoff"
says "two-sided-6.bearoff"
run bearoff "$race"
is_status 0
is_quiet
says "x on roll"
says "x wins 48.790 %, with best play of both"
says "right: no double"
while IFS= read -r line; do [ ${#line} -le 80 ] || fail "wider than 80 columns: $line"; done <out.txt
kept=$out
run bearoff "$race cube=2o"
says_not "double, take"

# A file that is damaged, cut off or empty is made anew; without a folder it works, too.
for damage in "printf x | dd of=FILE bs=1 seek=9999 conv=notrunc status=none" "truncate -s 5000 FILE" ": >FILE" "rm FILE"; do
    for file in one-sided two-sided-6; do
        cp "$PASCH_CACHE/$file.bearoff" good
        eval "${damage//FILE/\"$PASCH_CACHE/$file.bearoff\"}"
        run bearoff "$race"
        is_quiet
        same "after $damage of $file" "$out" "$kept"
        cmp -s good "$PASCH_CACHE/$file.bearoff" || fail "$file was not made anew after $damage"
    done
done
for folder in "" /proc/nothing/there "$work/good/below-a-file"; do
    PASCH_CACHE=$folder run bearoff "$race"
    is_status 0
    is_quiet
    same "with the cache folder '$folder'" "$out" "$kept"
done
[ -z "$(find "$PASCH_CACHE" -name '*.new')" ] || fail "something was left in the cache folder"

# Where the folder is.
env -u PASCH_CACHE XDG_CACHE_HOME="$work/xdg" "$pasch" bearoff --one-sided >/dev/null
[ -f "$work/xdg/pasch/one-sided.bearoff" ] || fail "XDG_CACHE_HOME is not used"
env -u PASCH_CACHE -u XDG_CACHE_HOME HOME="$work/home" "$pasch" bearoff --one-sided >/dev/null
[ -f "$work/home/.cache/pasch/one-sided.bearoff" ] || fail "HOME is not used"
cmp "$work/home/.cache/pasch/one-sided.bearoff" "$PASCH_CACHE/one-sided.bearoff"

# Tables by command: the same bytes with any number of threads; the largest is used.
run bearoff --two-sided 6 --threads 2
is_status 0
cmp "$PASCH_CACHE/two-sided-6.bearoff" good
run bearoff --json standard 6:7 6:7 x -
says '"exact":false'
run bearoff --two-sided 7
is_status 0
is_quiet
says "two-sided-7.bearoff: 23.6 MB"
run bearoff --json standard 6:7 6:7 x -
says '"exact":true'
printf x | dd of="$PASCH_CACHE/two-sided-7.bearoff" bs=1 seek=9999 conv=notrunc status=none
run bearoff --json standard 6:7 6:7 x -
is_status 0
complains "two-sided-7.bearoff: the bear-off table is damaged"
complains "'pasch bearoff --two-sided 7' makes it anew"
says '"exact":false'
rm "$PASCH_CACHE/two-sided-7.bearoff"

# The other commands know the same.
run eval "$race" --plies 0 --json
says '"probs":[0.4878'
says ',0.000000,0.000000,0.000000,0.000000]'

# What cannot be answered.
run bearoff standard
is_status 1
complains "neither side has all its men home"
run bearoff standard 6:2 24:1,6:1 x -
is_status 1
complains "not passed each other"
run bearoff puff
is_status 1
complains "borne off otherwise"
for number in 0 11 x; do
    run bearoff --two-sided "$number"
    is_status 2
    complains "from 1 to 10, not '$number'"
done
run bearoff --threads none "$race"
is_status 2
run bearoff nonsense
is_status 2
PASCH_CACHE= run bearoff --one-sided
is_status 1
complains "no folder to keep tables in"
PASCH_CACHE=/proc/nothing run bearoff --one-sided
is_status 1
complains "/proc/nothing/one-sided.bearoff: "
finish
