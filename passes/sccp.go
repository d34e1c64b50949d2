package passes

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// SCCP replaces what is always the same constant.
var SCCP = &pipeline.Pass{
	Name:  "sccp",
	Title: "SCCP",
	Doc: "Sparse conditional constant propagation. Values that are one constant on every way that control can take are " +
		"replaced by it: through branches, regions, and calls of functions whose callers are all known. Ops that gave nothing " +
		"else vanish if they have no effects; blocks that control never reaches stay as they are.",
	Statistics: []pipeline.Statistic{
		{Name: "num-replaced", Doc: "Number of values replaced by constants"},
		{Name: "num-erased", Doc: "Number of operations removed"},
	},
	Run: func(r *pipeline.Run) error {
		s := &sccp{run: r, facts: analysis.NewConstants(r.Op), purity: analysis.NewPurity(), known: map[poolKey]*ir.Op{}}
		s.rewrite()
		if s.replaced == 0 {
			r.MarkUnchanged()
		}
		r.Count("num-replaced", s.replaced)
		r.Count("num-erased", s.erased)
		return nil
	},
}

type sccp struct {
	run              *pipeline.Run
	facts            *analysis.Constants
	purity           *analysis.Purity
	known            map[poolKey]*ir.Op
	replaced, erased int64
}

// poolKey is what there is one op for in a region.
type poolKey struct {
	home    *ir.Region
	dialect *ir.Dialect
	value   *ir.Attr
	typ     *ir.Type
}

// blockAtHome is a block, with the region that holds the constants for it: the
// nearest one whose op is isolated from above, or may be.
type blockAtHome struct {
	block *ir.Block
	home  *ir.Region
}

// rewrite goes through the blocks in the order of MLIR's pass, which shows in
// the order of the constants: a block comes before those nested in it, and all
// of it before the next one.
func (s *sccp) rewrite() {
	var work []blockAtHome
	add := func(o *ir.Op, home *ir.Region) {
		for _, r := range o.Regions() {
			h := home
			if o == s.run.Op || mayBeIsolated(o) {
				h = r
			}
			for b := r.Last(); b != nil; b = b.Prev() {
				work = append(work, blockAtHome{b, h})
			}
		}
	}
	add(s.run.Op, nil)
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		for o := at.block.First(); o != nil; {
			next := o.Next()
			all := o.NumResults() > 0
			for i := range o.NumResults() {
				all = s.replace(o.Result(i), at.home) && all
			}
			if all && !o.Has(ir.Terminator|ir.Symbol) && s.purity.Pure(o) {
				o.Erase()
				s.erased++
			} else {
				add(o, at.home)
			}
			o = next
		}
		for _, a := range at.block.Args() {
			s.replace(a, at.home)
		}
	}
}

// replace makes every use of v a use of the constant that it is, if it is one.
func (s *sccp) replace(v *ir.Value, home *ir.Region) bool {
	value, dialect := s.facts.Of(v)
	if value == nil {
		return false
	}
	key := poolKey{home, dialect, value, v.Type()}
	o := s.known[key]
	if o == nil {
		if o = s.make(key); o == nil {
			return false
		}
		s.known[key] = o
	}
	o.Def().Dialect().ShareLoc(o, v.Loc())
	if def := v.Def(); def != nil && !def.Has(ir.ConstantLike) {
		s.run.Passed(def, "SCCP", "result %d is always %s", v.Index(), value)
	}
	v.ReplaceAllUsesWith(o.Result(0))
	s.replaced++
	return true
}

// make makes a constant at the start of its home, or finds that another dialect
// has the same already.
func (s *sccp) make(key poolKey) *ir.Op {
	if key.dialect.Constant == nil {
		return nil
	}
	o := key.dialect.Constant(s.run.Builder.AtStart(key.home.First()), key.value, key.typ, 0)
	if o == nil || o.Def().Dialect() == key.dialect {
		return o
	}
	key.dialect = o.Def().Dialect()
	if first := s.known[key]; first != nil {
		o.Erase()
		return first
	}
	s.known[key] = o
	return o
}
