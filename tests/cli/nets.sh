# Nets of a folder instead of those that come with the program: --nets and PASCH_NETS.
. "$(dirname "$0")/lib.sh"

start="eval standard --plies 0 --threads 1"
run $start
is_status 0
own=$out

# The program's own files, under their own names, and under those that `pasch learn` gives them.
mkdir own learnt
cp "$root"/data/nets/standard-*.net own
for use in contact early ahead behind race; do cp "own/standard-$use.net" "learnt/$use.net"; done
for folder in own learnt; do
    run $start --nets $folder
    is_status 0
    is_quiet
    same "nets of $folder" "$out" "$own"
    PASCH_NETS=$folder run $start
    same "PASCH_NETS=$folder" "$out" "$own"
done
PASCH_NETS= run $start
same "PASCH_NETS empty" "$out" "$own"

# Other nets, other opinions; the option goes before the variable.
mkdir other
cp own/standard-race.net other/contact.net
cp own/standard-race.net other/race.net
PASCH_NETS=own run $start --nets other
is_status 0
[ "$out" != "$own" ] || fail "the nets of a folder make no difference"

# Every kernel and any number of threads give the same answers, bit for bit.
unset same
for kernel in avx512 avx2 plain; do
    for threads in 1 2; do
        PASCH_KERNEL=$kernel run best standard --dice 41 --plies 1 --json --threads $threads
        [[ $err == *"no kernel"* ]] && continue # not on this processor
        is_status 0
        [ "${same:=$out}" = "$out" ] || fail "$kernel with $threads threads answers otherwise"
    done
done
PASCH_KERNEL=abacus run best standard --dice 41
is_status 1
complains "there is no kernel 'abacus'"

# Whatever thinks refuses damaged, empty and missing files, and names them.
printf x | dd of=learnt/race.net bs=1 seek=9999 conv=notrunc status=none
for command in "eval standard" "best standard --dice 31" "cube standard" "duel pasch:0 random --games 2 --quiet"; do
    run $command --nets learnt
    is_status "$([[ $command == duel* ]] && echo 2 || echo 1)"
    complains "learnt/race.net: the net file is damaged"
done
typed '{"op":"eval","position":"standard 6:2 6:2 x -","id":1}\n{"op":"start","game":"puff"}\n' batch --nets learnt
says "learnt/race.net: the net file is damaged"
says '"position":"puff'
: >own/standard-race.net
run $start --nets own
complains "own/standard-race.net: this is no net file"
rm own/standard-race.net
run $start --nets own
complains "own: there is no standard-race.net or race.net here"
run $start --nets nowhere
is_status 1
complains "nowhere: there is no such folder"
run show standard --nets own
is_status 2
complains "there is no option '--nets'"
finish
