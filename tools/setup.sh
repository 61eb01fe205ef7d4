# Sourced by ./run and ./test: installs what is missing of the Debian packages named, with sudo where not root.
need() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    local sudo=()
    [ "$(id -u)" -eq 0 ] || sudo=(sudo)
    echo "Installing ${missing[*]}" >&2
    export DEBIAN_FRONTEND=noninteractive
    "${sudo[@]}" apt-get update -qq >&2 || true
    "${sudo[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null || {
        echo "These packages could not be installed: ${missing[*]}" >&2
        return 1
    }
}

# For the page (tools/build-web.sh). Node may come from elsewhere.
need_web() {
    need clang-19 lld-19 libclang-rt-19-dev-wasm32 wasi-libc
    command -v npm >/dev/null || need nodejs npm
}

need_build() {
    need_web
    need gcc libc6-dev cmake ninja-build pkg-config libjansson-dev libcmocka-dev libwebsockets-dev libev-dev libsqlite3-dev \
        libsodium-dev
}

# build PRESET: configures once, then builds what changed since. Says nothing where there is nothing to do.
build() (
    cd "$here"
    built=build/$1/.built
    [ -f "build/$1/build.ninja" ] || { echo "Configuring build/$1" >&2; cmake --preset "$1" >/dev/null; }
    [ -f "$built" ] &&
        [ -z "$(find . \( -path ./build -o -path ./.git -o -path ./web/node_modules \) -prune -o -newer "$built" -print -quit)" ] && return 0
    echo "Building build/$1" >&2
    now=$(mktemp)
    ninja -C "build/$1" --quiet >&2
    mv "$now" "$built"
)
