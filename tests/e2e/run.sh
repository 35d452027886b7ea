#!/bin/bash
# Runs the end-to-end programs without Go: builds each by gcc -fopenmp and by
# omp2cl, runs both and compares what they print, as e2e_test.go does. The
# options in the leading comments of the programs are those of program_test.go.
usage="usage: $0 [-j jobs] [-m 'modes'] [-r 'reference compiler'] [-k dir] omp2cl [program ...]

  -j  programs at once (the number of processors)
  -m  modes to run: separate memory, default (both), gpu (separate memory, kernels as for a GPU)
  -r  reference compiler (gcc -fopenmp)
  -k  keep what was built in this directory
The last line counts 'N passed, N failed'; the exit status is 1 if one failed."

jobs=$(nproc) modes='separate default' reference='gcc -fopenmp' keep=
while getopts j:m:r:k:h flag; do
    case $flag in
    j) jobs=$OPTARG ;;
    m) modes=$OPTARG ;;
    r) reference=$OPTARG ;;
    k) keep=$OPTARG ;;
    *) echo "$usage" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# -ge 1 ] || { echo "$usage" >&2; exit 2; }
translator=$1
shift
case $translator in
*/*) [ "${translator#/}" = "$translator" ] && translator=$PWD/$translator ;;
esac
cd "$(dirname "$0")" || exit 2

# option FILE NAME prints the values of an option of the leading comment.
option() {
    awk -v name="$2" '!/^\/\//{exit} match($0, "^// ?" name ":( |$)"){print substr($0, RLENGTH + 1)}' "$1"
}

# has FILE NAME tells whether the leading comment gives the option.
has() {
    awk -v name="$2" '!/^\/\//{exit 1} match($0, "^// ?" name ":( |$)"){found = 1; exit} END{exit !found}' "$1"
}

# compare WANT GOT TOLERANCE prints the first difference, nothing if there is none.
compare() {
    awk -v want="$1" -v got="$2" -v tolerance="$3" '
    function near(a, b, d, m) {
        if (a == b)
            return 1
        d = a - b; d = d < 0 ? -d : d
        m = a < 0 ? -a : a; m = m < 1 ? 1 : m
        return d <= tolerance * m
    }
    # take moves the first floating-point token of rest to token, the text before it to text.
    function take() {
        if (!match(rest, /[-+]?([0-9]+\.[0-9]*([eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+)/)) {
            text = rest; token = ""; rest = ""
            return
        }
        text = substr(rest, 1, RSTART - 1)
        token = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
    }
    function same(a, b, ta, na) {
        while (a != "" || b != "") {
            rest = a; take(); a = rest; ta = text; na = token
            rest = b; take(); b = rest
            if (ta != text || (na == "") != (token == "") || !near(na + 0, token + 0))
                return 0
        }
        return 1
    }
    BEGIN {
        for (n = 1; ; n++) {
            more = (getline a < want) > 0
            if ((getline b < got) > 0) {
                if (!more) { print "line " n ": extra: " b; exit }
            } else if (more) {
                print "line " n ": missing: " a; exit
            }
            if (!more)
                exit
            if (a != b && !same(a, b)) { print "line " n ":\n  want " a "\n  got  " b; exit }
        }
    }'
}

# check_stderr WHO FILE NAME TEXT complains if the text was not asked for or does not match.
check_stderr() {
    if has "$2" "$3"; then
        grep -qE -- "$(option "$2" "$3")" "$4" || echo "the $1 did not write what was asked for to stderr: $(head -5 "$4")"
    elif [ -s "$4" ]; then
        echo "the $1 wrote to stderr: $(head -5 "$4")"
    fi
}

# build COMPILER FILE DIR NAME SAID builds DIR/NAME; SAID gets the compiler's stderr.
build() {
    local command="$1 -O2 -Wall $(option "$2" FLAGS)" files= archive= shared= part object
    for part in $(option "$2" FILES); do files="$files testdata/$part"; done
    for part in $(option "$2" LIB); do
        object=$3/$4.$(basename "$part").o
        $command -c -o "$object" "testdata/$part" 2>>"$5" || return 1
        archive=$3/lib$4.a
        ar rcs "$archive" "$object" || return 1
    done
    if has "$2" SHARED; then
        shared="$3/lib$4.so"
        $command -shared -fPIC -o "$shared" $(option "$2" SHARED | sed 's: *\([^ ]*\): testdata/\1:g') 2>>"$5" || return 1
    fi
    $command -o "$3/$4" "$2" $files $archive $shared ${shared:+-Wl,-rpath,$3} $(option "$2" LINK) 2>>"$5"
}

# execute EXE FILE OUT ERR X=y... runs the program; its status is the result.
execute() {
    local exe=$1 file=$2 out=$3 err=$4
    shift 4
    # exec: the status of a program that a signal ends is the signal's.
    (option "$file" STDIN | eval "exec env $(printf '%q ' "$@" $(option "$file" ENV)) timeout -k 5 60 '$exe' $(option "$file" ARGS)" >"$out" 2>"$err") 2>/dev/null
}

# run_one FILE writes what is wrong with the program to stdout.
run_one() {
    local file=$1 name dir status expected exit tolerance mode
    name=$(basename "$file" .c)
    dir=$work/$name
    mkdir -p "$dir"
    exit=$(option "$file" EXIT); exit=${exit:-0}
    tolerance=$(option "$file" TOLERANCE); tolerance=${tolerance:-0}
    expected=$dir/expected
    if has "$file" HOST-DIFFERS; then
        option "$file" EXPECT >"$expected"
    else
        build "$reference" "$file" "$dir" reference "$dir/reference.said" || { echo "the reference does not build: $(head -3 "$dir/reference.said")"; return; }
        execute "$dir/reference" "$file" "$expected" "$dir/reference.err" LC_ALL=C
        status=$?
        [ $status = "$exit" ] || echo "reference: status $status, want $exit"
    fi
    build "$translator" "$file" "$dir" program "$dir/said" || { echo "does not build: $(head -20 "$dir/said")"; return; }
    check_stderr compiler "$file" WARNS "$dir/said"
    for mode in $modes; do
        case " $(option "$file" MODES) " in *" ${mode/gpu/separate} "* | '  ') ;; *) continue ;; esac
        set -- OMP_TARGET_OFFLOAD=MANDATORY XDG_CACHE_HOME="$work/cache"
        case $mode in
        separate) set -- "$@" OMP2CL_HOST_MEMORY=separate ;;
        gpu) set -- "$@" OMP2CL_HOST_MEMORY=separate OMP2CL_SCHEDULE=gpu ;;
        esac
        [ -n "$OMP2CL_E2E_DEVICE" ] && set -- "$@" OMP_DEFAULT_DEVICE="$OMP2CL_E2E_DEVICE"
        execute "$dir/program" "$file" "$dir/$mode.out" "$dir/$mode.err" "$@"
        status=$?
        [ $status = "$exit" ] || echo "$mode: status $status, want $exit: $(head -5 "$dir/$mode.err")"
        compare "$expected" "$dir/$mode.out" "$tolerance" | sed "s/^/$mode: /"
        check_stderr "program ($mode)" "$file" STDERR "$dir/$mode.err"
    done
}

main() {
    work=${keep:-$(mktemp -d)}
    mkdir -p "$work"
    [ -n "$keep" ] || trap 'rm -rf "$work"' EXIT
    if [ $# = 0 ]; then
        set -- testdata/*.c
    else
        set -- "${@/#/testdata/}"
        set -- "${@/%/.c}"
    fi
    running=0
    for file in "$@"; do
        ( run_one "$file" >"$work/$(basename "$file" .c).result" 2>&1 ) &
        running=$((running + 1))
        if [ $running -ge "$jobs" ]; then
            wait -n
            running=$((running - 1))
        fi
    done
    wait

    passed=0 failed=0
    for file in "$@"; do
        name=$(basename "$file" .c)
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

# One line, so that the shell has read the whole script before it runs anything.
main "$@"; exit $?
