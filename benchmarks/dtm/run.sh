#!/usr/bin/env bash
# Measures data-transfer minimization: each program of this folder un-tuned (a combined
# construct before each loop) and hand-tuned (data environments), with DTM and without,
# and on the host by gcc. Prints transfers, times and ratios; everything goes to
# OUT/dtm.json and OUT/dtm.svg as well. Needs no Go.
#
#   run.sh [option ...]                   build here, measure here
#   run.sh --build-only [option ...]      build what another machine will measure
#   run.sh --built [option ...]           measure what --build-only left in OUT
#   run.sh --report [--check] [--out DIR] print again what the last run measured
#
#   --size quick|pocl|gpu   how large the programs are (default pocl)
#   --quick                 --size quick --runs 1, and one thread of the host, as counts should not
#                           depend on which comes first: shows that all works; its times mean nothing
#   --check                 fail when DTM moves more than the hand-tuned version
#   --runs N                runs of each program and configuration, in turns (default 5)
#   --eager-runs N          the same for un-tuned programs without DTM (default as --runs)
#   --only NAME[,NAME...]   these programs
#   --device N              the device (default 0)
#   --out DIR               default benchmarks/out/dtm
#
# A device that shares memory with the host is made to behave like one that does not;
# OMP2CL_HOST_MEMORY=auto measures it as it is.
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."
here=benchmarks/dtm
programs="stencil nbody csr matmul options mandelbrot floyd dot histogram jacobi kmeans bfs lu particles cg multigrid thermostat halo fields small hostwrites hostreads batches hostphase"

size=pocl runs=5 eager_runs= device=0 out=benchmarks/out/dtm build=yes measure=yes check=no only=
while [ $# -gt 0 ]; do
    case $1 in
    --size) size=$2; shift ;;
    --quick) size=quick runs=1; export OMP_NUM_THREADS=1 ;;
    --check) check=yes ;;
    --runs) runs=$2; shift ;;
    --eager-runs) eager_runs=$2; shift ;;
    --only) only=${2//,/ }; shift ;;
    --device) device=$2; shift ;;
    --out) out=$2; shift ;;
    --build-only) measure=no ;;
    --built) build=no ;;
    --report) build=no measure=report ;;
    *) echo "run.sh: unknown option $1" >&2; exit 2 ;;
    esac
    shift
done
case $size in quick | pocl | gpu) ;; *) echo "run.sh: no size $size" >&2; exit 2 ;; esac
for name in $only; do
    case " $programs " in *" $name "*) ;; *) echo "run.sh: no program $name" >&2; exit 2 ;; esac
done
programs=${only:-$programs}
mkdir -p "$out"

# report prints $raw, writes the JSON and the chart, and fails as --check says.
raw=$out/raw.txt
report() {
    awk -f $here/figures.awk -f $here/tables.awk -f $here/json.awk -f $here/chart.awk -f $here/report.awk \
        -v check=$check -v json="$out/dtm.json" -v svg="$out/dtm.svg" "$raw"
}
if [ $measure = report ]; then report; exit; fi

# sources NAME: a program is one file, or the files of one folder.
sources() { if [ -d $here/$1 ]; then echo $here/$1/*.c; else echo $here/$1.c; fi; }

# host FLAG builds the un-tuned programs with gcc for the host.
host() {
    for name in $programs; do
        gcc -O3 "$1" -fopenmp -o "$out/$name.gcc" $(sources $name) $here/bench.c -lm
    done
}

if [ $build = yes ]; then
    for name in $programs; do
        bin/omp2cl -O3 -Wall -s -o "$out/$name.untuned" $(sources $name) $here/bench.c -lm
        bin/omp2cl -O3 -Wall -s -DTUNED -o "$out/$name.tuned" $(sources $name) $here/bench.c -lm
    done
    if [ $measure = yes ]; then host -march=native; else host -march=x86-64-v3; fi
elif command -v gcc >/dev/null; then
    host -march=native
fi
[ $measure = yes ] || exit 0

export OMP2CL_HOST_MEMORY=${OMP2CL_HOST_MEMORY:-separate}
stats=$out/stats.json written=$out/written.txt
cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
{
    echo "meta programs $programs"
    echo "meta size $size"
    echo "meta runs $runs"
    echo "meta machine ${cpu:-$(uname -m)}, $(nproc) cores, Linux $(uname -r)"
    echo "meta memory $OMP2CL_HOST_MEMORY"
} >"$raw"

# device_name is what the runtime calls the device.
device_name() {
    OMP2CL_INFO=1 OMP_DEFAULT_DEVICE=$device "$out/${programs%% *}.untuned" quick 2>&1 >"$written" |
        sed -n "s/^omp2cl: device $device: //p" | head -n 1
}
echo "meta device $device: $(device_name)" >>"$raw"

# configuration NAME sets the program's version and the environment of one.
configuration() {
    case $1 in
    eager) version=untuned mode=eager ;;
    dtm) version=untuned mode=auto ;;
    tuned) version=tuned mode=auto ;;
    tuned-eager) version=tuned mode=eager ;;
    tuned-off) version=tuned mode=off ;;
    gcc) version=gcc mode= ;;
    esac
}

# execute NAME SIZE runs one program in the configuration set, into $written and $stats.
execute() {
    rm -f "$stats"
    local status=0
    if [ $version = gcc ]; then
        "$out/$1.gcc" $2 >"$written" || status=$?
    else
        # MANDATORY: a region that falls back to the host would compare gcc with gcc.
        OMP_TARGET_OFFLOAD=MANDATORY OMP_DEFAULT_DEVICE=$device OMP2CL_DTM=$mode OMP2CL_STATS=$stats \
            "$out/$1.$version" $2 >"$written" || status=$?
    fi
    if [ $status -ne 0 ]; then
        echo "run.sh: $1.$version $2, OMP2CL_DTM=$mode: status $status" >&2
        exit 1
    fi
}

# counted NAME CONFIGURATION appends what the runtime counted: a number for each key,
# summed over the devices.
counted() {
    [ -f "$stats" ] || return 0
    tr -d ' \n' <"$stats" | sed 's/}{/}\n{/g; s/$/\n/' | awk -v key="$1 $2" '
        function number(text, name) {
            if (!match(text, "\"" name "\":[0-9]+")) return 0
            return substr(text, RSTART + length(name) + 3, RLENGTH - length(name) - 3) + 0
        }
        function part(text, name) { return match(text, "\"" name "\":[{][^}]*") ? substr(text, RSTART, RLENGTH) : "" }
        {
            sum["to_count"] += number(part($0, "to"), "count"); sum["to_bytes"] += number(part($0, "to"), "bytes")
            sum["from_count"] += number(part($0, "from"), "count"); sum["from_bytes"] += number(part($0, "from"), "bytes")
            sum["faults"] += number($0, "faults"); sum["fetched"] += number($0, "fetched"); sum["elided"] += number($0, "elided")
        }
        END { for (k in sum) printf "%s stat %s %.0f\n", key, k, sum[k] }'
}

for name in $programs; do
    configurations="eager dtm tuned tuned-eager tuned-off"
    [ ! -x "$out/$name.gcc" ] || configurations="gcc $configurations"
    if [ $size != quick ]; then # kernels are built and cached by a first run of each version
        for c in dtm tuned; do configuration $c; execute $name quick; done
    fi
    for ((round = 0; round < runs; round++)); do
        for c in $configurations; do
            if [ $c = eager ] && [ $round -ge ${eager_runs:-$runs} ]; then continue; fi
            configuration $c
            begin=$EPOCHREALTIME
            execute $name $size
            end=$EPOCHREALTIME
            {
                sed "s/^/$name $c /" "$written"
                awk -v k="$name $c" -v b="$begin" -v e="$end" 'BEGIN { printf "%s time process %.6f\n", k, e - b }'
                [ $round -gt 0 ] || counted $name $c
            } >>"$raw"
        done
    done
    printf '.' >&2
done
echo >&2
rm -f "$stats" "$written"
report
