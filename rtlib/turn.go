package rtlib

import (
	"sync"
	"sync/atomic"

	"omp2cl/dtm"
)

// Turn says whose turn it is to use the lane that leaves commands running, and when
// what was remembered of launches is out of date. C code, which has it as struct
// omp2cl_turn, takes turns too: it replays launches without Go.
type Turn struct {
	state   atomic.Uint32 // none, idle or taken
	waiting atomic.Int32  // threads that wait until it is not taken; who ends a turn wakes them
	left    atomic.Uint32 // 1: the lane may have left something running
	_       uint32
	epoch   atomic.Uint64 // grows when a launch may not be what it was
	holder  uint64        // number of the lane; written by who has the turn
	tallies [dtm.MaxDevices]tally
}

// tally is what replays on a device have done.
type tally struct {
	spared               atomic.Uint64 // bytes that need not have been moved
	results, resultBytes atomic.Uint64 // that they have brought to the host
}

// States of a Turn.
const (
	turnNone  = iota // no lane leaves anything running
	turnIdle         // one has, and nobody uses it
	turnTaken        // a thread uses it
)

// turns is a Turn with what only Go needs to wait for it.
type turns struct {
	*Turn
	mu    sync.Mutex
	ended sync.Cond
}

func (t *turns) init(shared *Turn) {
	t.ended.L = &t.mu
	if t.Turn = shared; shared == nil {
		t.Turn = new(Turn)
	}
}

// take takes the turn if the state is as given.
func (t *turns) take(from uint32) bool { return t.state.CompareAndSwap(from, turnTaken) }

// wait waits until the turn is not taken.
func (t *turns) wait() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting.Add(1)
	for t.state.Load() == turnTaken {
		t.ended.Wait()
	}
	t.waiting.Add(-1)
}

// end ends the caller's turn.
func (t *turns) end(state uint32) {
	t.state.Store(state)
	if t.waiting.Load() > 0 {
		t.wake()
	}
}

// wake wakes those that wait.
func (t *turns) wake() {
	t.mu.Lock()
	t.ended.Broadcast()
	t.mu.Unlock()
}

// WakeTurn wakes the threads that wait for a turn which C code has ended.
func (s *Session) WakeTurn() { s.running.turn.wake() }
