package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// spinTime is how long an idle worker watches for the next loop before it parks. Waking a parked
// goroutine takes tens of microseconds, as long as a small loop; programs issue loops in quick
// succession.
const spinTime = 500 * time.Microsecond

// opened is the bit of pool.gate that says a loop accepts workers; the bits above it count the
// workers inside.
const opened = 1

// pool is a fixed set of workers that run one loop at a time.
type pool struct {
	workers int
	spin    bool        // idle workers spin before parking
	start   sync.Once   // starts the goroutines at the first loop
	busy    atomic.Bool // a caller owns the pool and its job
	retired atomic.Bool // workers are to end
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

// run executes a loop as its caller, which owns the pool.
func (p *pool) run(n, chunks, workers int, loop Loop) {
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
	for i := range min(len(p.idle), chunks-1, workers-1) {
		p.idle[i].rouse()
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
	s := &p.idle[i]
	ended := false
	defer func() {
		if !ended { // a body called runtime.Goexit
			go p.work(i)
		}
	}()
	for last := uint32(0); ; {
		last = p.await(s, last)
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
func (p *pool) await(s *sleeper, last uint32) uint32 {
	begin := time.Now()
	for spins := 1; ; spins++ {
		if now := p.serial.Load(); now != last {
			return now
		}
		if p.spin && spins&255 != 0 {
			continue
		}
		if p.spin && time.Since(begin) < spinTime {
			runtime.Gosched() // others may need this processor more
			continue
		}
		s.parked.Store(true)
		if p.serial.Load() == last || !s.parked.CompareAndSwap(true, false) {
			<-s.wake
		}
		begin = time.Now()
	}
}

// rouse wakes the worker if it is parked.
func (s *sleeper) rouse() {
	if s.parked.CompareAndSwap(true, false) {
		s.wake <- struct{}{}
	}
}

// retire lets the workers end; a loop that still runs is finished by those inside and its caller.
func (p *pool) retire() {
	p.retired.Store(true)
	p.serial.Add(1)
	for i := range p.idle {
		p.idle[i].rouse()
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
