package passes

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// ControlFlowSink moves ops into the one conditional region that needs them.
var ControlFlowSink = &pipeline.Pass{
	Name:  "control-flow-sink",
	Title: "ControlFlowSink",
	Doc: "Sink operations into conditional blocks. An op without effects whose results are used in one region alone, which " +
		"runs at most once, moves to the start of it, so that nothing is computed in vain where the region does not run. " +
		"Barriers stay.",
	Statistics: []pipeline.Statistic{{Name: "num-sunk", Doc: "Number of operations sunk"}},
	Run: func(r *pipeline.Run) error {
		s := &sinker{run: r, purity: analysis.NewPurity(), inside: map[*ir.Region]*ir.Region{}, checked: map[*ir.Op]usesInside{}}
		var branches []*ir.Op
		ir.WalkPost(r.Op, func(o *ir.Op) {
			if o.NumRegions() > 0 {
				branches = append(branches, o)
			}
		})
		for _, o := range branches {
			s.branch(o)
			for _, region := range o.Regions() {
				s.inside[region] = o.Region()
			}
		}
		if s.sunk == 0 {
			r.MarkUnchanged()
		}
		r.Count("num-sunk", s.sunk)
		return nil
	},
}

type sinker struct {
	run    *pipeline.Run
	purity *analysis.Purity
	// inside is a forest that leads from every region that is done with to the
	// outermost one around it that is, or whose turn it is.
	inside  map[*ir.Region]*ir.Region
	checked map[*ir.Op]usesInside
	sunk    int64
}

// usesInside says that the uses of an op's results before a certain one are all
// in a region. Regions come from the inside out, so that what is in one is in
// those that come later or has nothing to do with them: no use is looked at
// twice.
type usesInside struct {
	region *ir.Region
	result int
	use    *ir.Use
}

// branch sinks into the regions of o that run at most once.
func (s *sinker) branch(o *ir.Op) {
	flow, ok := analysis.RegionBranch.Get(o.Def())
	if !ok || flow.Runs == nil {
		return
	}
	consts := make([]*ir.Attr, o.NumOperands())
	for i := range consts {
		consts[i] = ir.ConstantValue(o.Operand(i))
	}
	var regions []*ir.Region
	for i, r := range o.Regions() {
		if _, atMost := flow.Runs(o, i, consts); atMost >= 0 && atMost <= 1 && !r.Empty() {
			regions = append(regions, r)
		}
	}
	for _, r := range regions {
		s.sinkInto(r)
	}
}

// sinkInto moves what only r uses into it, and then what only that uses.
func (s *sinker) sinkInto(r *ir.Region) {
	var stack []*ir.Op
	for b := r.First(); b != nil; b = b.Next() {
		for o := b.First(); o != nil; o = o.Next() {
			stack = append(stack, o)
		}
	}
	for len(stack) > 0 {
		user := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i := range user.NumOperands() {
			o := user.Operand(i).Def()
			if o == nil || o.Region() == r || o.Has(ir.Opaque) || !s.purity.Pure(o) || !s.usedOnlyIn(o, r) {
				continue
			}
			s.run.Passed(o, "ControlFlowSink", "sunk into the only region that needs it")
			r.First().InsertBefore(detached(o), r.First().First())
			s.moved(o, r)
			s.sunk++
			stack = append(stack, o)
		}
	}
}

func detached(o *ir.Op) *ir.Op {
	o.Detach()
	return o
}

// moved notes that the regions of o are inside of r now.
func (s *sinker) moved(o *ir.Op, r *ir.Region) {
	if o.NumRegions() == 0 {
		return
	}
	ir.Walk(o, func(p *ir.Op) ir.WalkAction {
		for _, nested := range p.Regions() {
			s.inside[nested] = r
		}
		return ir.Advance
	})
}

// usedOnlyIn reports whether all uses of o are in r or nested in it.
func (s *sinker) usedOnlyIn(o *ir.Op, r *ir.Region) bool {
	c, again := s.checked[o]
	if !again {
		c = usesInside{result: -1}
	} else if c.region != nil && s.outermost(c.region) != r {
		return false
	}
	for {
		for c.use == nil {
			if c.result++; c.result == o.NumResults() {
				return true // and o is moved, so that nobody asks again
			}
			c.use = o.Result(c.result).FirstUse()
		}
		if s.outermost(c.use.Owner().Region()) != r {
			s.checked[o] = c
			return false
		}
		c.region, c.use = r, c.use.Next()
	}
}

// outermost follows s.inside as far as it leads.
func (s *sinker) outermost(r *ir.Region) *ir.Region {
	top := r
	for s.inside[top] != nil {
		top = s.inside[top]
	}
	for r != top {
		r, s.inside[r] = s.inside[r], top
	}
	return top
}
