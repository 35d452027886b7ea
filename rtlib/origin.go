package rtlib

import (
	"fmt"
	"sync/atomic"
	"unsafe"
)

// origin tells the page service which construct has left values on a device, since a
// kernel's failure may show only when the host touches one of them. The service reads
// the cell, which holds the address of a C string, when it is about to end the process.
type origin struct {
	cell   uintptr // 0 while there is no region
	region *Region
}

// set names the region for the values of a variable. Texts stay for ever: there are as
// many as regions with variables, and the service may be about to print one. The
// space's lock is held.
func (o *origin) set(s *Session, r *Region, variable string) {
	if r == nil || r == o.region {
		return
	}
	if o.cell == 0 {
		o.cell = s.driver.AllocHost(pointerSize)
	}
	if text := s.originText(r, variable); o.cell != 0 && text != 0 {
		o.region = r
		atomic.StoreUint64(wordAt(o.cell), uint64(text))
	}
}

// free gives the cell back; nothing names it any more.
func (o *origin) free(s *Session) {
	if o.cell != 0 {
		s.driver.FreeHost(o.cell)
	}
	*o = origin{}
}

// originOf is what an origin's text is about.
type originOf struct {
	region   *Region
	variable string
}

// originText returns the address of a C string, 0 if there is no memory.
func (s *Session) originText(r *Region, variable string) uintptr {
	key := originOf{r, variable}
	if at, ok := s.space.origins[key]; ok {
		return at
	}
	text := fmt.Appendf(nil, "%s: note: these are values of '%s' that %s left on the device, where it may have failed\n\x00",
		r.position(), variable, r.what())
	at := s.driver.AllocHost(uint64(len(text)))
	if at != 0 {
		copy(unsafe.Slice((*byte)(unsafe.Pointer(wordAt(at))), len(text)), text)
		if s.space.origins == nil {
			s.space.origins = map[originOf]uintptr{}
		}
		s.space.origins[key] = at
	}
	return at
}
