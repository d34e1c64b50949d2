package saturate

import (
	_ "embed"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/rules"
)

var (
	//go:embed precision.rules
	narrowRules string
	//go:embed int8.rules
	int8Rules string
)

// full is the precision at which nothing is given up.
const full = "f32"

// precisionRules are the rules of the option precision.
func precisionRules(precision string) []*rule.Rule {
	text := int8Rules
	switch precision {
	case full:
		return nil
	case "bf16", "f16":
		text = strings.ReplaceAll(narrowRules, "HALF", precision)
	}
	l := rule.NewLibrary(rules.Lookup)
	l.Add("passes/saturate/"+precision+".rules", text)
	return l.Rules()
}

// original is a function as it was before precision was given up in it.
type original struct {
	function *ir.Op
	module   *ir.Op // a copy of what it is in, with the functions that it calls
	narrow   int    // ops with less than full precision
}

// originals are copies of the functions of the op that the pass runs on, where they are going to
// be compared with what becomes of them.
func (s *saturater) originals() (list []original) {
	if s.opt.Precision == full {
		return nil
	}
	copies := copies{s.run.Op, s.build, map[*ir.Op]*ir.Op{}}
	for _, fn := range functionsIn(s.run.Op) {
		if !fn.RegionAt(0).Empty() {
			list = append(list, original{fn, copies.of(fn), narrowOps(fn)})
		}
	}
	return list
}

// copies are copies of modules below a root.
type copies struct {
	root  *ir.Op
	build *ir.Builder
	made  map[*ir.Op]*ir.Op
}

// of is a module with a copy of a function: of the module that it is in, if that is not above the
// root. Other functions, which another worker may change, are not looked at.
func (c *copies) of(fn *ir.Op) *ir.Op {
	parent := fn.Parent()
	if fn == c.root || !parent.Has(ir.SymbolTable) {
		region, block := &ir.Region{}, &ir.Block{}
		region.Append(block)
		module := create(c.build.AtEnd(nil), "builtin.module", nil, nil, region)
		c.build.AtEnd(block).Clone(fn, map[*ir.Value]*ir.Value{})
		return module
	}
	if c.made[parent] == nil {
		c.made[parent] = c.build.AtEnd(nil).Clone(parent, map[*ir.Value]*ir.Value{})
	}
	return c.made[parent]
}

// narrowOps counts the ops in fn whose results have less than full precision.
func narrowOps(fn *ir.Op) (n int) {
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		for i := range o.NumResults() {
			switch e := o.Result(i).Type().ElemOrSelf(); {
			case e.IsFloat() && e.Width() <= 16, e.IsInteger() && e.Width() == 8:
				n++
			}
		}
		return ir.Advance
	})
	return n
}

// measure compares what functions compute with what they computed at full precision, where that
// has changed, and tells the user.
func (s *saturater) measure(list []original) {
	copies := copies{s.run.Op, s.build, map[*ir.Op]*ir.Op{}}
	for _, was := range list {
		fn := was.function
		if narrowOps(fn) <= was.narrow {
			continue
		}
		name := ir.SymbolName(fn)
		e, err := compareRuns(was.module, copies.of(fn), name)
		if err != nil {
			s.run.Remark(fn.Loc(), "precision=%s: the error of @%s is not known: %s", s.opt.Precision, name, err)
			continue
		}
		s.run.Count("num-measured", 1)
		s.run.Remark(fn.Loc(), "precision=%s: on %d generated inputs of @%s %s", s.opt.Precision, samples, name, e)
	}
}
