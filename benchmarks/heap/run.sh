#!/usr/bin/env bash
# Measures the runtime's malloc beside the C library's: run.sh [--quick] [--out DIR].
# --quick takes a few samples only, whose numbers mean nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."

rounds=101 out=benchmarks/out
while [ $# -gt 0 ]; do
    case $1 in
    --quick) rounds=3 ;;
    --out) out=$2; shift ;;
    *) echo "run.sh: unknown option $1" >&2; exit 2 ;;
    esac
    shift
done
mkdir -p "$out"
bin/omp2cl -O2 -Wall -fno-builtin-malloc -o "$out/heap" benchmarks/heap/heap.c
"$out/heap" "$rounds" | tee "$out/heap.txt"
