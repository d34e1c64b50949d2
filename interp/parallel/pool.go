package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// spinTime is how long an idle worker watches for the next loop before it parks: programs issue
	// loops in quick succession, and waking a parked goroutine takes tens of microseconds. What is
	// wasted so is at most about twice of what knowing the future would (Karlin, Manasse, McGeoch
	// and Owicki, 1994).
	spinTime = 60 * time.Microsecond
	// wakeGrains is how many grains, of some microseconds each, must be run without a worker that
	// has parked before it is woken: as long as that takes.
	wakeGrains = 16
)

// opened is the bit of pool.gate that says a loop accepts workers; the bits above it count the
// workers inside.
const opened = 1

// pool is a fixed set of workers that run one loop at a time.
type pool struct {
	workers int
	spin    bool         // idle workers spin before parking
	start   sync.Once    // starts the goroutines at the first loop
	busy    atomic.Bool  // a caller owns the pool and its job
	retired atomic.Bool  // workers are to end
	resting atomic.Bool  // idle workers are to park at once
	parked  atomic.Int32 // workers that have parked, or are about to
	missed  float64      // grains that parked workers had no part in since one was woken; its owner's
	serial  atomic.Uint32
	gate    atomic.Int32
	idle    []sleeper
	job     job
	kept    []any // memory for loops, a pointer for each type
}

// sleeper is where one worker parks.
type sleeper struct {
	parked atomic.Bool
	wake   chan struct{}
	_      [48]byte // a cache line each
}

// job is the running loop. Its fields are written while the gate is closed and empty.
type job struct {
	n, chunks int
	workers   int // that may run it
	loop      Loop
	next      atomic.Int64 // chunk to claim next

	mu       sync.Mutex
	failed   bool
	failedAt int // lowest chunk whose body panicked
	reason   any // its panic value
}

func newPool(workers int) *pool {
	p := &pool{workers: workers, spin: workers <= runtime.GOMAXPROCS(0), idle: make([]sleeper, workers-1)}
	for i := range p.idle {
		p.idle[i].wake = make(chan struct{}, 1)
	}
	return p
}

// run executes a loop as its caller, which owns the pool; wake says whether workers that have
// parked are to help.
func (p *pool) run(n, chunks, workers int, wake bool, loop Loop) {
	p.start.Do(func() {
		for i := range p.idle {
			go p.work(i)
		}
	})
	j := &p.job
	j.n, j.chunks, j.workers, j.loop = n, chunks, workers, loop
	j.failed, j.reason = false, nil
	j.next.Store(0)
	p.gate.Store(opened)
	p.serial.Add(1)
	if wake {
		for i := range min(len(p.idle), chunks-1, workers-1) {
			p.rouse(i)
		}
	}
	drained := false
	defer func() {
		failed, reason := p.finish()
		if failed && drained { // else a body is ending the caller's goroutine by runtime.Goexit
			panic(reason)
		}
	}()
	j.drain(0)
	drained = true
}

// wakes reports whether a loop of so many grains is to wake workers that have parked: it, or what
// they have missed since the last rest, is worth it. The caller owns the pool.
func (p *pool) wakes(grains float64) bool {
	if p.resting.Load() {
		p.resting.Store(false)
		p.missed = 0
	}
	if p.parked.Load() == 0 {
		return false
	}
	// Workers without a processor of their own never watch, so that short loops have to wake them.
	if p.missed += grains; p.spin && p.missed < wakeGrains {
		return false
	}
	p.missed = 0
	return true
}

// asleep reports whether no worker watches for loops.
func (p *pool) asleep() bool { return int(p.parked.Load()) == len(p.idle) }

// finish waits for the workers inside the loop and tells whether and why a body failed. The caller
// owns the pool until it frees it.
func (p *pool) finish() (failed bool, reason any) {
	p.gate.Add(-opened)
	for spins := 0; p.gate.Load() != 0; spins++ {
		if spins > 1000 || !p.spin {
			runtime.Gosched()
		}
	}
	failed, reason = p.job.failed, p.job.reason
	p.job.loop, p.job.reason = nil, nil
	return failed, reason
}

// work is the life of a worker: wait for a loop, enter it unless it is over, help, wait again.
func (p *pool) work(i int) {
	ended := false
	defer func() {
		if !ended { // a body called runtime.Goexit
			go p.work(i)
		}
	}()
	for last := uint32(0); ; {
		last = p.await(i, last)
		if p.retired.Load() {
			ended = true
			return
		}
		p.help(i + 1)
	}
}

// help claims chunks of the running loop for a worker, the caller being number 0, unless it no
// longer accepts workers, or not so many.
func (p *pool) help(worker int) {
	for {
		g := p.gate.Load()
		if g&opened == 0 {
			return
		}
		if p.gate.CompareAndSwap(g, g+2*opened) {
			break
		}
	}
	defer p.gate.Add(-2 * opened)
	if worker < p.job.workers {
		p.job.drain(worker)
	}
}

// await returns the serial number of a loop that is not last, spinning a while before it parks.
func (p *pool) await(i int, last uint32) uint32 {
	s := &p.idle[i]
	begin := time.Now()
	for spins := 1; ; spins++ {
		if now := p.serial.Load(); now != last {
			return now
		}
		if p.spin && spins&255 != 0 {
			continue
		}
		if p.spin && !p.resting.Load() && time.Since(begin) < spinTime {
			runtime.Gosched() // others may need this processor more
			continue
		}
		p.parked.Add(1)
		s.parked.Store(true)
		if p.serial.Load() == last || !s.parked.CompareAndSwap(true, false) {
			<-s.wake
		} else {
			p.parked.Add(-1)
		}
		begin = time.Now()
	}
}

// rouse wakes worker i if it is parked.
func (p *pool) rouse(i int) {
	if s := &p.idle[i]; s.parked.CompareAndSwap(true, false) {
		p.parked.Add(-1)
		s.wake <- struct{}{}
	}
}

// retire lets the workers end; a loop that still runs is finished by those inside and its caller.
func (p *pool) retire() {
	p.retired.Store(true)
	p.serial.Add(1)
	for i := range p.idle {
		p.rouse(i)
	}
}

// drain runs chunks until none is left.
func (j *job) drain(worker int) {
	for j.step(worker) {
	}
}

// step claims and runs one chunk; it reports false when none was left.
func (j *job) step(worker int) bool {
	c := int(j.next.Add(1)) - 1
	if c >= j.chunks {
		return false
	}
	returned := false
	defer func() {
		if !returned {
			j.fail(c, recover())
		}
	}()
	// The first n%chunks chunks are one element longer.
	size, long := j.n/j.chunks, j.n%j.chunks
	lo := c*size + min(c, long)
	hi := lo + size
	if c < long {
		hi++
	}
	j.loop.Chunk(worker, lo, hi)
	returned = true
	return true
}

// fail records that the body of chunk c panicked. Chunks are claimed in order, so the lowest that
// panics does not depend on timing.
func (j *job) fail(c int, reason any) {
	if reason == nil {
		reason = "parallel: the body of a loop called runtime.Goexit"
	}
	j.mu.Lock()
	if !j.failed || c < j.failedAt {
		j.failed, j.failedAt, j.reason = true, c, reason
	}
	j.mu.Unlock()
	j.next.Store(int64(j.chunks))
}
