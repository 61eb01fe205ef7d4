# On a terminal of 80 by 24: board and prompt fit the screen, in colour where there is one; the rules go through a pager.
. "$(dirname "$0")/lib.sh"

command -v tmux >/dev/null || { echo "skipped: there is no tmux"; exit 77; }
(: <>/dev/ptmx) 2>/dev/null || { echo "skipped: this system gives out no terminals (/dev/pts is not mounted)"; exit 77; }
terminal() { tmux -u -L "pasch-$$" -f /dev/null "$@"; }
close() { terminal kill-server 2>/dev/null || true; }
trap 'close; rm -rf "$work"' EXIT

terminal new-session -d -x 80 -y 24 "sleep 1000" \; set-option -g remain-on-exit on \; set-option -g status off

# open ARGUMENTS...: pasch on an empty screen, which stays when the program ends.
open() {
    what="pasch $*"
    terminal respawn-pane -k "sleep 1000" \; clear-history
    terminal respawn-pane -k "env -u NO_COLOR TERM=screen-256color PAGER=cat LC_ALL=C.UTF-8 '$pasch' $*"
}
screen() { terminal capture-pane -p "$@"; }
# shows TEXT: within a while, the last line that is not empty has it.
shows() {
    for _ in {1..300}; do
        [[ $(screen | grep . | tail -1) != *"$1"* ]] || return 0
        sleep 0.05
    done
    fail "$what: '$1' is not in the last line of the screen:"$'\n'"$(screen)"
}
# appears TEXT: within a while, it is somewhere on the screen.
appears() {
    for _ in {1..300}; do
        [[ $(screen) != *"$1"* ]] || return 0
        sleep 0.05
    done
    fail "$what: '$1' is not on the screen:"$'\n'"$(screen)"
}
# ended: within a while, the program is.
ended() {
    for _ in {1..300}; do
        [ "$(terminal display-message -p '#{pane_dead}')" != 1 ] || return 0
        sleep 0.05
    done
    fail "$what: does not end:"$'\n'"$(screen)"
}
press() { terminal send-keys "$@"; }

# The whole drawing and the prompt below it are on the screen.
check_screen() {
    screen >screen.txt
    same "$what: lines of the frame" "$(grep -c '^ [┌│└]' screen.txt)" "$1"
    grep -q "$2" screen.txt || fail "$what: the title is not on the screen:"$'\n'"$(<screen.txt)"
}

open play standard --seed 1
shows "x: Return throws, 'double' doubles ('help')>"
check_screen 15 '^ Backgammon'
grep -q $'\033\[' <(screen -e) || fail "$what: no colours"
press Enter
shows "x: move ('help')>"
check_screen 15 '^ Backgammon'
press 24/18 Enter
appears "Still to play: 3."
shows "x: move ('help')>"
check_screen 15 '^ Backgammon'
press 13/10 Enter
shows "x: Return ends the turn ('help')>"
check_screen 15 '^ Backgammon'
press Enter
shows "x: Return throws, 'double' doubles ('help')>"
check_screen 15 '^ Backgammon'
press help Enter
appears "quit         leave"
appears "move men, in your own numbers"
press quit Enter
ended

# With the line on how things stand and with a hint, all of the board is still there.
open play standard --seed 1 --eval
shows "x: Return throws, 'double' doubles ('help')>"
check_screen 15 '^ x wins [0-9.]* % (gammons [0-9.]*), o [0-9.]* % ([0-9.]*); equity of x [-+]'
press hint Enter
appears "no double "
check_screen 15 '^   13  14  15'
press Enter
shows "x: move ('help')>"
check_screen 15 '^ Backgammon'
press hint Enter
appears "  3. "
check_screen 15 'equity'
press 24/18 Enter
appears "Still to play: 3."
check_screen 15 '^ Backgammon'
press help Enter
appears "quit         leave"
appears "move men, in your own numbers"

for game in $(games); do
    open play "$game" --seed 2 --o human
    shows "('help')>"
    screen >screen.txt
    [ "$(grep -c '^ [┌└]' screen.txt)" -ge 2 ] || fail "$what: the board is not on the screen:"$'\n'"$(<screen.txt)"
done

open rules puff
ended
grep -q $'\033\[1m' <(screen -e -S -2000) || fail "pasch rules on a terminal: no bold headings"
finish
