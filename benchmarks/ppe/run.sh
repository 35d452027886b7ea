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
#   --quick         one run of the smallest size: shows that results are right, no more
#   --out DIR       instead of benchmarks/out/ppe
set -euo pipefail
cd "$(dirname "$0")"

device=0 out=../out/ppe build=yes measure=yes quick=false large=auto levels="0 1 2 3" programs="" seconds=0.3
while [ $# -gt 0 ]; do
    case $1 in
    --quick) quick=true levels=0 ;;
    --large) large=yes ;;
    --device) device=$2; shift ;;
    --programs) programs=$2; shift ;;
    --levels) levels=$2; shift ;;
    --seconds) seconds=$2; shift ;;
    --out) out=$2; shift ;;
    --build-only) measure=no ;;
    --built) build=no ;;
    *) echo "run.sh: unknown option $1" >&2; exit 2 ;;
    esac
    shift
done
mkdir -p "$out"

sources=$(ls programs/*.c | grep -v '_cl\.c$')
omp2cl=../../bin/omp2cl
# -mfma lets omp2cl fuse multiply and add, as -march=native lets gcc.
device_flags="-O3 -mfma -Wall"
host_flags="-O3 -march=native -fopenmp -Wall"

# compile OBJECT COMMAND… runs COMMAND -c -o OBJECT, two of them at a time.
compile() {
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n || exit 1; done
    "${@:2}" -c -o "$out/$1" &
}

build_bench() {
    local s objects=() pids
    for s in $sources residence.c; do
        objects+=("$out/$(basename "$s" .c).o")
        compile "$(basename "$s" .c).o" $omp2cl $device_flags "$s"
    done
    for s in programs/*_cl.c bench.c compare.c opencl.c table.c problem.c; do
        objects+=("$out/$(basename "$s" .c).o")
        compile "$(basename "$s" .c).o" gcc -O2 -fopenmp -Wall "$s"
    done
    while [ "$(jobs -p | wc -l)" -gt 0 ]; do wait -n || exit 1; jobs >/dev/null; done
    $omp2cl -O2 -o "$out/bench" "${objects[@]}" -lOpenCL -ldl -lm
    rm -f "${objects[@]}"
}

build_host() { gcc $host_flags -DPPE_HOST -shared -fPIC -o "$out/host.so" $sources problem.c -lm; }

[ $build = no ] || build_bench
[ $measure = yes ] || exit 0
build_host
