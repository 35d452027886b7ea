#!/bin/bash
# Runs the torture suite of data-transfer minimization; needs no Go. Builds
# each program of testdata by gcc -fopenmp and by omp2cl, runs the latter on
# every rung, and compares what they print. dtm_test.go runs this script too.
usage="usage: $0 [-j jobs] [-r 'rungs'] [-c 'reference compiler'] [-k dir] [-w wrapper] [-l] [--device N] omp2cl [program ...]

  -j        programs at once (the number of processors)
  -r        rungs to run: off eager mprotect wp uffd-user uffd shared auto (all but auto);
            shared is the device with the memory it has, the others keep copies
  -c        reference compiler (gcc -fopenmp)
  -k        keep what is built in this directory, and use what is there and up to date
  -w        command to put before the programs built by omp2cl
  -l        list the programs
  --device  OpenMP number of the device (the default device)
A program is one of testdata, by its name. Options in the leading comment of a program:
  PARTS: further sources   SHARED: sources of a library beside it (DIR gives its place)
  FLAGS: of both compilers LINK: behind the sources   ARGS: one run; may be given again
  ENV: X=y   STDIN: a line   EXIT: status   STDERR: pattern   RUNGS: the rungs to run on
  NEEDS: a command   HOST-DIFFERS: why EXPECT lines replace the reference   LIMIT: seconds (240)
The last line counts 'N passed, N failed'; the exit status is 1 if one failed."

jobs=$(nproc) rungs='off eager mprotect wp uffd-user uffd shared' reference='gcc -fopenmp' keep= wrapper= list= device=
while [ $# -gt 0 ]; do
    case $1 in
    -j) jobs=$2; shift ;;
    -r) rungs=$2; shift ;;
    -c) reference=$2; shift ;;
    -k) keep=$2; shift ;;
    -w) wrapper=$2; shift ;;
    -l) list=yes ;;
    --device) device=$2; shift ;;
    -*) echo "$usage" >&2; exit 2 ;;
    *) break ;;
    esac
    shift
done
[ $# -ge 1 ] || [ -n "$list" ] || { echo "$usage" >&2; exit 2; }
translator=$1
[ $# = 0 ] || shift
case $translator in
/*) ;;
*/*) translator=$PWD/$translator ;;
esac
cd "$(dirname "$0")" || exit 2
common="-std=gnu11 -O2 -g -Wall -Wno-unknown-pragmas -Itestdata/common"

# option FILE NAME prints the values of an option of the leading comment.
option() {
    awk -v name="$2" '!/^\/\//{exit} match($0, "^// ?" name ":( |$)"){print substr($0, RLENGTH + 1)}' "$1"
}

# has FILE NAME tells whether the leading comment gives the option.
has() {
    awk -v name="$2" '!/^\/\//{exit 1} match($0, "^// ?" name ":( |$)"){found = 1; exit} END{exit !found}' "$1"
}

# fresh TARGET tells whether the target is newer than the suite and the translator.
fresh() {
    [ -f "$1" ] && [ -z "$(find testdata "$translator" "$(dirname "$translator")/../lib" -newer "$1" \( -name '*.[choa]' -o -path "$translator" \) 2>/dev/null | head -1)" ]
}

# build_common COMPILER DIR compiles what all programs share, once, into DIR.
build_common() {
    mkdir -p "$2"
    fresh "$2/kernels.o" || $1 $common -c -o "$2/kernels.o" testdata/common/kernels.c || return 1
    fresh "$2/host.o" || $1 $common -c -o "$2/host.o" testdata/common/host.c || return 1
}

# build COMPILER FILE DIR builds the program, and its library, into DIR. The
# library takes the runtime from the program, as docs/runtime.md asks.
build() {
    local compiler=$1 file=$2 dir=$3 flags parts= part
    mkdir -p "$dir"
    flags="$common $(option "$file" FLAGS)"
    for part in $(option "$file" PARTS); do parts="$parts testdata/parts/$part"; done
    if has "$file" SHARED; then
        gcc $flags -shared -fPIC -o "$dir/library.so" $(option "$file" SHARED | sed 's: *\([^ ]*\): testdata/parts/\1:g') || return 1
    fi
    $compiler $flags -DDIR="\"$dir\"" -o "$dir/program" "$file" $parts \
        "${dir%/*}/kernels.o" "${dir%/*}/host.o" $(option "$file" LINK)
}

# execute FILE DIR OUT ERR ARGS X=y... runs a built program; its status is the result.
execute() {
    local file=$1 dir=$2 out=$3 err=$4 arguments=$5 limit before
    shift 5
    case $dir in "$work"/omp2cl/*) before=$wrapper ;; esac
    limit=$(option "$file" LIMIT)
    # exec: the status of a program that a signal ends is the signal's.
    (option "$file" STDIN | eval "exec env $(printf '%q ' "$@") $(option "$file" ENV) timeout -k 5 ${limit:-240} $before $(printf %q "$dir/program") $arguments" >"$out" 2>"$err") 2>/dev/null
}

# environment RUNG prints the variables that choose the rung.
environment() {
    echo "OMP_TARGET_OFFLOAD=MANDATORY XDG_CACHE_HOME=$work/cache OMP_WAIT_POLICY=passive ${device:+OMP_DEFAULT_DEVICE=$device}"
    case $1 in
    shared) echo "OMP2CL_DTM=auto" ;;
    *) echo "OMP2CL_DTM=$1 OMP2CL_HOST_MEMORY=separate" ;;
    esac
}

# verify FILE WHAT STATUS WANT DIR prints what is wrong with the run DIR/WHAT.out.
verify() {
    local file=$1 what=$2 got=$3 want=$4 dir=$5
    [ "$got" = "$want" ] || echo "$what: status $got, want $want: $(head -c 2000 "$dir/$what.err")"
    diff "$dir/expected" "$dir/$what.out" | head -5 | cut -c 1-200 | sed "s/^/$what: /"
    if has "$file" STDERR && ! [ "$what" = reference ]; then
        grep -qE -- "$(option "$file" STDERR)" "$dir/$what.err" || echo "$what: stderr is not what was asked for: $(head -5 "$dir/$what.err")"
    elif [ -s "$dir/$what.err" ] && [ "$got" = "$want" ]; then
        echo "$what: wrote to stderr: $(head -5 "$dir/$what.err")"
    fi
}

# run_once FILE NAME ARGS runs the reference and all rungs with these arguments.
run_once() {
    local file=$1 name=$2 arguments=$3 exit rung dir=$work/omp2cl/$2 asked status
    exit=$(option "$file" EXIT); exit=${exit:-0}
    asked=" $(option "$file" RUNGS) "
    if has "$file" HOST-DIFFERS; then
        option "$file" EXPECT >"$dir/expected"
    else
        execute "$file" "$work/gcc/$name" "$dir/reference.out" "$dir/reference.err" "$arguments" LC_ALL=C OMP_WAIT_POLICY=passive
        status=$?
        cp "$dir/reference.out" "$dir/expected"
        verify "$file" reference $status "$exit" "$dir"
    fi
    for rung in $rungs; do
        [ "$asked" = '  ' ] || case $asked in *" $rung "*) ;; *) continue ;; esac
        execute "$file" "$dir" "$dir/$rung.out" "$dir/$rung.err" "$arguments" $(environment "$rung")
        verify "$file" "$rung" $? "$exit" "$dir"
    done
}

# run_one NAME writes what is wrong with the program to stdout.
run_one() {
    local name=$1 file=testdata/$1.c arguments
    for arguments in $(option "$file" NEEDS); do
        command -v "$arguments" >/dev/null || return
    done
    has "$file" HOST-DIFFERS || fresh "$work/gcc/$name/program" || build "$reference" "$file" "$work/gcc/$name" 2>"$work/$name.said" ||
        { echo "the reference does not build: $(head -20 "$work/$name.said")"; return; }
    fresh "$work/omp2cl/$name/program" || build "$translator" "$file" "$work/omp2cl/$name" 2>"$work/$name.said" ||
        { echo "does not build: $(head -20 "$work/$name.said")"; return; }
    if has "$file" ARGS; then
        option "$file" ARGS | while read -r arguments; do run_once "$file" "$name" "$arguments" </dev/null; done
    else
        run_once "$file" "$name" ''
    fi
}

# run_all NAME... runs the programs, so many at a time.
run_all() {
    local name running=0
    for name in "$@"; do
        run_one "$name" >"$work/$name.result" 2>&1 &
        running=$((running + 1))
        [ $running -lt "$jobs" ] || { wait -n; running=$((running - 1)); }
    done
    wait
}

# report NAME... prints the failures and the count.
report() {
    local name passed=0 failed=0
    for name in "$@"; do
        if [ -s "$work/$name.result" ]; then
            failed=$((failed + 1))
            echo "--- FAIL: $name"
            sed 's/^/    /' "$work/$name.result"
        else
            passed=$((passed + 1))
        fi
    done
    echo "$passed passed, $failed failed"
    [ $failed = 0 ]
}

main() {
    [ $# -gt 0 ] || set -- $(for file in testdata/*.c; do basename "$file" .c; done)
    [ -z "$list" ] || { printf '%s\n' "$@"; return; }
    work=${keep:-$(mktemp -d)}
    mkdir -p "$work"
    work=$(cd "$work" && pwd)
    [ -n "$keep" ] || trap 'rm -rf "$work"' EXIT
    build_common "$reference" "$work/gcc" && build_common "$translator" "$work/omp2cl" || return 1
    run_all "$@"
    report "$@"
}

# One line, so that the shell has read the whole script before it runs anything.
main "$@"; exit $?
