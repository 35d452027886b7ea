#!/usr/bin/env bash
# Measures translated programs against gcc's on the host and against hand-written
# OpenCL on the same device: a table, OUT/ppe.json, and plots OUT/*.svg.
#
#   run.sh [options]              build here, measure here
#   run.sh --build-only           build what another machine will measure: OUT, which is
#                                 benchmarks/out/ppe, and this directory go there
#   run.sh --built [options]      measure what --build-only left; the host's side is built
#                                 there, for that machine's processor (needs gcc, no Go)
#   --device N      the device (default 0)
#   --large         the sizes for large devices, which a GPU gets anyway
#   --programs "P…" only these
#   --levels "L…"   only these sizes, of 0 1 2 3
#   --seconds S     time for each program, size and side (default 0.3), but at least 11 runs
#   --best          compare the best runs, not the medians: for a machine with other work
#   --quick         one run of the smallest size: shows that results are right, no more
#   --without "P…"  leave out these passes (omp2cl --omp2cl-disable), to see what they are worth
#   --out DIR       instead of benchmarks/out/ppe
set -euo pipefail
cd "$(dirname "$0")"

device=0 out=../out/ppe build=yes measure=yes quick=false large=auto best=false levels="0 1 2 3" programs="" seconds=0.3 without=""
while [ $# -gt 0 ]; do
    case $1 in
    --quick) quick=true levels=0 ;;
    --best) best=true ;;
    --large) large=yes ;;
    --device) device=$2; shift ;;
    --programs) programs=$2; shift ;;
    --levels) levels=$2; shift ;;
    --seconds) seconds=$2; shift ;;
    --without) without=$2; shift ;;
    --out) out=$2; shift ;;
    --build-only) measure=no ;;
    --built) build=no ;;
    *) echo "run.sh: unknown option $1" >&2; exit 2 ;;
    esac
    shift
done
mkdir -p "$out"

bench=$out/bench
sources=$(ls programs/*.c | grep -v '_cl\.c$')
omp2cl=../../bin/omp2cl
# -mfma lets omp2cl fuse multiply and add, as -march=native lets gcc.
device_flags="-O3 -mfma -Wall${without:+ --omp2cl-disable=${without// /,}}"
host_flags="-O3 -march=native -fopenmp -Wall"

# compile SOURCE COMMAND… leaves the object of a source in OUT.
compile() {
    local object
    object=$out/$(basename "$1" .c).o
    "${@:2}" -c -o "$object" "$1"
    objects+=("$object")
}

build_bench() {
    local s objects=()
    for s in $sources harness/residence.c; do compile "$s" $omp2cl $device_flags; done
    for s in programs/*_cl.c harness/{bench,compare,opencl,table,problem}.c; do compile "$s" gcc -O2 -fopenmp -Wall; done
    $omp2cl -O2 -o "$bench" "${objects[@]}" -lOpenCL -ldl -lm
    rm -f "${objects[@]}"
    CGO_ENABLED=0 "${GO:-go}" build -trimpath -ldflags='-s -w' -o "$out/report" ./report
}

build_host() { gcc $host_flags -DPPE_HOST -shared -fPIC -o "$out/host.so" $sources harness/problem.c -lm; }

# measure_one PROGRAM LEVEL writes one line of JSON.
measure_one() {
    local line
    line=$(timeout 600 "$bench" --host "$out/host.so" --device "$device" --level "$2" "${options[@]}" "$1") || true
    printf '%s\n' "${line:-{\"program\": \"$1\", \"level\": $2, \"failed\": true\}}"
}

measure() {
    local program level
    for level in $levels; do
        for program in ${programs:-$("$bench" --list)}; do
            ! [ -t 2 ] || printf '\r%-40s' "size $level: $program" >&2
            measure_one "$program" "$level"
        done
    done
    ! [ -t 2 ] || printf '\r%-40s\r' "" >&2
}

[ $build = no ] || build_bench
[ $measure = yes ] || exit 0
build_host

export OMP_TARGET_OFFLOAD=MANDATORY OMP_DEFAULT_DEVICE=$device
options=(--seconds "$seconds" --patience 5)
if [ $quick = true ]; then
    options=(--seconds 0 --samples 1)
    export OMP_WAIT_POLICY=passive # times do not matter: leave the processor to others
fi
if [ $large = yes ]; then options+=(--large); fi
measure >"$out/results.jsonl"
"$out/report" --quick=$quick --best=$best --compiler "$(gcc --version | head -n 1)" --flags "$host_flags" --out "$out" "$out/results.jsonl"
