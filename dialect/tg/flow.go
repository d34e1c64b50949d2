package tg

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// How control and values go through tg.if, tg.case and tg.while.

// branchFlow: one of the regions runs, which one operand 0 tells; choose is its
// number for a constant, or -1.
func branchFlow(choose func(o *ir.Op, c *ir.Attr) int) *analysis.RegionFlow {
	chosen := func(o *ir.Op, consts []*ir.Attr) int {
		if len(consts) == 0 || consts[0] == nil {
			return -1
		}
		return choose(o, consts[0])
	}
	return &analysis.RegionFlow{
		Successors: func(o *ir.Op, from *ir.Region, consts []*ir.Attr) []analysis.RegionSuccessor {
			if from != nil {
				return []analysis.RegionSuccessor{{Inputs: o.Results()}}
			}
			if i := chosen(o, consts); i >= 0 {
				return []analysis.RegionSuccessor{{Region: o.RegionAt(i)}}
			}
			var to []analysis.RegionSuccessor
			for _, r := range o.Regions() {
				to = append(to, analysis.RegionSuccessor{Region: r})
			}
			return to
		},
		Runs: func(o *ir.Op, i int, consts []*ir.Attr) (atLeast, atMost int) {
			switch chosen(o, consts) {
			case -1:
				return 0, 1
			case i:
				return 1, 1
			}
			return 0, 0
		},
	}
}

var ifFlow = branchFlow(func(o *ir.Op, a *ir.Attr) int {
	switch c := o.Context(); {
	case isSplatOf(a, elementBytes(c, c.Bool(), 1)):
		return 0
	case isSplatOf(a, elementBytes(c, c.Bool(), 0)):
		return 1
	}
	return -1
})

var caseFlow = branchFlow(caseOf)

// whileFlow: what the first region yields is the condition. The state goes on
// from its arguments to the second region and to the results, passed by nobody.
// Results behind the state gather what the second region yields behind the next one.
var whileFlow = &analysis.RegionFlow{
	Successors: func(o *ir.Op, from *ir.Region, consts []*ir.Attr) []analysis.RegionSuccessor {
		cond, body := o.RegionAt(0), o.RegionAt(1)
		if from != cond {
			return []analysis.RegionSuccessor{{Region: cond, Inputs: cond.First().Args()}}
		}
		if len(consts) > 0 {
			switch c := o.Context(); {
			case isSplatOf(consts[0], elementBytes(c, c.Bool(), 1)):
				return []analysis.RegionSuccessor{{Region: body}}
			case isSplatOf(consts[0], elementBytes(c, c.Bool(), 0)):
				return []analysis.RegionSuccessor{{}}
			}
		}
		return []analysis.RegionSuccessor{{}, {Region: body}}
	},
	Entry: func(o *ir.Op, _ analysis.RegionSuccessor) (first, count int) { return 0, o.NumOperands() },
	Same: func(o *ir.Op, v *ir.Value) *ir.Value {
		if cond := o.RegionAt(0).First(); (v.Def() == o || v.Block() != cond) && v.Index() < cond.NumArgs() {
			return cond.Arg(v.Index())
		}
		return nil
	},
	Gathers: func(o *ir.Op, v *ir.Value) *ir.Use {
		if end := o.RegionAt(1).First().Last(); v.Index() >= o.NumOperands() {
			return end.OperandUse(v.Index())
		}
		return nil
	},
	Runs: func(_ *ir.Op, i int, _ []*ir.Attr) (atLeast, atMost int) { return 1 - i, -1 },
}

// passedByYield: all operands of tg.yield go on, but for the condition of a
// loop.
func passedByYield(t *ir.Op, _ analysis.RegionSuccessor) (first, count int) {
	if p := t.Parent(); p.Is(While) && t.Region() == p.RegionAt(0) {
		return 0, 0
	}
	return 0, t.NumOperands()
}
