// Package tepasses has the passes of the index level, whose algorithms are in packages below te/.
package tepasses

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/te"
	"github.com/tg-opt/tg/te/lower"
)

// ToTGOptions are the options of the pass `te-to-tg`.
type ToTGOptions struct {
	MaxConstant int64 `opt:"max-constant" doc:"Up to how many elements a table of indices or conditions is a constant; what is larger is computed"`
}

// ToTG writes computes as ops of tg.
var ToTG = &pipeline.Pass{
	Name:  "te-to-tg",
	Title: "TEToTG",
	Doc: "Write computes as ops of tg: reads as views of tensors, the ops of bodies on tensors over the axes that they depend on, reductions as tg.reduce, contractions, convolutions, windows and cumulative sums. " +
		"Several computes that are one op become it: means, sums of narrow floats, products of complex numbers, pieces of a tensor, contractions with a bias and an activation. " +
		"All have the bits of the compute. Of several orders of the axes that which takes the fewest ops is chosen; fuse-elementwise makes fusions of what results. " +
		"A compute that cannot be said in tg, or only by much larger tensors, stays, which a remark says with the reason; it runs as it is. Constants that nobody needs any more are removed.",
	Options:    func() any { return &ToTGOptions{MaxConstant: 4096} },
	Statistics: []pipeline.Statistic{{Name: "num-lowered", Doc: "Number of computes written as ops of tg"}, {Name: "num-left", Doc: "Number of computes that stay"}},
	Bind: func(b *pipeline.Binding) error {
		if n := b.Options.(*ToTGOptions).MaxConstant; n < 0 {
			return fmt.Errorf("max-constant must be at least 0, but is %d", n)
		}
		return nil
	},
	Run: runToTG,
}

func runToTG(r *pipeline.Run) error {
	var blocks []*ir.Block
	seen := map[*ir.Block]bool{}
	ir.Walk(r.Op, func(o *ir.Op) ir.WalkAction {
		if _, ok := te.AsCompute(o); !ok {
			return ir.Advance
		}
		if !seen[o.Block()] {
			seen[o.Block()] = true
			blocks = append(blocks, o.Block())
		}
		return ir.Skip
	})
	changed := false
	for _, b := range blocks {
		changed = lowerBlock(r, b) || changed
	}
	if !changed {
		r.MarkUnchanged()
		return nil
	}
	var unneeded []*ir.Op
	ir.Walk(r.Op, func(o *ir.Op) ir.WalkAction {
		if o.Has(ir.ConstantLike) && !o.HasUses() {
			unneeded = append(unneeded, o)
		}
		return ir.Advance
	})
	for _, o := range unneeded {
		o.Erase()
	}
	return nil
}

// lowerBlock writes the computes of a block, whose constants it shares. It reports whether there
// was one that it could write.
func lowerBlock(r *pipeline.Run, block *ir.Block) (changed bool) {
	options := lower.Options{MaxConstant: r.Options.(*ToTGOptions).MaxConstant}
	constants := map[*ir.Attr]*ir.Value{}
	if n := lower.Several(r.Builder, block, options); n > 0 {
		r.Count("num-lowered", int64(n))
		changed = true
	}
	for o := block.First(); o != nil; {
		c, ok := te.AsCompute(o)
		if !ok {
			next := o.Next()
			share(constants, o)
			o = next
			continue
		}
		before := o.Prev()
		results, why := lower.Compute(r.Builder, c, options)
		if results == nil {
			r.Missed(o, "TEToTG", "this compute stays te: %s", why)
			r.Count("num-left", 1)
			o = o.Next()
			continue
		}
		for i, v := range results {
			o.Result(i).ReplaceAllUsesWith(v)
			for v != nil && v.Def() != nil {
				c := lower.Epilogue(r.Builder, v.Def())
				if c == nil {
					break
				}
				r.Count("num-lowered", 1)
				v = c.Result(0)
			}
		}
		next := o.Next()
		first := block.First()
		if before != nil {
			first = before.Next()
		}
		for p := first; p != o; {
			after := p.Next()
			share(constants, p)
			p = after
		}
		o.Erase()
		r.Count("num-lowered", 1)
		o, changed = next, true
	}
	return changed
}

// share replaces a constant by an equal one that stands before it in its block.
func share(constants map[*ir.Attr]*ir.Value, o *ir.Op) {
	if o.Name() != "tg.constant" {
		return
	}
	value := o.Attr("value")
	if v := constants[value]; v != nil && o.Attrs() == nil {
		o.Result(0).ReplaceAllUsesWith(v)
		o.Erase()
	} else {
		constants[value] = o.Result(0)
	}
}
