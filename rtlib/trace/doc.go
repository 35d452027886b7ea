// Package trace records what a translated program does on its devices, as a file
// in the trace-event format of Chrome and Perfetto: constructs by host thread,
// kernels and transfers by device queue, the host's page faults, transfers that
// were not needed, and device memory. `omp2cl report` makes a page of it.
//
// The file is a JSON array with one event on each line, written in whole lines:
// a program that is killed leaves a file without the closing bracket, which all
// readers of the format take. Times are nanoseconds of CLOCK_MONOTONIC, as Now
// gives them; in the file, microseconds since the start of the recording.
//
// The methods of a nil *Recorder do nothing, so that the runtime need not ask
// whether it records. All methods may be called from any goroutine. A Recorder
// holds at most a buffer of 64 KiB and a word for each row.
package trace
