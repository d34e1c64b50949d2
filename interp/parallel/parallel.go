// Package parallel runs data-parallel loops on one persistent pool of goroutines shared by the
// whole process.
//
// A loop is cut into chunks that the caller and the idle workers claim one after the other; the
// caller always works too, and waits at the end only for workers that hold a chunk. While one loop
// occupies the pool every other call of For, nested or concurrent, runs on its own goroutine, so
// nothing can deadlock and nothing oversubscribes the processors.
//
// Chunk boundaries depend on the number of workers. A body must therefore write outputs that no
// other chunk writes, and compute them independently of where its chunk begins and ends; then
// results are the same bytes for any number of workers.
package parallel

import (
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

// Workers returns the number of goroutines, the caller included, that one For may use.
func Workers() int { return load().workers }

// SetWorkers sets the number of goroutines, the caller included, that one For may use; n < 1
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

// For calls body on disjoint ranges [lo, hi) that together cover [0, n) exactly once, each of at
// least grain elements (n itself if n < grain), and returns when all have returned. A loop of n <=
// grain is a plain call of body. If bodies panic, the panic of the lowest range is raised again in
// the caller, once no body runs any more; ranges not begun by then are skipped.
func For(n, grain int, body func(lo, hi int)) {
	if n <= grain || n <= 1 {
		if n > 0 {
			body(0, n)
		}
		return
	}
	p := load()
	chunks := min(n/max(grain, 1), p.workers*chunksPerWorker)
	if chunks < 2 || p.workers < 2 || !p.busy.CompareAndSwap(false, true) {
		body(0, n)
		return
	}
	p.run(n, chunks, body)
}
