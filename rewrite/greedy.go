package rewrite

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// Config of the greedy driver.
type Config struct {
	// TopDown starts each iteration at the first op instead of the last.
	TopDown bool
	// MaxIterations bounds the sweeps over the IR, MaxRewrites the patterns
	// applied in one sweep, not counting folders; negative for no bound.
	MaxIterations int
	MaxRewrites   int
	// Simplify says what to do with control flow after each sweep.
	Simplify Simplification
	// FP is what Go patterns whose level is not Exact may do; empty for strict.
	// Rules have their mode from Rule.Pattern.
	FP FPMode
	// Workers is how many isolated ops may be worked on at a time; less than 2
	// for one.
	Workers int
	// Stats, if set, is added to.
	Stats *Stats
	// Applied, if set, is told of every application: a pattern's name, or AppliedFold, AppliedDead,
	// AppliedOrder; after a pattern the op may be gone. Try, if set, is told of every attempt to
	// apply a pattern, before it is made, and Sweep of every iteration over a region, counted from
	// 1; what they return is called when it is over. With any of these one op is worked on at a
	// time, in one worklist for all.
	Applied func(name string, o *ir.Op)
	Try     func(p *Pattern, o *ir.Op) (end func())
	Sweep   func(iteration int, r *ir.Region) (end func())
}

// What Config.Applied is told besides the names of patterns.
const (
	AppliedFold  = "(fold)"            // an op was folded
	AppliedDead  = "(dead)"            // an unused op went
	AppliedOrder = "(constants right)" // constants became the last operands
)

// Stats counts what the driver did.
type Stats struct {
	Folded    int64 // ops folded
	Dead      int64 // ops removed because they were unused
	Rewritten int64 // patterns applied
	Cut       int64 // sweeps that MaxRewrites ended
	// Cycle are the patterns, in order, that rewrote each other without end; nil
	// if none did. Greedy gave up then.
	Cycle []*Pattern
}

func (s *Stats) add(t Stats) {
	s.Folded += t.Folded
	s.Dead += t.Dead
	s.Rewritten += t.Rewritten
	s.Cut += t.Cut
	s.Cycle = mergeCycles(s.Cycle, t.Cycle)
}

// Greedy applies folders and patterns inside root until nothing changes or a
// bound is reached. It reports whether it converged and whether it changed
// anything.
//
// The method, and the order in which everything happens, is that of MLIR's
// greedy driver: each iteration gathers and uniques constants and fills a
// worklist with all ops; ops whose operands or users changed are looked at
// again; ops without uses and effects vanish; at the end of the iteration
// control flow is simplified. Patterns that go round in circles are stopped, and
// named by Stats.Cycle.
func Greedy(root *ir.Op, b *ir.Builder, set *Set, cfg Config) (converged, changed bool) {
	converged = true
	for _, r := range root.Regions() {
		regions := []*ir.Region{r}
		if cfg.MaxRewrites < 0 && cfg.Applied == nil && cfg.Try == nil && cfg.Sweep == nil {
			regions = set.isolated(r)
		}
		ok, did := greedyRegions(regions, b, set, &cfg)
		converged, changed = converged && ok, changed || did
	}
	return converged, changed
}

// driver simplifies one region. What it remembers of one is of no use for the
// next, but its memory is.
type driver struct {
	set      *Set
	cfg      *Config
	scope    *ir.Region
	split    bool // isolated ops directly in scope are worked on by other drivers
	rewriter *Rewriter
	purity   *analysis.Purity // of what the worklist left
	effects  effects          // while there is one
	infos    []opInfo         // by the numbers of names in ctx
	ctx      *ir.Context
	// list holds the ops to visit, the next one last; ops in it bear queued.
	list []*ir.Op
	// late are those that come when list is empty: see wide. They bear queued, too.
	late    []*ir.Op
	filling bool // the list, at the start of a sweep
	// cfgs are the regions with several blocks, when the sweep starts. nested says
	// that there may be regions inside of the scope.
	cfgs   []*ir.Region
	nested bool
	// plain is a region around which all ops are inert.
	plain  *ir.Region
	consts constants
	erased []*ir.Op // scratch space of erase
	// operands and values are scratch space for folding.
	operands  []*ir.Attr
	values    []*ir.Value
	made      []*ir.Op
	dead      []*ir.Op
	stats     Stats
	watch     watch
	iteration int
	applied   bool // something was done to an op in this sweep
	// changes counts what patterns do through the rewriter.
	changes uint64
	cleaned bool // the last simplification changed something
	// hidden says that the last simplification removed arguments and nothing
	// else, which is no reason for another sweep, but something that one may
	// take further.
	hidden  bool
	changed bool // in any sweep
}

// run sweeps until nothing changes, or until the iteration with number limit
// at most (negative for no limit), and reports whether it ended by itself.
func (d *driver) run(limit int) (converged bool) {
	outer := d.rewriter.Builder.Created
	d.rewriter.Builder.Created = d.created
	defer func() { d.rewriter.Builder.Created = outer }()
	for limit < 0 || d.iteration < limit {
		d.iteration++
		if !d.sweep() {
			return true
		}
		d.changed = true
		if d.stats.Cycle != nil {
			return false
		}
	}
	return false
}

// created is told of every op that a pattern makes.
func (d *driver) created(o *ir.Op) {
	d.watch.creates(o)
	d.push(o)
}

// sweep is one iteration; it reports whether there should be another.
func (d *driver) sweep() bool {
	d.applied = false
	d.plain, d.nested = nil, false
	d.consts.reset()
	d.cfgs = d.cfgs[:0]
	if !d.scope.HasOneBlock() {
		d.cfgs = append(d.cfgs, d.scope)
	}
	before := d.consts.moved
	d.filling = true
	d.populate()
	d.filling = false
	d.effects.reset(len(d.list))
	d.consts.release()
	if d.cfg.Sweep != nil {
		defer d.cfg.Sweep(d.iteration, d.scope)()
	}
	for _, r := range d.cfgs {
		d.applied = eraseUnreachable(r) || d.applied
	}
	rewritten := d.stats.Rewritten
	d.watch.start(len(d.list))
	for d.stats.Cycle == nil && (d.cfg.MaxRewrites < 0 || d.stats.Rewritten-rewritten < int64(d.cfg.MaxRewrites)) {
		o := d.pop()
		if o == nil {
			break
		}
		d.process(o)
	}
	d.watch.forget()
	if len(d.list)+len(d.late) > 0 && d.stats.Cycle == nil {
		d.stats.Cut++
	}
	d.unlist()
	simplified := false
	if d.cfg.Simplify != NoSimplification && (d.applied || d.cleaned || d.consts.moved > before || d.iteration == 1) {
		simplified = d.simplify()
	}
	return d.applied || simplified
}

// populate lists the ops to visit, those of the scope in the order of the text
// or, bottom-up, in reverse. Constants move to their place on the way.
func (d *driver) populate() {
	keep := func(o *ir.Op) bool {
		for _, r := range o.Regions() {
			d.nested = true
			// The regions of a leaf change while another driver works on them: to
			// read them is a race.
			if !d.isLeaf(o) && !r.Empty() && !r.HasOneBlock() {
				d.cfgs = append(d.cfgs, r)
			}
		}
		return !o.Has(ir.ConstantLike) || d.consts.insert(d, o)
	}
	if !d.cfg.TopDown {
		d.walkPost(func(o *ir.Op) {
			if keep(o) {
				d.pushNew(o)
			}
		})
		return
	}
	d.walk(func(o *ir.Op) ir.WalkAction {
		if !keep(o) {
			return ir.Skip
		}
		d.add(o) // the ops around it are there
		return ir.Advance
	})
	for i, j := 0, len(d.list)-1; i < j; i, j = i+1, j-1 {
		d.list[i], d.list[j] = d.list[j], d.list[i]
	}
}

// walk visits the ops of the scope, parents first, without what is inside of
// ops that other drivers work on.
func (d *driver) walk(visit func(*ir.Op) ir.WalkAction) {
	for b := d.scope.First(); b != nil; b = b.Next() {
		for o := b.First(); o != nil; {
			next := o.Next()
			if d.isLeaf(o) {
				visit(o)
			} else {
				ir.Walk(o, visit)
			}
			o = next
		}
	}
}

// walkPost is walk, children first.
func (d *driver) walkPost(visit func(*ir.Op)) {
	for b := d.scope.First(); b != nil; b = b.Next() {
		for o := b.First(); o != nil; {
			next := o.Next()
			if d.isLeaf(o) {
				visit(o)
			} else {
				ir.WalkPost(o, visit)
			}
			o = next
		}
	}
}

// isLeaf reports whether there is nothing to visit inside of o.
func (d *driver) isLeaf(o *ir.Op) bool {
	return o.NumRegions() == 0 || d.split && o.Region() == d.scope && d.set.isIsolated(o)
}
