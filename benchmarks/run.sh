#!/usr/bin/env bash
# Measures what a target region costs beyond OpenCL's own launch, what a translated
# program costs at start, and what translation costs, and prints a table; the numbers
# go to benchmarks/out/overhead.json. Needs no Go.
#
#   run.sh [--quick] [--device N] [--out DIR]     build here, measure here
#   run.sh --build-only [--out DIR]               build what another machine will measure
#   run.sh --built [--device N] [--out DIR]       measure what --build-only left in DIR
#
# --quick takes a few samples only: it shows that the benchmark works, and its
# numbers mean nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

rounds=500 starts=20 translations=11
device=0 out=benchmarks/out build=yes measure=yes quick=false
while [ $# -gt 0 ]; do
    case $1 in
    --quick) rounds=5 starts=2 translations=1 quick=true ;;
    --device) device=$2; shift ;;
    --out) out=$2; shift ;;
    --build-only) measure=no ;;
    --built) build=no ;;
    *) echo "run.sh: unknown option $1" >&2; exit 2 ;;
    esac
    shift
done
mkdir -p "$out"

if [ $build = yes ]; then
    here=benchmarks/overhead
    bin/omp2cl -O2 -Wall -c -o "$out/region.o" $here/region.c
    gcc -O2 -Wall -c -o "$out/bare.o" $here/bare.c
    bin/omp2cl -O2 -Wall -o "$out/regions" $here/regions.c "$out/region.o" "$out/bare.o" -lOpenCL
    bin/omp2cl -O2 -Wall -o "$out/start_region" $here/start_region.c "$out/region.o"
    gcc -O2 -Wall -o "$out/start_bare" $here/start_bare.c "$out/bare.o" -lOpenCL
    gcc -O2 -Wall -o "$out/stopwatch" $here/stopwatch.c
fi
[ $measure = yes ] || exit 0

export OMP_TARGET_OFFLOAD=MANDATORY OMP_DEFAULT_DEVICE=$device

# value NAME reads a line of what regions wrote.
value() { sed -n "s/^$1 //p" "$out/regions.txt"; }
over() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
median() { sort -n | awk '{ v[NR] = $1 } END { printf "%.2f", NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
# quoted TEXT as a JSON string.
quoted() { printf '"%s"' "$(printf %s "$1" | tr -d '\000-\037' | sed 's/[\\"]/\\&/g')"; }

cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
"$out/regions" "$rounds" "$device" >"$out/regions.txt"
echo "machine: ${cpu:-$(uname -m)}, $(nproc) cores; device $device: $(value device)"
$quick && echo "(--quick: these numbers mean nothing)"
echo
bare_row=$(value bare_row) in_row=$(value row)
bare=$(value bare) present=$(value present) mapped=$(value mapped)
row() { printf '%-46s %12s %12s\n' "$@"; }
row "one region" "microseconds" "over bare"
row "bare OpenCL: arguments, launch, finish" "$bare" ""
row "target region, data present" "$present" "$(value present_over)"
row "target region, maps 2 x 256 bytes, both ways" "$mapped" "$(value mapped_over)"
row "bare OpenCL: one of 200 launches, one finish" "$bare_row" ""
row "target region, one of 200, data present" "$in_row" "$(value row_over)"
echo

# A program that builds from source at each start has the driver compile; what omp2cl
# adds shows against one that keeps the binary, as omp2cl does.
rm -f "$out/bare.bin"
read -r start_source start_kept _ < <("$out/stopwatch" "$starts" "$out/start_bare" "$device" -- "$out/start_bare" "$device" "$out/bare.bin")
read -r start_bare start_region start_apart < <("$out/stopwatch" "$starts" "$out/start_bare" "$device" "$out/bare.bin" -- "$out/start_region")
row "one program of one region, kernel cached" "milliseconds" "over bare"
row "bare OpenCL, built from source each time" "$start_source" "$(awk -v a="$start_source" -v b="$start_kept" 'BEGIN { printf "%.3f", a - b }')"
row "bare OpenCL, from a binary it has kept" "$start_bare" ""
row "translated by omp2cl" "$start_region" "$start_apart"
echo

rows="" ratios=""
if [ -x bin/omp2cl ] && command -v gcc >/dev/null; then
    printf '%-26s %12s %12s %8s\n' "translation, milliseconds" "gcc -O2 -c" "omp2cl -O2 -c" "ratio"
    for file in examples/*.c; do
        read -r gcc_ms omp2cl_ms _ < <("$out/stopwatch" "$translations" gcc -fopenmp -O2 -c -o "$out/t.o" "$file" -- \
            bin/omp2cl -O2 -c -o "$out/t.o" "$file")
        ratio=$(over "$omp2cl_ms" "$gcc_ms")
        printf '%-26s %12s %12s %8s\n' "$file" "$gcc_ms" "$omp2cl_ms" "$ratio"
        rows+=$(printf '%s{"file": %s, "gcc_ms": %s, "omp2cl_ms": %s, "ratio": %s}' "${rows:+,
    }" "$(quoted "$file")" "$gcc_ms" "$omp2cl_ms" "$ratio")
        ratios+=$ratio$'\n'
    done
    translation_ratio=$(printf %s "$ratios" | median)
    printf '%-26s %12s %12s %8s\n' "median" "" "" "$translation_ratio"
    rm -f "$out/t.o"
else
    echo "translation: not measured, bin/omp2cl or gcc is not here"
fi

cat >"$out/overhead.json" <<END
{
  "quick": $quick,
  "machine": {"cpu": $(quoted "$cpu"), "cores": $(nproc), "kernel": $(quoted "$(uname -r)"), "device": $(quoted "$(value device)"), "device_number": $device},
  "region_us": {"bare": $bare, "present": $present, "mapped": $mapped, "overhead": $(value present_over), "bare_row": $bare_row, "row": $in_row, "row_overhead": $(value row_over), "rounds": $rounds},
  "startup_ms": {"source": $start_source, "bare": $start_bare, "translated": $start_region, "difference": $start_apart, "runs": $starts},
  "translation": {"median_ratio": ${translation_ratio:-null}, "runs": $translations, "files": [
    $rows
  ]}
}
END
echo
echo "written to $out/overhead.json"
