package rtlib

// A policy decides where the storage that corresponds to host memory lives and
// which of the transfers that the data environment requests are needed. The
// environment requests every transfer that OpenMP's rules ask for; a policy only
// elides. It is the place for page tracking.
type policy interface {
	// inPlace reports whether new entries use the host's storage.
	inPlace() bool
	// upload reports whether host bytes [lo, hi) of e must go to the device.
	upload(e *entry, lo, hi uintptr) bool
	// download reports whether device bytes [lo, hi) of e must go to the host.
	download(e *entry, lo, hi uintptr) bool
}

// separatePolicy gives each entry device memory and does every transfer.
type separatePolicy struct{}

func (separatePolicy) inPlace() bool                          { return false }
func (separatePolicy) upload(*entry, uintptr, uintptr) bool   { return true }
func (separatePolicy) download(*entry, uintptr, uintptr) bool { return true }

// sharedPolicy uses host memory in place (OpenMP 4.5, 2.15.5.1: original and
// corresponding list item may share storage). Only entries with storage of
// their own, such as declare target variables, are transferred.
type sharedPolicy struct{}

func (sharedPolicy) inPlace() bool                        { return true }
func (sharedPolicy) upload(e *entry, _, _ uintptr) bool   { return !e.inPlace }
func (sharedPolicy) download(e *entry, _, _ uintptr) bool { return !e.inPlace }
