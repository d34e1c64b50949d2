package rewrite

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// greedyRegions runs a driver on each of the regions, which know nothing of
// each other, with the outcome of one driver that sweeps over all of them until
// none changes: only a region that hid changes can tell the difference, and is
// swept as often as the others.
func greedyRegions(regions []*ir.Region, b *ir.Builder, set *Set, cfg *Config) (converged, changed bool) {
	if len(regions) == 1 {
		d := set.driver(regions[0], b, cfg, false)
		defer set.release(d)
		converged = d.run(cfg.MaxIterations)
		return converged, d.changed || d.hidden || d.consts.moved > 0
	}
	outcomes := make([]outcome, len(regions))
	each(len(regions), cfg.Workers, b, func(i int, b *ir.Builder) {
		d := set.driver(regions[i], b, cfg, mayHoldIsolated(regions[i]))
		defer set.release(d)
		outcomes[i] = d.resume(outcome{}, cfg.MaxIterations)
	})
	for {
		last, again := 0, false
		for _, o := range outcomes {
			last = max(last, o.iteration)
		}
		for i, o := range outcomes {
			if o.hidden && o.iteration < last {
				d := set.driver(regions[i], b, cfg, mayHoldIsolated(regions[i]))
				outcomes[i] = d.resume(o, cfg.MaxIterations)
				set.release(d)
				again = true
			}
		}
		if !again {
			break
		}
	}
	converged = true
	for _, o := range outcomes {
		converged = converged && o.converged
		changed = changed || o.changed
	}
	return converged, changed
}

// outcome is what a driver left.
type outcome struct {
	iteration                  int
	hidden, converged, changed bool
}

// resume goes on after o.
func (d *driver) resume(o outcome, limit int) outcome {
	d.iteration = o.iteration
	converged := d.run(limit)
	return outcome{d.iteration, d.hidden, converged, o.changed || d.changed || d.hidden || d.consts.moved > 0}
}

// each calls work for 0 to n-1, several at a time if there are workers. Each of
// them has a builder; b is that of the caller. A panic of work becomes one of
// the caller, who can catch it.
func each(n, workers int, b *ir.Builder, work func(i int, b *ir.Builder)) {
	if workers = min(workers, n); workers < 2 {
		for i := range n {
			work(i, b)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	var crash atomic.Value
	for range workers {
		wg.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					crash.CompareAndSwap(nil, fmt.Sprint(p))
				}
			}()
			b := ir.NewBuilder(b.Ctx)
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i, b)
			}
		})
	}
	wg.Wait()
	if p := crash.Load(); p != nil {
		panic(p)
	}
}

// driver makes a driver, or takes one that is done with another region.
func (s *Set) driver(scope *ir.Region, b *ir.Builder, cfg *Config, split bool) *driver {
	d, _ := s.drivers.Get().(*driver)
	if d == nil {
		d = &driver{set: s, purity: analysis.NewPurity(), effects: effects{witness: map[*ir.Op]*ir.Op{}}, consts: newConstants()}
		d.rewriter = &Rewriter{driver: d}
	}
	if d.ctx != b.Ctx { // names are numbered by context
		clear(d.infos)
		d.ctx = b.Ctx
	}
	d.cfg, d.scope, d.split, d.rewriter.Builder = cfg, scope, split, b
	return d
}

var statsMu sync.Mutex

func (s *Set) release(d *driver) {
	if d.cfg.Stats != nil {
		statsMu.Lock()
		d.cfg.Stats.add(d.stats)
		statsMu.Unlock()
	}
	d.stats, d.iteration = Stats{}, 0
	d.watch.forget()
	d.watch.cycle = nil
	d.applied, d.cleaned, d.hidden, d.changed, d.consts.moved = false, false, false, false, 0
	d.cfg, d.scope, d.plain, d.rewriter.Builder = nil, nil, nil, nil
	clear(d.cfgs[:cap(d.cfgs)])
	d.consts.reset()
	d.purity.Forget()
	d.effects.reset(0)
	d.rewriter.memory = nil
	if d.rewriter.Scratch != nil {
		d.rewriter.Scratch.Forget()
	}
	clear(d.list[:cap(d.list)])
	clear(d.late[:cap(d.late)])
	clear(d.erased[:cap(d.erased)])
	clear(d.values[:cap(d.values)])
	clear(d.made[:cap(d.made)])
	clear(d.dead[:cap(d.dead)])
	s.drivers.Put(d)
}
