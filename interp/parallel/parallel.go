// Package parallel runs data-parallel loops on one persistent pool of goroutines shared by the
// whole process.
//
// A loop is a function, given to For, or a Loop, given to Share, which allocates nothing.
//
// A loop is cut into chunks that the caller and the idle workers claim one after the other; the
// caller always works too, and waits at the end only for workers that hold a chunk. While one loop
// occupies the pool every other one, nested or concurrent, runs on its own goroutine, so
// nothing can deadlock and nothing oversubscribes the processors.
//
// Idle workers watch for the next loop for a while, and then park. A short loop is run by those
// that watch, and does not wake others, since it would be over before they came; many short ones
// do.
//
// Chunk boundaries depend on the number of workers. A body must therefore write outputs that no
// other chunk writes, and compute them independently of where its chunk begins and ends; then
// results are the same bytes for any number of workers.
package parallel

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"
)

// chunksPerWorker is how many chunks a loop is cut into for each worker: enough that a worker that
// was held up does not hold up the loop, few enough that claiming costs nothing.
const chunksPerWorker = 4

var (
	current atomic.Pointer[pool]
	resize  sync.Mutex
)

// Workers returns the number of goroutines, the caller included, that one loop may use.
func Workers() int { return load().workers }

// SetWorkers sets the number of goroutines, the caller included, that one loop may use; n < 1
// restores the default, GOMAXPROCS. Loops that are running keep the number they started with.
func SetWorkers(n int) {
	if n < 1 {
		n = runtime.GOMAXPROCS(0)
	}
	resize.Lock()
	defer resize.Unlock()
	old := current.Load()
	if old != nil && old.workers == n {
		return
	}
	current.Store(newPool(n))
	if old != nil {
		old.retire()
	}
}

func load() *pool {
	if p := current.Load(); p != nil {
		return p
	}
	resize.Lock()
	defer resize.Unlock()
	if p := current.Load(); p != nil {
		return p
	}
	p := newPool(runtime.GOMAXPROCS(0))
	current.Store(p)
	return p
}

// Loop is a loop over ranges of [0, n), with all that its body needs.
type Loop interface {
	// Chunk runs range [lo, hi). Of the chunks of one loop no two run at the same
	// time with the same worker, which is below the number of workers that Share
	// was told, so that each can have memory of its own; a loop that is not shared
	// is run as one chunk by worker 0.
	Chunk(worker, lo, hi int)
}

// Grain is the grain of a loop whose indices are each that much work, where so much at least is
// worth a worker.
func Grain(worth, each int) float64 { return float64(worth) / float64(max(each, 1)) }

// Share is For for loops that must not allocate. It runs a copy of loop on at most so many workers
// and reports true, or reports false if the caller is to run the loop by itself, as loop.Chunk(0,
// 0, n): because it is not worth sharing or the pool is busy. Of n = 0 nothing is left to run. So a
// loop that only its caller runs stays on the stack of the caller, and the copy of one that is
// shared is in memory that the pool keeps for loops of its type.
func Share[L any, P interface {
	*L
	Loop
}](n int, grain float64, workers int, loop P) bool {
	p, chunks, wake := claim(n, grain, workers)
	if p == nil {
		return n <= 0
	}
	kept := keep[L](p)
	defer func() {
		*kept = *new(L) // it must not hold on to what the loop works on
		p.busy.Store(false)
	}()
	*kept = *loop
	p.run(n, chunks, workers, wake, P(kept))
	return true
}

// For calls body on disjoint ranges [lo, hi) that together cover [0, n) exactly once, each of at
// least grain indices (n itself if n < grain), and returns when all have returned. A loop of n <=
// grain is a plain call of body. A grain is some microseconds of work; it is a fraction where one
// index is more, and 0 where one is enough for any worker. If bodies panic, the panic of the lowest
// range is raised again in the caller, once no body runs any more; ranges not begun by then are
// skipped.
func For(n int, grain float64, body func(lo, hi int)) {
	p, chunks, wake := claim(n, grain, math.MaxInt)
	if p == nil {
		if n > 0 {
			body(0, n)
		}
		return
	}
	defer p.busy.Store(false)
	p.run(n, chunks, math.MaxInt, wake, function(body))
}

// function is a Loop that is a function and nothing else.
type function func(lo, hi int)

func (f function) Chunk(_, lo, hi int) { f(lo, hi) }

// claim makes the caller the owner of the pool, to run a loop of so many chunks, for which parked
// workers are to be woken or not; nil if it is to run the loop by itself.
func claim(n int, grain float64, workers int) (p *pool, chunks int, wake bool) {
	if n <= 1 || float64(n) <= grain {
		return nil, 0, false
	}
	p = load()
	workers = min(workers, p.workers)
	chunks, grains := min(n, workers*chunksPerWorker), math.Inf(1)
	if grain > 0 {
		grains = float64(n) / grain
		chunks = int(min(float64(chunks), grains))
	}
	if chunks < 2 || workers < 2 || !p.busy.CompareAndSwap(false, true) {
		return nil, 0, false
	}
	if wake = p.wakes(grains); !wake && p.asleep() {
		p.busy.Store(false)
		return nil, 0, false
	}
	return p, chunks, wake
}

// Rest is called by who will not run loops for a while: idle workers park at once, until loops come
// that are worth waking them.
func Rest() {
	if p := current.Load(); p != nil {
		p.resting.Store(true)
	}
}

// keep returns the memory for loops of type L. The caller owns the pool.
func keep[L any](p *pool) *L {
	for _, k := range p.kept {
		if l, ok := k.(*L); ok {
			return l
		}
	}
	l := new(L)
	p.kept = append(p.kept, l)
	return l
}
