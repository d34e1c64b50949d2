package saturate

import (
	"github.com/tg-opt/tg/egraph"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/rewrite/rule"
)

// maxFolded is how many elements a constant has at most that becomes a node: larger ones are
// computed when the program is there.
const maxFolded = 64

// fold adds the values of ops on constants that have come since the last time. It reports
// whether it has found any.
func (g *grower) fold() (changed bool) {
	s := g.space
	for _, n := range s.graph.Touched(g.folded, nil) {
		if int(n) >= len(s.nodes) || s.graph.NumLive() >= g.limits.nodes || g.limits.work <= 0 {
			break
		}
		if g.foldNode(n) {
			changed = true
		}
	}
	if changed {
		s.graph.Rebuild()
	}
	g.folded = s.graph.Advance()
	return changed
}

func (g *grower) foldNode(n egraph.ID) bool {
	s := g.space
	x := &s.nodes[n]
	o := x.op
	if o == nil || x.own != 0 || o.Def() == nil || o.Def().Fold == nil || o.NumOperands() == 0 || o.NumResults() != 1 {
		return false
	}
	consts := make([]*ir.Attr, o.NumOperands())
	all := small(o.Result(0))
	for i, v := range o.Operands() {
		consts[i] = ir.ConstantValue(v)
		all = all && consts[i] != nil && small(v)
	}
	if all && g.valued[n] {
		return false
	}
	g.limits.work--
	// A folder may change the op that it is asked about.
	c := s.build.AtEnd(nil).Clone(o, map[*ir.Value]*ir.Value{})
	folded := o.Def().Fold(c, consts)
	c.DropAllReferences()
	if len(folded) != 1 {
		return false
	}
	s.loc = x.loc
	v := folded[0].Value
	switch {
	case v != nil && v.Type() == o.Result(0).Type() && s.has(v):
	case v == nil && all && folded[0].Const != nil && o.Def().Dialect().Constant != nil:
		g.valued[n] = true
		v = s.Constant(o.Def().Dialect(), folded[0].Const, o.Result(0).Type())
	default:
		return false
	}
	left := s.around(o.Result(0), v, 2) // before it changes what represents classes
	if !s.graph.Union(n, s.node(v), egraph.Reason{Rule: int32(len(g.rules) + 1), Match: int32(len(g.fired))}) {
		return false
	}
	g.fired = append(g.fired, &rule.Instance{Roots: []*ir.Value{o.Result(0)}, Matched: []*ir.Value{o.Result(0), v}, Left: []*rule.Bound{left}})
	return true
}

// has reports whether a value is one of the space.
func (s *space) has(v *ir.Value) bool {
	_, ok := s.id(v)
	return ok
}

// around is a value with what a folder looks at: the ops so far below it, but not those of what
// it finds.
func (s *space) around(v, found *ir.Value, depth int) *rule.Bound {
	o := v.Def()
	if n, ok := s.id(v); !ok || v == found || depth == 0 && ir.ConstantValue(v) == nil || o == nil || s.nodes[n].own != 0 || o.NumResults() != 1 {
		return &rule.Bound{Value: v}
	}
	b := &rule.Bound{Value: v, Result: v}
	for _, w := range o.Operands() {
		b.Args = append(b.Args, s.around(w, found, max(0, depth-1)))
	}
	return b
}

// small reports whether a constant that v is may be looked at.
func small(v *ir.Value) bool {
	n, ok := v.Type().NumElements()
	return ok && n <= maxFolded
}
