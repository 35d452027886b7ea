package main

/*
#include "bridge.h"
*/
import "C"

import (
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	"omp2cl/rtlib"
)

// The structs that are viewed in place have the layout of their C originals.
var (
	_ = [1]struct{}{}[unsafe.Sizeof(rtlib.Value{})-C.sizeof_struct_omp2cl_value]
	_ = [1]struct{}{}[unsafe.Offsetof(rtlib.Value{}.Begin)-unsafe.Offsetof(C.struct_omp2cl_value{}.begin)]
	_ = [1]struct{}{}[unsafe.Offsetof(rtlib.Value{}.Size)-unsafe.Offsetof(C.struct_omp2cl_value{}.size)]
	_ = [1]struct{}{}[unsafe.Sizeof(rtlib.Launch{})-C.sizeof_struct_omp2cl_launch]
	_ = [1]struct{}{}[unsafe.Offsetof(rtlib.Launch{}.Trip)-unsafe.Offsetof(C.struct_omp2cl_launch{}.trip)]
	_ = [1]struct{}{}[unsafe.Offsetof(rtlib.Launch{}.ItemScratch)-unsafe.Offsetof(C.struct_omp2cl_launch{}.item_scratch)]
	_ = [1]struct{}{}[unsafe.Sizeof(rtlib.Turn{})-C.sizeof_struct_omp2cl_turn]
	_ = [1]struct{}{}[uint32(rtlib.UseDevicePtr)-C.OMP2CL_USE_DEVICE_PTR]
	_ = [1]struct{}{}[uint32(rtlib.Rows)-C.OMP2CL_ROWS]
	_ = [1]struct{}{}[uint32(rtlib.MapMember)-C.OMP2CL_MAP_MEMBER]
	_ = [1]struct{}{}[uint32(rtlib.MapPointers)-C.OMP2CL_MAP_POINTERS]
	_ = [1]struct{}{}[uint32(rtlib.MapPresent)-C.OMP2CL_MAP_PRESENT]
)

// known is what Go has seen of the program's object files.
var known struct {
	mu      sync.Mutex
	units   map[*C.struct_omp2cl_unit]*rtlib.Unit
	regions atomic.Pointer[[]*rtlib.Region] // by the number in their slot, less one
}

// regionOf returns the Go side of a region. Its slot leads to its number.
func regionOf(c *C.struct_omp2cl_region) *rtlib.Region {
	if at := atomic.LoadUintptr(slotOf(c)); at != 0 {
		return (*known.regions.Load())[numberAt(at)-1]
	}
	return enrol(c)
}

// numberAt is the number in a struct omp2cl_known, which it begins with.
func numberAt(at uintptr) uintptr { return **(**uintptr)(unsafe.Pointer(&at)) }

func slotOf(c *C.struct_omp2cl_region) *uintptr { return (*uintptr)(unsafe.Pointer(c.slot)) }

// enrol converts a region at its first use.
func enrol(c *C.struct_omp2cl_region) *rtlib.Region {
	known.mu.Lock()
	defer known.mu.Unlock()
	var list []*rtlib.Region
	if p := known.regions.Load(); p != nil {
		list = *p
	}
	if at := atomic.LoadUintptr(slotOf(c)); at != 0 {
		return list[numberAt(at)-1]
	}
	r := convertRegion(c)
	r.Prepare(session().NumDevices())
	list = append(list, r) // readers of the old list do not look behind its end
	r.Own = uintptr(unsafe.Pointer(C.omp2cl_know(C.uintptr_t(len(list)))))
	known.regions.Store(&list)
	atomic.StoreUintptr(slotOf(c), r.Own)
	return r
}

func convertRegion(c *C.struct_omp2cl_region) *rtlib.Region {
	unit := known.units[c.unit]
	r := &rtlib.Region{
		Unit: unit, File: C.GoString(c.file), Line: uint32(c.line), Column: uint32(c.column),
		Function: C.GoString(c.function), Construct: C.GoString(c.construct), Kernel: C.GoString(c.kernel),
		Flags: uint32(c.flags), TeamScratch: uint32(c.team_scratch),
	}
	if unit == nil {
		panic(fmt.Sprintf("BUG: the unit of the construct at %s:%d is not registered", r.File, r.Line))
	}
	for _, it := range unsafe.Slice(c.items, int(c.nitems)) {
		r.Items = append(r.Items, rtlib.Item{
			Name: C.GoString(it.name), Kind: rtlib.Kind(it.kind), Map: rtlib.MapType(it._map),
		})
	}
	return r
}

// omp2cl_go_sync brings the session up to date with the registered units.
//
//export omp2cl_go_sync
func omp2cl_go_sync() {
	defer guard()
	known.mu.Lock()
	defer known.mu.Unlock()
	if known.units == nil {
		known.units = map[*C.struct_omp2cl_unit]*rtlib.Unit{}
	}
	var change C.struct_omp2cl_change
	for C.omp2cl_next_change(&change) != 0 {
		if change.added != 0 {
			u := convertUnit(change.unit)
			known.units[change.unit] = u
			session().AddUnit(u)
		} else if u := known.units[change.unit]; u != nil {
			delete(known.units, change.unit)
			session().DropUnit(u)
		}
	}
}

func convertUnit(c *C.struct_omp2cl_unit) *rtlib.Unit {
	u := &rtlib.Unit{File: C.GoString(c.file), Options: C.GoString(c.options), Types: C.GoString(c.types)}
	u.Kernels = convertCode(unsafe.Slice(c.kernels, int(c.nkernels)))
	u.Functions = convertCode(unsafe.Slice(c.functions, int(c.nfunctions)))
	for _, v := range unsafe.Slice(c.vars, int(c.nvars)) {
		u.Vars = append(u.Vars, rtlib.Var{
			Symbol: C.GoString(v.symbol), Name: C.GoString(v.name), Address: uintptr(v.address),
			Size: uint64(v.size), Align: uint64(v.align), Link: v.flags&C.OMP2CL_VAR_LINK != 0,
		})
	}
	return u
}

func convertCode(list []C.struct_omp2cl_code) []rtlib.Code {
	codes := make([]rtlib.Code, 0, len(list))
	for _, c := range list {
		codes = append(codes, rtlib.Code{
			Symbol: C.GoString(c.symbol), Prototype: C.GoString(c.prototype), Text: C.GoString(c.text),
			Needs: stringsUntilNull(c.needs),
		})
	}
	return codes
}

func stringsUntilNull(list **C.char) []string {
	var out []string
	for list != nil && *list != nil {
		out = append(out, C.GoString(*list))
		list = (**C.char)(unsafe.Add(unsafe.Pointer(list), unsafe.Sizeof(*list)))
	}
	return out
}
