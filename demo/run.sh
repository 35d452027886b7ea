#!/usr/bin/env bash
# Builds jacobi.c with omp2cl and with gcc, runs both, compares their residual
# histories and draws the temperatures. Fails when the histories differ.
#
#   run.sh                 build and run here
#   run.sh --build-only    build what another machine, without Go, will run
#   run.sh --built         run what --build-only left
#
#   DEMO_N        points on a side of the finest mesh (default 4096)
#   DEMO_SWEEPS   sweeps on the finest mesh (default 100)
#   DEMO_OUT      where everything goes (default demo/out)
set -euo pipefail
cd "$(dirname "$0")/.."

build=yes run=yes
case "$#${1:-}" in
0) ;;
1--build-only) run=no ;;
1--built) build=no ;;
*) echo "usage: run.sh [--build-only | --built]" >&2; exit 2 ;;
esac
points=${DEMO_N:-4096}
sweeps=${DEMO_SWEEPS:-100}
out=${DEMO_OUT:-demo/out}
# How far two residuals may be apart, relative to their size: the sums are the
# same but for the order of the additions.
tolerance=1e-9

mkdir -p "$out"
rm -f "$out"/{field,omp2cl.txt,gcc.txt,temperature.png}

if [ $build = yes ]; then
    echo "== building demo/jacobi.c with omp2cl and with gcc"
    go=${GO:-$(scripts/setup --which-go)}
    rm -f "$out"/{jacobi-omp2cl,jacobi-gcc}
    bin/omp2cl -O3 -o "$out/jacobi-omp2cl" demo/jacobi.c -lm
    gcc -O3 -fopenmp -o "$out/jacobi-gcc" demo/jacobi.c -lm
    $go build -o "$out/" ./demo/compare ./demo/render
fi
[ $run = yes ] || exit 0

echo "== $points x $points points, omp2cl on the default device:"
bin/omp2cl devices
# MANDATORY: a region that falls back to the host would compare gcc with gcc.
OMP_TARGET_OFFLOAD=MANDATORY "$out/jacobi-omp2cl" "$points" "$sweeps" "$out/field" >"$out/omp2cl.txt"

echo "== the same with gcc -fopenmp on the host's $(nproc) cores"
env -u OMP_TARGET_OFFLOAD "$out/jacobi-gcc" "$points" "$sweeps" >"$out/gcc.txt"

echo "== residuals"
"$out/compare" -tolerance "$tolerance" "$out/omp2cl.txt" "$out/gcc.txt"

"$out/render" -o "$out/temperature.png" "$out/field"
rm -f "$out/field"
echo "== the temperatures: $out/temperature.png"
