#!/usr/bin/env bash
# Builds the page into build/web: the library as WebAssembly, the nets, the bundle. Makes only what is older than what
# it is made of.
#   tools/build-web.sh [--demo]     --demo: with the pages that tests of the board use
# Needs clang-19 and lld-19 with libclang-rt-19-dev-wasm32 and wasi-libc, Node from 18 on, and npm.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
out=$root/build/web objects=$root/build/wasm
clang=${WASM_CLANG:-clang-19} ld=${WASM_LD:-wasm-ld-19}
mkdir -p "$out/nets" "$objects"
exec 9>"$root/build/.web.lock"
flock 9 # several builds may want it at the same time
cd "$root"

sources=(src/base/*.c src/rules/*.c src/rules/games/*.c src/notation/*.c src/eval/*.c src/search/*.c
    src/exact/*.c wasm/*.c apps/cli/play/bot.c)
flags=(--target=wasm32-wasi -std=c11 -msimd128 -mbulk-memory -mnontrapping-fptoint -ffp-contract=off -fvisibility=hidden
    -ffunction-sections -fdata-sections -Wall -Wextra -Werror
    -Iinclude -Isrc -Iapps -Iwasm -I"$objects")

# The nets are not part of the library here: the page fetches those of the game that is played.
[ -f "$objects/nets.def" ] || : >"$objects/nets.def"

object_of() {
    local name=${1%.c}
    echo "$objects/${name//\//-}.o"
}

# compile SOURCE. What takes the time is made fast, all else small.
compile() {
    local object way=-Oz
    object=$(object_of "$1")
    [ "$object" -nt "$1" ] && [ "$object" -nt "$objects/.headers" ] && return 0
    case $1 in
    src/eval/* | src/rules/moves.c) way=-O2 ;;
    src/exact/*) way=-Os ;;
    esac
    "$clang" "${flags[@]}" $way -c "$1" -o "$object"
}

# A header that changes, or this script, makes everything old.
if [ ! -f "$objects/.headers" ] || [ -n "$(find include src wasm apps/cli/play/bot.h tools/build-web.sh \
    \( -name '*.h' -o -name '*.def' -o -name '*.sh' \) -newer "$objects/.headers" -print -quit)" ]; then
    touch "$objects/.headers"
fi
for source in "${sources[@]}"; do compile "$source"; done

# link FILE OBJECTS...: what is not called from the page is left out.
link() {
    local file=$1
    shift
    [ -f "$file" ] && [ -z "$(find "$@" -newer "$file" -print -quit)" ] && return 0
    "$ld" --no-entry --strip-all --gc-sections --export-dynamic -z stack-size=1048576 -L/usr/lib/wasm32-wasi \
        /usr/lib/wasm32-wasi/crt1-reactor.o "$@" -lc-printscan-no-floating-point -lc \
        "$("$clang" --target=wasm32-wasi -print-libgcc-file-name)" -o "$file"
    chmod -x "$file"
}

# The rules alone, which every visitor needs, and all of it, for the worker that thinks.
all=() rules=()
for source in "${sources[@]}"; do
    all+=("$(object_of "$source")")
    case $source in wasm/think.c | wasm/tables.c | wasm/review.c | apps/*) ;; *) rules+=("$(object_of "$source")") ;; esac
done
link "$out/pasch.wasm" "${rules[@]}"
link "$out/engine.wasm" "${all[@]}"

stamp=$root/build/.web.built
for net in data/nets/*.net; do
    [ "$out/nets/${net##*/}" -nt "$net" ] || cp "$net" "$out/nets/"
done
for net in "$out"/nets/*.net; do
    [ -f "data/nets/${net##*/}" ] || rm -f "$net" "$net.br" "$net.gz" "$stamp"
done

cd web
if [ ! node_modules/.package-lock.json -nt package-lock.json ]; then
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2
    touch node_modules/.package-lock.json
fi
# What changes while the page is being built is for the next time.
changed() {
    [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$*" ] || [ -n "$(find . "$root/docs/rules" "$out"/*.wasm "$out/nets" \
        -path ./node_modules -prune -o -type f -newer "$stamp" ! -name '*.test.ts*' ! -name '*.br' ! -name '*.gz' \
        -print -quit)" ]
}
if changed "$@"; then
    echo "$*" >"$stamp.next"
    rm -f "$stamp"
    node_modules/.bin/tsc --noEmit
    node_modules/.bin/tsc --noEmit -p tsconfig.sw.json
    node build.mjs "$out" "$@"
    mv "$stamp.next" "$stamp"
fi
