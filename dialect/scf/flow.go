package scf

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
)

// end is where control goes when an op is done.
func end(o *ir.Op) analysis.RegionSuccessor { return analysis.RegionSuccessor{Inputs: o.Results()} }

// into is region i, which is passed values for all of its arguments but the
// first ones.
func into(o *ir.Op, i, skip int) analysis.RegionSuccessor {
	r := o.RegionAt(i)
	s := analysis.RegionSuccessor{Region: r}
	if !r.Empty() {
		s.Inputs = r.First().Args()
	}
	s.Inputs = s.Inputs[min(skip, len(s.Inputs)):]
	return s
}

// checkFlow fails unless values go along all edges of control flow between o,
// its regions and its results that fit in number and type.
func checkFlow(o *ir.Op) error {
	flow, _ := analysis.RegionBranch.Get(o.Def())
	for _, to := range flow.Successors(o, nil, nil) {
		first, count := 0, 0
		if flow.Entry != nil {
			first, count = flow.Entry(o, to)
		}
		if err := checkEdge(o, o, to, first, count); err != nil {
			return err
		}
	}
	for _, r := range o.Regions() {
		for b := r.First(); b != nil; b = b.Next() {
			if err := checkEdgesFrom(o, b, flow); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkEdgesFrom(o *ir.Op, b *ir.Block, flow *analysis.RegionFlow) error {
	t := b.Last()
	if t == nil || !t.Has(ir.Terminator) {
		return nil
	}
	for _, to := range flow.Successors(o, b.Region(), nil) {
		first, count, ok := analysis.PassedBy(t, to)
		if !ok {
			continue
		}
		if err := checkEdge(o, t, to, first, count); err != nil {
			return err
		}
	}
	return nil
}

// checkEdge fails unless count operands of point from first on fit the inputs
// of successor to.
func checkEdge(o, point *ir.Op, to analysis.RegionSuccessor, first, count int) error {
	if n := len(to.Inputs); n != count {
		return o.NamedErrorf("%s: region branch point has %d operands, but region successor needs %d inputs", edgeText(o, point, to), count, n).
			WithNote(point.Loc(), "region branch point")
	}
	for i, in := range to.Inputs {
		if t := point.Operand(first + i).Type(); t != in.Type() {
			return o.NamedErrorf("%s: successor operand type #%d '%s' should match successor input type #%d '%s'", edgeText(o, point, to), i, t, i, in.Type()).
				WithNote(point.Loc(), "region branch point")
		}
	}
	return nil
}

// edgeText is what o calls the way from point to a successor.
func edgeText(o, point *ir.Op, to analysis.RegionSuccessor) string {
	from := "parent"
	if point != o {
		from = "Operation " + point.Name()
	}
	for i, r := range o.Regions() {
		if r == to.Region {
			return fmt.Sprintf("along control flow edge from %s to Region #%d", from, i)
		}
	}
	return "along control flow edge from " + from + " to parent"
}
