#!/bin/bash
# Runs programs of the torture suite under adverse conditions. Needs no Go.
usage="usage: $0 [-j jobs] [-r 'rungs'] [-s step] [-k dir] [--device N] omp2cl [check ...]

  -j        runs at once (the number of processors)
  -r        rungs for calls (uffd mprotect eager)
  -s        let every step-th call fail, not every one
  -k        keep what is built in this directory
  --device  OpenMP number of the device
Checks (all):
  calls     each OpenCL call of a small program in turn returns an error: its output is
            right, or it ends with a message; what it printed before is right in any case
  memory    the driver has no memory beyond a limit, at once or when a command runs
  refuse    the kernel refuses userfaultfd, its privileged form, PAGEMAP_SCAN, or all
  exit      a program ends while pinned memory is made
  gdb       a debugger runs a program with faults
The last line counts 'N passed, N failed'; the exit status is 1 if one failed."

jobs=$(nproc) rungs='uffd mprotect eager' step=1 keep= device=
while [ $# -gt 0 ]; do
    case $1 in
    -j) jobs=$2; shift ;;
    -r) rungs=$2; shift ;;
    -s) step=$2; shift ;;
    -k) keep=$2; shift ;;
    --device) device=$2; shift ;;
    -*) echo "$usage" >&2; exit 2 ;;
    *) break ;;
    esac
    shift
done
[ $# -ge 1 ] || { echo "$usage" >&2; exit 2; }
translator=$1
shift
case $translator in
/*) ;;
*/*) translator=$PWD/$translator ;;
esac
cd "$(dirname "$0")" || exit 2
passed=0 failed=0

# verdict NAME COMPLAINT counts a check; without a complaint it has passed.
verdict() {
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "--- FAIL: $1"
        printf '%s\n' "$2" | head -40 | cut -c 1-300 | sed 's/^/    /'
    fi
}

# prepare builds the small program, the failing OpenCL library and the refusing wrapper.
prepare() {
    gcc -O2 -Wall -shared -fPIC -o "$work/opencl.so" shim/opencl.c -ldl -lpthread &&
        gcc -O2 -Wall -o "$work/refuse" shim/refuse.c &&
        "$translator" -std=gnu11 -O2 -g -Itestdata/common -o "$work/small" testdata/adverse/small.c testdata/common/*.c &&
        small off "$work/expected" "$work/expected.err" 240 || { cat "$work/expected.err"; return 1; }
}

# small RUNG OUT ERR LIMIT X=y... runs the small program.
small() {
    local rung=$1 out=$2 err=$3 limit=$4
    shift 4
    # exec in a shell of its own: the status of a program that a signal ends is the signal's.
    (exec env OMP_TARGET_OFFLOAD=MANDATORY XDG_CACHE_HOME="$work/cache" OMP2CL_DTM="$rung" OMP2CL_HOST_MEMORY=separate \
        ${device:+OMP_DEFAULT_DEVICE=$device} OMP2CL_LIBOPENCL="$work/opencl.so" "$@" \
        timeout -k 5 "$limit" "$work/small" >"$out" 2>"$err") 2>/dev/null
}

# judge STATUS OUT ERR says what is wrong with a run in which a call failed.
judge() {
    local status=$1 out=$2 err=$3
    if [ "$status" = 0 ]; then
        cmp -s "$work/expected" "$out" || echo "status 0, but the output is wrong: $(tail -1 "$out")"
        return
    fi
    case $status in
    124 | 137) echo "hangs; last line: $(tail -1 "$out")" ;;
    1) grep -q 'error: ' "$err" || echo "status 1 without a message" ;;
    134) # a touch that cannot be answered: the construct is told whose values they are
        grep -q 'error: cannot bring' "$err" && grep -q '\.c:[0-9]*:[0-9]*: note: these are values of ' "$err" ||
            echo "aborts: $(head -c 600 "$err")" ;;
    *) echo "status $status: $(head -c 600 "$err")" ;;
    esac
    cmp -s "$out" <(head -c "$(stat -c %s "$out")" "$work/expected") || echo "what it printed is wrong: $(tail -1 "$out")"
}

# one_call RUNG N [X=y...] lets the N-th call fail and prints a complaint.
one_call() {
    local rung=$1 n=$2 at=$work/calls.$1.$2 complaint
    shift 2
    rm -f "$at.record"
    small "$rung" "$at.out" "$at.err" 400 SHIM_FAIL="$n" SHIM_RECORD="$at.record" "$@"
    complaint=$(judge $? "$at.out" "$at.err")
    [ -z "$complaint" ] || echo "call $n, $(tail -c +17 "$at.record" | tr -d '\0'), rung $rung: $complaint"
    rm -f "$at".*
}

# calls_of RUNG prints how many calls a run without failures makes.
calls_of() {
    rm -f "$work/record"
    small "$1" /dev/null /dev/null 240 SHIM_RECORD="$work/record"
    od -A n -t u8 -N 8 "$work/record" | tr -d ' '
}

# check_calls fails each call in turn: once, then for good.
check_calls() {
    local rung n running total
    for rung in $rungs; do
        total=$(calls_of "$rung")
        running=0
        [ "$total" -gt 20 ] || { verdict "calls $rung" "only $total calls were counted"; continue; }
        for n in $(seq 1 "$step" "$total"); do
            { one_call "$rung" "$n"; one_call "$rung" "$n" SHIM_FOREVER=1; } >"$work/call.$rung.$n" 2>/dev/null &
            running=$((running + 1))
            [ $running -lt "$jobs" ] || { wait -n; running=$((running - 1)); }
        done
        wait
        verdict "calls $rung" "$(for n in $(seq 1 "$step" "$total"); do cat "$work/call.$rung.$n"; done)"
    done
}

# suite NAME WRAPPER RUNGS PROGRAM... runs programs of the suite behind a wrapper.
suite() {
    local name=$1 wrapper=$2 on=$3 said
    shift 3
    said=$(./run.sh -j "$jobs" -r "$on" -k "$work/suite" -w "$wrapper" ${device:+--device $device} "$translator" "$@")
    [ $? = 0 ] && said=
    verdict "$name" "$said"
}

check_memory() {
    local shim="env -u OMP2CL_DEVICE_MEMORY OMP2CL_LIBOPENCL=$work/opencl.so SHIM_MEMORY=100000000" rung
    for rung in $rungs; do
        suite "memory $rung" "$shim" "$rung" pressure_dormant pressure_regions pressure_threads
        suite "memory late $rung" "$shim SHIM_LATE=1" "$rung" pressure_dormant pressure_regions
    done
}

check_refuse() {
    local what
    for what in userfaultfd privileged pagemap-scan both; do
        suite "refuse $what" "$work/refuse $what" auto heap_sizes globals madvise_discards mremap_moves io_read_write \
            io_stdio fork_child_reads own_segv threads_first_touch exit_stdio region_alloc random
    done
}

# check_exit: a driver must not be in use when it goes.
check_exit() {
    local rung said status
    "$translator" -std=gnu11 -O2 -g -Itestdata/common -o "$work/leave" testdata/adverse/leave.c testdata/common/*.c ||
        { verdict exit "leave.c does not build"; return; }
    for rung in $rungs; do
        [ "$rung" != eager ] || continue
        rm -f "$work/record"
        said=$(env OMP_TARGET_OFFLOAD=MANDATORY XDG_CACHE_HOME="$work/cache" OMP2CL_DTM="$rung" OMP2CL_HOST_MEMORY=separate \
            ${device:+OMP_DEFAULT_DEVICE=$device} OMP2CL_LIBOPENCL="$work/opencl.so" SHIM_PIN_MS=500 SHIM_RECORD="$work/record" \
            timeout -k 5 240 "$work/leave" 2>&1)
        status=$?
        [ "$said" = filled ] && [ $status = 0 ] && said=
        verdict "exit $rung" "${said:+status $status: $said}"
    done
}

# check_gdb: the commands are those that docs/dtm.md gives. gdb 13 may fail itself where a thread
# ends as gdb stops it (linux-nat.c, "wait returned unexpected status"), or wait for ever for a
# process all of whose threads have ended, and is asked again then.
check_gdb() {
    command -v gdb >/dev/null || { echo "no gdb: not checked"; return; }
    local rung said try status
    for rung in uffd wp mprotect; do
        for try in 1 2 3; do
            said=$(env OMP_TARGET_OFFLOAD=MANDATORY XDG_CACHE_HOME="$work/cache" OMP2CL_DTM="$rung" OMP2CL_HOST_MEMORY=separate \
                timeout -k 5 120 gdb -nx -batch -return-child-result -ex 'set startup-with-shell off' -ex 'set breakpoint pending on' \
                -ex 'handle SIGSEGV nostop noprint pass' -ex 'break host_wrong_plus if n == 40000' -ex run \
                -ex 'info locals' -ex 'next' -ex 'next' -ex delete -ex continue "$work/small" 2>&1 </dev/null)
            status=$?
            [ $status = 0 ] && printf '%s\n' "$said" | grep -qx left && printf '%s\n' "$said" | grep -q 'hit Breakpoint 1' && said=
            case $status:$said in 124:* | 137:* | *'problem internal to GDB'*) ;; *) break ;; esac
        done
        [ -n "$said" ] || [ $status = 0 ] || said="status $status"
        verdict "gdb $rung" "$said"
    done
}

main() {
    work=${keep:-$(mktemp -d)}
    mkdir -p "$work"
    work=$(cd "$work" && pwd)
    [ -n "$keep" ] || trap 'rm -rf "$work"' EXIT
    prepare || return 1
    [ $# -gt 0 ] || set -- calls memory refuse exit gdb
    local check
    for check in "$@"; do
        check_"$check"
    done
    echo "$passed passed, $failed failed"
    [ $failed = 0 ]
}

# One line, so that the shell has read the whole script before it runs anything.
main "$@"; exit $?
