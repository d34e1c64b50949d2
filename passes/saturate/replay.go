package saturate

import (
	"fmt"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
)

// replayWork bounds the looks of a replay for each op of a program.
const replayWork = 100_000

// Replay checks a chain apart from the search: each rule, which must be one of those that are
// allowed, is matched in the program that it is applied to, by itself, and what it makes must give
// the next program where it is put in. Nothing is taken for equal on the way but what is the same.
func (c *Chain) Replay(allowed func(*rule.Rule) bool, mode rewrite.FPMode) error {
	s := newSpace(c.left.Last().Context(), nil, false)
	inputs := s.inputsOf(c.left)
	from, to := s.enterBlock(c.left, inputs), s.enterBlock(c.right, inputs)
	lists, made := make([][]*ir.Value, len(c.programs)), map[*Program]*ir.Value{}
	for i, list := range c.programs {
		for _, p := range list {
			lists[i] = append(lists[i], s.enterProgram(p, inputs, made))
		}
	}
	if !s.same(lists[0], from, nil) || !s.same(lists[len(lists)-1], to, nil) {
		return fmt.Errorf("the chain does not lead from the one side to the other")
	}
	for i, link := range c.Links {
		a, b := lists[i], lists[i+1]
		if link.Backward {
			a, b = b, a
		}
		switch {
		case s.same(a, b, nil):
		case link.Rule == nil:
			if !s.replayFold(a, b) {
				return fmt.Errorf("step %d: folding does not make %s of %s", i+1, c.Texts[i+1], c.Texts[i])
			}
		case !allowed(link.Rule):
			return fmt.Errorf("step %d: the rule '%s' may not be used", i+1, link.Rule.Name)
		case !s.replayRule(link.Rule, a, b, mode):
			return fmt.Errorf("step %d: the rule '%s' does not lead from %s to %s", i+1, link.Rule.Name, c.Texts[i], c.Texts[i+1])
		}
	}
	return nil
}

// enterProgram adds a program.
func (s *space) enterProgram(p *Program, inputs []*ir.Value, made map[*Program]*ir.Value) *ir.Value {
	if made[p] != nil {
		return made[p]
	}
	var v *ir.Value
	switch {
	case p.input >= 0:
		v = inputs[p.input]
	case p.name == nil: // a result of several
		args := s.enterArgs(p.args[0], inputs, made)
		_, results := s.opNode(p.args[0].symbol, args, nil)
		v = results[p.result]
	default:
		_, results := s.opNode(p.symbol, s.enterArgs(p, inputs, made), nil)
		v = results[0]
	}
	made[p] = v
	return v
}

func (s *space) enterArgs(p *Program, inputs []*ir.Value, made map[*Program]*ir.Value) (args []*ir.Value) {
	for _, a := range p.args {
		args = append(args, s.enterProgram(a, inputs, made))
	}
	return args
}

// reachable are the ops that compute values.
func reachable(values []*ir.Value) (list []*ir.Op) {
	seen := map[*ir.Op]bool{}
	var visit func(v *ir.Value)
	visit = func(v *ir.Value) { // as deep as the program is
		o := v.Def()
		if o == nil || seen[o] {
			return
		}
		seen[o] = true
		for _, w := range o.Operands() {
			visit(w)
		}
		list = append(list, o)
	}
	for _, v := range values {
		visit(v)
	}
	return list
}

// replayRule reports whether one application of a rule makes programs others.
func (s *space) replayRule(r *rule.Rule, a, b []*ir.Value, mode rewrite.FPMode) bool {
	var found []*rule.Instance
	searcher := rule.NewSearcher(s, mode)
	for _, o := range reachable(a) {
		if r.StartsFrom(o.Def()) {
			searcher.Search(r, o, replayWork, func(i *rule.Instance) bool {
				found = append(found, i)
				return true
			})
		}
	}
	for _, i := range found {
		becomes := map[*ir.Value]*ir.Value{}
		for k, v := range i.Make(s) {
			becomes[i.Roots[k]] = v
		}
		if s.same(a, b, becomes) {
			return true
		}
	}
	return false
}

// replayFold reports whether one op that is folded makes programs others.
func (s *space) replayFold(a, b []*ir.Value) bool {
	for _, o := range reachable(a) {
		if o.Def() == nil || o.Def().Fold == nil || o.NumOperands() == 0 || o.NumResults() != 1 {
			continue
		}
		consts := make([]*ir.Attr, o.NumOperands())
		for i, v := range o.Operands() {
			consts[i] = ir.ConstantValue(v)
		}
		c := s.build.AtEnd(nil).Clone(o, map[*ir.Value]*ir.Value{})
		folded := o.Def().Fold(c, consts)
		c.DropAllReferences()
		if len(folded) != 1 {
			continue
		}
		v := folded[0].Value
		if v == nil && folded[0].Const != nil && o.Def().Dialect().Constant != nil {
			v = s.Constant(o.Def().Dialect(), folded[0].Const, o.Result(0).Type())
		}
		if v != nil && s.has(v) && s.same(a, b, map[*ir.Value]*ir.Value{o.Result(0): v}) {
			return true
		}
	}
	return false
}

// same reports whether programs are others once some of the places where a value stands that
// becomes another one have that instead.
func (s *space) same(a, b []*ir.Value, becomes map[*ir.Value]*ir.Value) bool {
	if len(a) != len(b) {
		return false
	}
	known := map[[2]*ir.Value]bool{}
	var equal func(v, w *ir.Value) bool
	equal = func(v, w *ir.Value) bool { // as deep as the program is
		k := [2]*ir.Value{v, w}
		if is, ok := known[k]; ok {
			return is
		}
		is := v == w || becomes[v] == w
		if x, y := v.Def(), w.Def(); !is && x != nil && y != nil && symbolOfOp(x) == symbolOfOp(y) && x.NumOperands() == y.NumOperands() && v.Index() == w.Index() {
			p, q := x.Operands(), y.Operands()
			is = true
			for i := range p {
				is = is && equal(p[i], q[i])
			}
			if !is && x.Has(ir.Commutative) && len(p) == 2 {
				is = equal(p[0], q[1]) && equal(p[1], q[0])
			}
		}
		known[k] = is
		return is
	}
	for i, v := range a {
		if !equal(v, b[i]) {
			return false
		}
	}
	return true
}
