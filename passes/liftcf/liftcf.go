// Package liftcf is the pass lift-cf-to-tg: it makes branches between blocks the choices and loops
// of tg, whose regions have one block each.
//
// The graph of blocks is taken apart into loops, the strongly connected parts of it, and what is
// left of each level is a graph without cycles (graph.go). In that, a block is followed by those
// that it dominates: one that a single branch leads to goes into an arm of that branch, and one
// where several ways meet behind all of these (shape.go). This is how N. Ramsey, "Beyond Relooper",
// 2022, structures a graph in linear time. There a way may leave several blocks at once. Here, as
// in H. Bahmann and others, "Perfect Reconstructability of Control Flow from Demand Dependence
// Graphs", 2015, a value says where it goes, and what it passes on its way is guarded by a
// comparison; where only one way is possible, there is neither. A loop goes on as long as a flag
// says so, or, if it has the form of a while loop, as long as its condition does (headed.go). A
// cycle with several entries becomes a loop that begins with a choice between them. So every graph
// can be lifted.
//
// Values cross the borders of regions as results and as state, which carried.go finds for each of
// them: arguments of blocks are variables that branches assign.
package liftcf

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// Options are the options of the pass.
type Options struct {
	IfPossible bool `opt:"if-possible" extra:"true" doc:"Leave alone what cannot be lifted, instead of failing"`
}

// Pass lifts branches.
var Pass = &pipeline.Pass{
	Name:  "lift-cf-to-tg",
	Title: "LiftCFToTG",
	Doc: "Make branches between blocks tg.if, tg.case and tg.while, which have derivatives and are optimised as a whole. " +
		"Every graph of cf.br, cf.cond_br and cf.switch is lifted, loops with several exits or entries included: where a way leads past others, a number " +
		"says where to. A function that no branch ends gets an end behind its loops that control never reaches. What has effects runs as often as before, in the same order; of what has none, the condition of a loop and what it shares with the rest is " +
		"computed again where that is cheap. An array that goes through the rounds of a loop keeps its shape, as state of tg.while does. Scalars that cross the border of a region do so as tensors of rank 0.",
	Options:    func() any { return &Options{} },
	Statistics: []pipeline.Statistic{{Name: "num-blocks", Doc: "Number of blocks that are part of a structure now"}},
	Run: func(r *pipeline.Run) error {
		ifPossible := r.Options.(*Options).IfPossible
		regions := branching(r.Op)
		if len(regions) == 0 {
			r.MarkUnchanged()
			return nil
		}
		purity := analysis.NewPurity()
		for _, region := range regions {
			blocks, err := lift(r.Builder, region, purity)
			if err != nil && !ifPossible {
				return err
			}
			if err != nil {
				r.Missed(region.Parent(), "lift-cf-to-tg", "branches stay: %s", ir.AsDiag(err, region.Parent().Loc()).Message)
			}
			r.Count("num-blocks", int64(blocks))
		}
		return nil
	},
}

// branching lists the regions in root that have several blocks, those inside of others first.
func branching(root *ir.Op) (list []*ir.Region) {
	ir.WalkPost(root, func(o *ir.Op) {
		for _, r := range o.Regions() {
			if !r.Empty() && !r.HasOneBlock() {
				list = append(list, r)
			}
		}
	})
	return list
}

// lift makes r a region of one block, and returns how many blocks that could be reached it had.
// After an error r is what it was, but for arguments that were one value and blocks that nothing
// reached.
func lift(b *ir.Builder, r *ir.Region, purity *analysis.Purity) (blocks int, err error) {
	ir.EraseUnreachable(r)
	if r.HasOneBlock() {
		return 1, nil
	}
	replaceSingleValues(r)
	g, err := newGraph(r, purity)
	if err != nil {
		return 0, err
	}
	g.findLoops()
	g.findWays()
	g.findHeads()
	top := g.build()
	if err := g.carry(top); err != nil {
		return 0, err
	}
	newEmitter(g, b).run(top)
	return len(g.blocks), nil
}
