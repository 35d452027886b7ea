package report

import "strings"

// class is a sort of reasons. What a transfer costs and what one can do about it
// depends on the class.
type class uint8

const (
	other       class = iota
	necessary         // the first value, or one that changed
	hostWrote         // necessary, and the host can be asked not to write
	asked             // the program says so: always, target update
	untracked         // page tracking is off
	onStack           // memory that is sent and copied back each time:
	smallBlock        //
	fileMapping       //
	unknownKind       //
	partialPage       //
	learned           // the host reads it after each construct
	memoryFull        // device memory is too small
	hostRuns          // a region ran on the host
	ownTransfer       // the runtime's own, such as its scratch memory
	touched           // a fault
	fetched           // as a fault, but at once
	notNeeded         // elided
)

// reason is how the text of a reason begins, and its class.
type reason struct {
	prefix string
	class  class
}

// reasons are those that the runtime gives (package rtlib/trace).
var reasons = []reason{
	{"first use", necessary},
	{"host wrote", hostWrote},
	{"always", asked},
	{"target update", asked},
	{"mapped once", necessary},
	{"mapped", untracked},
	{"eager: on the stack", onStack},
	{"eager: small heap block", smallBlock},
	{"eager: shared file mapping", fileMapping},
	{"eager: memory of unknown kind", unknownKind},
	{"eager: partial page", partialPage},
	{"copied back: on the stack", onStack},
	{"copied back: the host reads it", learned},
	{"newer on another device", necessary},
	{"written back: device memory full", memoryFull},
	{"written back: the program ends", necessary},
	{"the host runs the region", hostRuns},
	{"declare target", necessary},
	{"firstprivate", necessary},
	{"the runtime's own", ownTransfer},
}

// classify tells the class of a transfer, a fault or what was elided.
func classify(e *event) class {
	switch {
	case e.kind == elided:
		return notNeeded
	case e.kind == fault && e.bulk:
		return fetched
	case e.kind == fault:
		return touched
	}
	for _, r := range reasons {
		if strings.HasPrefix(e.why, r.prefix) {
			return r.class
		}
	}
	return other
}

// label is the text of a class's row in the table of reasons.
func (c class) label(e *event) string {
	switch c {
	case hostWrote:
		return "the host wrote to it"
	case touched:
		return "the host touched it (fault)"
	case fetched:
		return "fetched for the host at once"
	}
	if e.why == "" {
		return "no reason given"
	}
	return e.why
}

// eager reports whether memory of the class is sent and copied back each time.
func (c class) eager() bool { return c >= onStack && c <= partialPage }
