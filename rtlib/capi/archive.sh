#!/bin/sh
# Builds the runtime library: archive.sh OUTPUT [go build flags], and beside it
# omp2cl_heap.o, which the omp2cl command links into programs with device code.
#
# The Go runtime starts in an initialization function of the archive. It gets a
# priority in front of all others, since a user's constructor may offload: it would
# wait for a start that can only come after it.
#
# Its goroutines yield in calls only (asyncpreemptoff): otherwise the Go runtime sends
# SIGURG to threads of the program, which ends their sleeps and polls early (EINTR), and
# whose handler runs on the program's signal stack, even while a device writes there.
# It keeps no files of the control group open, to follow its limit of processors
# (containermaxprocs): they would have the lowest descriptors, which the program may take
# for free, and close. Both stand here, since what stands here replaces all go:debug lines.
set -e
output=$1
shift
cd "$(dirname "$0")/../.."
${GO:-go} build -trimpath -ldflags='-s -w -X=runtime.godebugDefault=containermaxprocs=0,asyncpreemptoff=1' -buildmode=c-archive "$@" -o "$output" ./rtlib/capi
# signals.c stands around that start, and corrects Go's table of signals.
${OBJCOPY:-objcopy} --rename-section .init_array=.init_array.00100 \
	--redefine-sym runtime.sigtable=omp2cl_go_signals --globalize-symbol=omp2cl_go_signals "$output"
rm -f "${output%.a}.h" # cgo's header; ours is omp2cl.h

# The names of the C library that the memory room stands in front of. They are an
# object of their own: in the archive, every program that calls malloc would get
# them. Builtins are off, so that malloc and memset do not become calloc.
names=$(mktemp -d)
trap 'rm -rf "$names"' EXIT
for file in dtm/heap/names/*.c; do
	${CC:-cc} -O2 -fPIC -fno-builtin -Wall -c "$file" -o "$names/$(basename "$file" .c).o"
done
${CC:-cc} -r -nostdlib "$names"/*.o -o "$(dirname "$output")/omp2cl_heap.o"
