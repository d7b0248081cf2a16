# Shared by tools/soak and tools/bench/churn: builds the server and the load programs.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

need_swift
install_packages "${build_packages[@]}" gcc libc6-dev python3
swift build -c release --product episodesd >/dev/null
bin=$(swift build -c release --show-bin-path)
loads=$root/.build/load
mkdir -p "$loads"
for program in mix churn; do
    gcc -O2 -Wall -Wextra -Werror -o "$loads/$program" "tools/bench/src/$program.c"
done

# run_python FILE OPTION...: a program of tools/lib/soak with the programs above.
run_python() {
    local file=$1
    shift
    exec env PYTHONDONTWRITEBYTECODE=1 python3 "tools/lib/soak/$file" \
        --server "$bin/episodesd" --tools "$loads" "$@"
}
