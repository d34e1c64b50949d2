package rewrite

import (
	"slices"

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
	// Applied, if set, is told of every application: a pattern's name, or
	// AppliedFold, AppliedDead, AppliedOrder.
	Applied func(name string, o *ir.Op)
}

// What Config.Applied is told besides the names of patterns.
const (
	AppliedFold  = "(fold)"            // an op was replaced by what its folder found
	AppliedDead  = "(dead)"            // an unused op went
	AppliedOrder = "(constants right)" // a constant became the second operand
)

// Set is a set of patterns, looked up by root.
type Set struct {
	byRoot map[*ir.OpDef][]*Pattern
	any    []*Pattern
}

// NewSet sorts patterns by root and benefit.
func NewSet(patterns []*Pattern) *Set {
	s := &Set{byRoot: map[*ir.OpDef][]*Pattern{}}
	for _, p := range patterns {
		if p.Root == nil {
			s.any = append(s.any, p)
		} else {
			s.byRoot[p.Root] = append(s.byRoot[p.Root], p)
		}
	}
	byBenefit := func(a, b *Pattern) int { return b.Benefit - a.Benefit }
	slices.SortStableFunc(s.any, byBenefit)
	for root, list := range s.byRoot {
		list = append(list, s.any...)
		slices.SortStableFunc(list, byBenefit)
		s.byRoot[root] = list
	}
	return s
}

func (s *Set) of(d *ir.OpDef) []*Pattern {
	if list, ok := s.byRoot[d]; ok {
		return list
	}
	return s.any
}

// Greedy applies folders and patterns inside root until nothing changes or a
// bound is reached. It reports whether it converged and whether it changed
// anything.
//
// The method is the worklist of MLIR's greedy driver: ops whose operands or
// users changed are looked at again; constants are uniqued at the start of the
// nearest isolated region; ops without uses and effects vanish.
func Greedy(root *ir.Op, b *ir.Builder, set *Set, cfg Config) (converged, changed bool) {
	d := &driver{set: set, cfg: cfg, root: root, purity: analysis.NewPurity(), inLater: map[*ir.Op]bool{}}
	d.rewriter = &Rewriter{Builder: b, driver: d}
	outer := b.Created
	b.Created = d.push
	defer func() { b.Created = outer }()
	for i := 0; cfg.MaxIterations < 0 || i < cfg.MaxIterations; i++ {
		if !d.sweep() {
			return true, changed || d.moved
		}
		changed = true
	}
	return false, changed || d.moved
}

type driver struct {
	set      *Set
	cfg      Config
	root     *ir.Op
	rewriter *Rewriter
	purity   *analysis.Purity
	// initial holds the ops of the sweep in reverse order of visiting; later
	// holds those that came up again, which go first.
	initial []*ir.Op
	later   []*ir.Op
	inLater map[*ir.Op]bool
	consts  constants
	// operands is scratch space for a folder's constants.
	operands []*ir.Attr
	rewrites int
	changed  bool // in this sweep
	moved    bool // a constant changed its place, which is no reason to sweep again
}

func (d *driver) sweep() bool {
	d.changed, d.rewrites = false, 0
	d.initial, d.later = d.initial[:0], d.later[:0]
	clear(d.inLater)
	d.purity.Forget()
	d.consts = constants{known: map[constantKey]*ir.Op{}, owned: map[*ir.Op]constantKey{}}
	d.populate()
	for d.cfg.MaxRewrites < 0 || d.rewrites < d.cfg.MaxRewrites {
		o := d.pop()
		if o == nil {
			break
		}
		d.process(o)
	}
	if d.cfg.Simplify != NoSimplification && simplifyRegions(d.root, d.cfg.Simplify) {
		d.changed = true
	}
	return d.changed
}

// populate lists the ops to visit, those of the root's regions in the order of
// the text or, bottom-up, in reverse. Constants move to their place on the way.
func (d *driver) populate() {
	visit := func(o *ir.Op) ir.WalkAction {
		if o != d.root && (!o.Has(ir.ConstantLike) || d.consts.unique(d, o)) {
			d.initial = append(d.initial, o)
		}
		return ir.Advance
	}
	if d.cfg.TopDown {
		ir.Walk(d.root, visit)
		slices.Reverse(d.initial)
		return
	}
	ir.WalkPost(d.root, func(o *ir.Op) { visit(o) })
}

func (d *driver) push(o *ir.Op) {
	if o != d.root && !d.inLater[o] {
		d.inLater[o] = true
		d.later = append(d.later, o)
	}
}

func (d *driver) pushDef(v *ir.Value) {
	if o := v.Def(); o != nil {
		d.push(o)
	}
}

// pop returns the next op that is still part of the IR, or nil.
func (d *driver) pop() *ir.Op {
	for len(d.later) > 0 {
		o := d.later[len(d.later)-1]
		d.later = d.later[:len(d.later)-1]
		delete(d.inLater, o)
		if o.Block() != nil {
			return o
		}
	}
	for len(d.initial) > 0 {
		o := d.initial[len(d.initial)-1]
		d.initial = d.initial[:len(d.initial)-1]
		if o.Block() != nil {
			return o
		}
	}
	return nil
}

// erasing is told of every op before it goes. What it alone used may be dead
// now; what has one use left may match a pattern that asks for that.
func (d *driver) erasing(root *ir.Op) {
	d.changed = true
	ir.WalkPost(root, func(o *ir.Op) {
		d.consts.forget(o)
		for i := range o.NumOperands() {
			if v := o.Operand(i); v != nil {
				d.pushDef(v)
			}
		}
		// Ops inside are taken apart one by one, the innermost first: detached,
		// they will not be visited again.
		if o != root {
			o.Erase()
		}
	})
}

func (d *driver) applied(name string, o *ir.Op) {
	d.changed = true
	if d.cfg.Applied != nil {
		d.cfg.Applied(name, o)
	}
}

func (d *driver) process(o *ir.Op) {
	if !o.HasUses() && !o.Has(ir.Terminator) && d.purity.Pure(o) {
		d.applied(AppliedDead, o)
		d.rewriter.EraseOp(o)
		return
	}
	if o.Has(ir.ConstantLike) {
		d.consts.unique(d, o)
		return
	}
	if d.reorder(o) || d.fold(o) {
		return
	}
	for _, p := range d.set.of(o.Def()) {
		d.rewriter.Before(o)
		if p.Apply(d.rewriter, o) {
			d.rewrites++
			d.applied(p.Name, o)
			return
		}
	}
}

// reorder moves a constant to the right of a commutative op.
func (d *driver) reorder(o *ir.Op) bool {
	if !o.Has(ir.Commutative) || o.NumOperands() < 2 ||
		ir.ConstantValue(o.Operand(0)) == nil || ir.ConstantValue(o.Operand(1)) != nil {
		return false
	}
	a, b := o.Operand(0), o.Operand(1)
	o.SetOperand(0, b)
	o.SetOperand(1, a)
	d.applied(AppliedOrder, o)
	d.push(o)
	return true
}

// fold asks the op's folder.
func (d *driver) fold(o *ir.Op) bool {
	def := o.Def()
	if def == nil || def.Fold == nil {
		return false
	}
	d.operands = d.operands[:0]
	for i := range o.NumOperands() {
		d.operands = append(d.operands, ir.ConstantValue(o.Operand(i)))
	}
	folded := def.Fold(o, d.operands)
	if ir.IsInPlace(folded) {
		d.applied(AppliedFold, o)
		d.push(o)
		return true
	}
	if len(folded) != o.NumResults() {
		return false
	}
	values := make([]*ir.Value, len(folded))
	for i, f := range folded {
		if values[i] = f.Value; values[i] == nil {
			values[i] = d.consts.make(d, o, f.Const, o.Result(i).Type())
		}
		if values[i] == nil || values[i].Type() != o.Result(i).Type() {
			return false
		}
	}
	d.applied(AppliedFold, o)
	d.rewriter.ReplaceOp(o, values...)
	return true
}
