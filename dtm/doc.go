// Package dtm is the state machine of data-transfer minimization: it knows, for
// every byte of tracked host memory, who holds the value that the host program
// would see there, and turns the events of a program into the transfers that are
// still needed. It has no clock, no lock and no access to memory.
//
// The value of a byte that the host would see can be held by the host itself and
// by any number of devices. A device's storage counts as a holder only while it
// agrees with that value: a kernel that writes takes its device out of the set,
// until the value returns to the host by the rules of OpenMP 4.5, 2.15.5.1 (the
// end of a map with from) and 2.10.5 (target update).
//
// Event by event (T is the range of a list item, d the device):
//
//	the host wrote pages            HostWrote   holders = {host}
//	absent pages came home          Home        holders + host
//	copy in (map to, update to)     CopyIn      send what d does not hold; holders + d
//	a kernel may write              KernelWrites  bring home what only devices hold; holders - d
//	copy out (end of map from)      CopyOut     what d does not hold comes from d; holders = {d}
//	update from                     Refresh     as copy out; holders = {host, d}
//	the device's storage goes       Drop        bring home what only d holds; holders - d
//	the host's memory goes          Forget      holders = {host}
//
// The idea, and the table that this one grew from, are those of the OpenMP to
// OpenCL translation framework's data-transfer minimization (2016): page faults
// and page protection tell the runtime what the host really touches.
package dtm
