// Package fuseelementwise is the pass that puts elementwise ops and reductions into fusions,
// which run tile by tile in the cache. groups.go decides what goes together, siblings.go joins
// groups that read the same, and build.go makes the fusions.
package fuseelementwise

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// Options are the options of the pass `fuse-elementwise`.
type Options struct {
	MaxOps     int    `opt:"max-ops" doc:"Put at most this many computing ops into a fusion"`
	Reductions bool   `opt:"reductions" doc:"Fuse into and across reductions, too"`
	Machine    string `opt:"machine" names:"cpu,gpu" doc:"What the program is to run on: cpu, gpu, or the file of a profile; the size of its cache limits what runs together"`

	model *cost.Machine // of the option machine
}

// Pass makes fusions.
//
// # Grouping
//
// Ops are put into groups such that the graph of groups has no cycle. Each group has a level, and
// every dependence between two groups goes from a lower to a higher level; that alone excludes
// cycles, so no reachability is ever asked for. Ops come in program order. An op may join the
// groups of its producers, which then become one group, if that group's level can be above those of
// all it depends on from outside, and below those of all that depend on it; a group that nobody
// depends on yet can be lifted as far as is needed. Each op looks at its operands only, so all of
// it is linear. Groups that read the same value and have the same level when levels are as low as
// can be are joined afterwards: no path leads from one to the other.
//
// This is acyclic clustering by top levels: Herrmann, Ozkaya, Ucar, Kaya, Catalyurek, "Multilevel
// algorithms for acyclic partitioning of directed acyclic graphs", SIAM J. Sci. Comput. 41(4),
// 2019, theorem 4.2, with levels that move.
var Pass = &pipeline.Pass{
	Name:  "fuse-elementwise",
	Title: "FuseElementwise",
	Doc: "Fuse elementwise ops and reductions into tg.fusion, which runs them tile by tile in the cache. " +
		"Producers go into consumers through broadcasts and reshapes that keep leading dimensions, into and across reductions of trailing dimensions, and into reductions of all leading dimensions and perhaps others, whose results go into consumers that are no larger; " +
		"what others use becomes one more result, unless the cost model says that later fusions compute it again, from what they can read as well, in less time than moving it takes: such are the " +
		"activations in a backward part. Else nothing is computed twice but constants, iotas and broadcasts, and memory traffic never grows. " +
		"Contractions, gathers, calls and control flow are boundaries. A fusion holds no more than max-ops ops, and its rows fit into the cache. Results keep every bit.",
	Options: func() any { return &Options{MaxOps: 128, Reductions: true, Machine: "cpu"} },
	Bind: func(b *pipeline.Binding) (err error) {
		opt := b.Options.(*Options)
		opt.model, err = cost.Named(opt.Machine, b.Registry.MaxInput)
		return err
	},
	Prepare: func(c *ir.Context, options any) error { return options.(*Options).model.Check(c) },
	Statistics: []pipeline.Statistic{
		{Name: "num-fusions", Doc: "Number of fusions made"},
		{Name: "num-fused", Doc: "Number of elementwise ops and reductions in them"},
		{Name: "num-reductions", Doc: "Number of reductions among these"},
		{Name: "num-repeated", Doc: "Number of elementwise ops computed again where their results are read"},
		{Name: "bytes-saved", Doc: "Bytes of memory traffic that the fusions save, dynamic extents counted as 1"},
	},
	Run: func(r *pipeline.Run) error {
		opt := r.Options.(*Options)
		f := &fuser{run: r, opt: opt, cache: opt.model.Cache, shapes: map[string]int64{}, purity: analysis.NewPurity()}
		ir.Walk(r.Op, func(o *ir.Op) ir.WalkAction {
			if o.Is(tg.Fusion) || o.Is(tg.Reduce) {
				return ir.Skip
			}
			for _, region := range o.Regions() {
				for b := region.First(); b != nil; b = b.Next() {
					f.blocks = append(f.blocks, b)
				}
			}
			return ir.Advance
		})
		for _, b := range f.blocks {
			f.block(b)
		}
		if f.fusions == 0 {
			r.MarkUnchanged()
		}
		r.Count("num-fusions", f.fusions)
		r.Count("num-fused", f.fused)
		r.Count("num-reductions", f.reductions)
		r.Count("num-repeated", f.repeated)
		r.Count("bytes-saved", int64(f.saved))
		return nil
	},
}

// fuser is one run of the pass.
type fuser struct {
	run    *pipeline.Run
	opt    *Options
	cache  float64 // bytes
	blocks []*ir.Block
	shapes map[string]int64 // numbers of dynamic shapes
	purity *analysis.Purity

	fusions, fused, reductions, repeated int64
	saved                                float64

	// Of the block at hand: its ops, which group each is in, and the groups. The
	// number of an op's results is the op's place in the list.
	ops    []*ir.Op
	kinds  []fuseKind
	forms  []fusion.Form // of those that may be in fusions
	behind []bool        // those that are computed when all rows of their group have been seen
	groups []fuseGroup
	// highest is the highest level of a group so far; fence the lowest since an op
	// that nothing may be moved across.
	highest, fence int64
	explained      bool // remarks have said why ops are not fused
	// copies are ops that were copied for a group, whose number, and 1, it is.
	copies map[*ir.Op]int32
}

// fuseKind says what part an op takes in fusions.
type fuseKind uint8

const (
	fuseNever   fuseKind = iota // it is a boundary
	fuseGiven                   // a boundary that depends on nothing: a constant or an iota that is not repeated
	fuseBarrier                 // nothing moves across it
	fuseSource                  // repeated wherever it is read: a constant, an iota, a broadcast
	fuseFree                    // a reshape, which costs nothing
	fuseCompute                 // an elementwise op
	fuseReduce                  // a reduction that others may follow
	fuseFinal                   // a reduction across rows: its result is there when all is done
)

// maxNested bounds the ops inside of an op that is looked into to see what it
// uses.
const maxNested = 64

// block fuses the ops of one block.
func (f *fuser) block(b *ir.Block) {
	f.explained, f.copies = false, nil
	if !f.group(b) {
		return
	}
	if f.explained = true; f.repeatValues(b) {
		f.group(b)
	}
	f.emit(b)
}

// group puts the ops of a block into groups. It reports whether there is anything to fuse.
func (f *fuser) group(b *ir.Block) bool {
	f.ops, f.kinds, f.forms, f.behind, f.fence = f.ops[:0], f.kinds[:0], f.forms[:0], f.behind[:0], 0
	f.highest = 0
	candidates := 0
	for o := b.First(); o != nil; o = o.Next() {
		k, form := f.kindOf(o)
		if k >= fuseCompute {
			candidates++
		}
		for i := range o.NumResults() {
			o.Result(i).SetNumber(uint32(len(f.ops)))
		}
		f.ops = append(f.ops, o)
		f.kinds, f.forms, f.behind = append(f.kinds, k), append(f.forms, form), append(f.behind, false)
	}
	if candidates == 0 {
		return false
	}
	f.groups = make([]fuseGroup, len(f.ops))
	for i := range f.ops {
		f.op(b, i)
	}
	f.siblings(b)
	return true
}

// kindOf classifies an op, and tells the form of one that may be in a fusion.
func (f *fuser) kindOf(o *ir.Op) (fuseKind, fusion.Form) {
	switch {
	case o.Has(ir.Terminator), !f.purity.Pure(o):
		return fuseBarrier, fusion.Form{}
	case o.NumRegions() > 0 && !o.Has(ir.IsolatedFromAbove):
		nested := 0
		if ir.Walk(o, func(*ir.Op) ir.WalkAction {
			if nested++; nested > maxNested {
				return ir.Stop
			}
			return ir.Advance
		}) == ir.Stop {
			return fuseBarrier, fusion.Form{}
		}
		return fuseNever, fusion.Form{}
	case !tg.MayBeFused(o) || o.NumResults() != 1, o.Is(tg.Bitcast): // a bitcast is a view, or as quick as one
		return fuseNever, fusion.Form{}
	case o.Is(tg.Constant) && !smallConstant(o), o.Is(tg.Iota) && !smallIota(o):
		return fuseGiven, fusion.Form{}
	}
	node, err := interp.TileNode(o, o.OperandTypes(), o.ResultTypes())
	if err != nil {
		if o.Has(ir.Elementwise) && !f.explained {
			f.run.Missed(o, "FuseElementwise", "not fused: %s", err)
		}
		return fuseNever, fusion.Form{}
	}
	return f.kindOfNode(o, &node), node.Form()
}

// kindOfNode is kindOf for an op that is this node in a fusion.
func (f *fuser) kindOfNode(o *ir.Op, node *fusion.Node) fuseKind {
	switch node.Kind {
	case fusion.Constant, fusion.Iota:
		return fuseSource
	case fusion.Broadcast:
		if smallBroadcast(o) {
			return fuseSource
		}
	case fusion.Reshape:
		if o.Result(0).Type().IsStatic() && o.Operand(0).Type().IsStatic() {
			return fuseFree
		}
	case fusion.Elementwise:
		return fuseCompute
	case fusion.Reduce:
		return f.kindOfReduce(o)
	}
	return fuseNever
}

// A source is repeated wherever it is read only if that saves memory traffic.
// This is decided here for all who ask: what is not repeated is a boundary.

func smallConstant(o *ir.Op) bool {
	return o.Attr("value").Is(ir.DenseAttr) && o.Attr("value").IsSplat()
}

func smallIota(o *ir.Op) bool {
	t := o.Result(0).Type()
	return t.IsStatic() && t.Shape()[o.Attr("dim").Int()] <= fusion.MaxIota
}

func smallBroadcast(o *ir.Op) bool {
	from, to := o.Operand(0).Type(), o.Result(0).Type()
	return to.IsStatic() && !o.Operand(0).Def().Is(tg.Broadcast) && cost.Bytes(from) <= cost.Bytes(to)
}

func (f *fuser) kindOfReduce(o *ir.Op) fuseKind {
	t := o.Operand(0).Type()
	if !f.opt.Reductions || !t.IsStatic() {
		return fuseNever
	}
	outer, kept := false, false // reduced and kept dimensions, up to the first kept one that is not 1
	reduced := map[int64]bool{}
	for _, d := range o.Attr("dims").Ints() {
		reduced[d] = true
	}
	for d, n := range t.Shape() {
		switch {
		case n == 1:
		case !reduced[int64(d)]:
			kept = true
		case !kept:
			outer = true
		}
	}
	if !outer || cost.Elements(t) <= smallRow {
		return fuseReduce
	}
	return fuseFinal
}
