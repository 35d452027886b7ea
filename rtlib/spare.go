package rtlib

import (
	"sync"

	"omp2cl/rtlib/driver"
)

// spareBuffers keeps freed buffers for the next allocation of the same size, as
// a program makes it that maps the same arrays at each construct: making a
// buffer and touching it first costs more than a launch. They go when an
// allocation fails.
type spareBuffers struct {
	mu     sync.Mutex
	bySize map[uint64][]*driver.Buffer
	count  int
	bytes  uint64
}

// Limits on what is kept: buffers, and a part of the device's memory.
const (
	maxSpare      = 256
	spareFraction = 16
)

// take returns a spare buffer of exactly size bytes, nil if there is none.
func (s *spareBuffers) take(size uint64) *driver.Buffer {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.bySize[size]
	if len(list) == 0 {
		return nil
	}
	b := list[len(list)-1]
	s.bySize[size] = list[:len(list)-1]
	s.count--
	s.bytes -= size
	return b
}

// put keeps a buffer of a device with memory bytes; false if there is enough.
func (s *spareBuffers) put(b *driver.Buffer, memory uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.count == maxSpare || s.bytes+b.Size > memory/spareFraction {
		return false
	}
	if s.bySize == nil {
		s.bySize = map[uint64][]*driver.Buffer{}
	}
	s.bySize[b.Size] = append(s.bySize[b.Size], b)
	s.count++
	s.bytes += b.Size
	return true
}

// takeAll empties the store.
func (s *spareBuffers) takeAll() (all []*driver.Buffer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, list := range s.bySize {
		all = append(all, list...)
	}
	s.bySize, s.count, s.bytes = nil, 0, 0
	return all
}
