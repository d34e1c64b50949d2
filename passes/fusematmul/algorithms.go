package fusematmul

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// algorithms chooses the algorithm of convolutions of b: that of Winograd, which rounds otherwise,
// where it takes less time. The kernel must be the same in every run, so that it is transformed
// once. It comes last, when convolutions are what they stay.
func (f *fuser) algorithms(b *ir.Block) {
	for o := b.First(); o != nil; o = o.Next() {
		if !o.Is(tg.Conv) || !f.real(o.Result(0).Type().Elem()) {
			continue
		}
		list := tg.Algorithms(o)
		if len(list) == 0 {
			continue
		}
		if _, kept := analysis.KeptOperands(o); kept == nil || !kept[1] {
			f.run.Count("num-left", 1)
			f.run.Missed(o, "FuseMatmul", "left '%s' to be computed as it is defined: its kernel would be transformed in every run", o.Name())
			continue
		}
		f.algorithm(o, list)
	}
}

// algorithm chooses one of several algorithms of a convolution, or none of them.
func (f *fuser) algorithm(o *ir.Op, list []*ir.Attr) {
	if _, stated := f.machine.Stated(o); stated {
		return
	}
	before := f.machine.Op(o)
	var best *ir.Attr
	least := 0.0
	for _, a := range list {
		if s := f.machine.Seconds(f.machine.Work(tg.WithAlgorithm(o, a))); best == nil || s < least {
			best, least = a, s
		}
	}
	if least >= before {
		f.run.Count("num-left", 1)
		f.run.Missed(o, "FuseMatmul", "left '%s' to be computed as it is defined: by %s it would take %.4g us instead of %.4g us",
			o.Name(), best.Text(), microseconds(least), microseconds(before))
		return
	}
	o.SetAttr("algorithm", best)
	f.run.Passed(o, "FuseMatmul", "computes '%s' by %s: %.4g us instead of %.4g us", o.Name(), best.Text(), microseconds(least), microseconds(before))
	f.run.Count("num-algorithms", 1)
	f.changed = true
}
