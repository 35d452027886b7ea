#!/bin/sh
# Builds the runtime library: archive.sh OUTPUT [go build flags].
#
# The Go runtime starts in an initialization function of the archive. It gets a
# priority in front of all others, since a user's constructor may offload: it would
# wait for a start that can only come after it.
set -e
output=$1
shift
cd "$(dirname "$0")/../.."
${GO:-go} build -trimpath -ldflags='-s -w' -buildmode=c-archive "$@" -o "$output" ./rtlib/capi
${OBJCOPY:-objcopy} --rename-section .init_array=.init_array.00100 "$output"
rm -f "${output%.a}.h" # cgo's header; ours is omp2cl.h
