package fingerprint

import (
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/internal/scc"
	"github.com/tg-opt/tg/ir"
)

// Function is what is known of a function.
type Function struct {
	Op    *ir.Op
	Class Class
	// Ops is how many there are in it.
	Ops int
	// values are how those in it are computed.
	values map[*ir.Value]Class
}

// Value is how a value in the function is computed, if that is known. Values that one op can see
// are the same if this is.
func (f *Function) Value(v *ir.Value) (Class, bool) {
	c, known := f.values[v]
	return c, known
}

// symbol is a function or another op with a name.
type symbol struct {
	Function
	pure bool
	refs []*symbol // it refers to these
	mark scc.Mark
}

// Add looks at a module and returns its functions, in the order of the text, with those that
// are mere declarations.
func (t *Table) Add(root *ir.Op) (functions []*Function) {
	list := t.symbolsIn(root)
	for _, component := range scc.Components(list) {
		t.resolve(component)
	}
	for _, s := range list {
		if analysis.IsCallable(s.Op) {
			functions = append(functions, &s.Function)
		}
	}
	return functions
}

// symbolsIn lists the symbols in root, with what each of them refers to.
func (t *Table) symbolsIn(root *ir.Op) (list []*symbol) {
	around := map[*ir.Region]*symbol{}
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		outer := around[o.Region()]
		if o == root {
			outer = nil
		}
		inner := outer
		if o.Has(ir.Symbol) {
			inner = &symbol{Function: Function{Op: o}}
			t.symbols[o] = inner
			list = append(list, inner)
			if outer != nil {
				outer.refs = append(outer.refs, inner)
			}
		}
		for _, r := range o.Regions() {
			around[r] = inner
		}
		return ir.Advance
	})
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		from := around[o.Region()]
		if s := t.symbols[o]; s != nil {
			from = s
		}
		if from == nil {
			return ir.Advance
		}
		ir.ForEachAttr(o, func(e ir.NamedAttr) {
			ir.WalkSymbolRefs(e.Value, func(ref *ir.Attr) {
				if s := t.symbols[t.calls.Lookup(t.calls.TableAround(o), ref)]; s != nil {
					from.refs = append(from.refs, s)
				}
			})
		})
		return ir.Advance
	})
	return list
}

// Mark and Edges make symbols the nodes of a graph.
func (s *symbol) Mark() *scc.Mark  { return &s.mark }
func (s *symbol) Edges() []*symbol { return s.refs }

// maxRounds bounds how often functions that call each other are looked at; beyond it, they are
// told apart by their names.
const maxRounds = 64

// resolve finds the structure of symbols that refer to each other. They begin as equals, and
// are told apart by what differs in them, then by what differs in those they refer to, and so
// on until nothing more does: Hopcroft's equivalence of automata, round by round.
func (t *Table) resolve(list []*symbol) {
	defer func() { t.colors = nil }()
	if len(list) == 1 && !list[0].refersTo(list[0]) {
		s := list[0]
		s.pure = !t.evaluate(s) && analysis.CallableBody(s.Op) != nil
		return
	}
	t.colors = map[*ir.Op]Class{}
	for _, s := range list {
		t.colors[s.Op] = t.Term("c").End()
	}
	for round, known := 0, 1; ; round++ {
		next, different := map[*ir.Op]Class{}, map[Class]bool{}
		for _, s := range list {
			t.evaluate(s)
			next[s.Op] = s.Class
			different[s.Class] = true
		}
		if len(different) == known || round == maxRounds+1 {
			return
		}
		known, t.colors = len(different), next
		if round == maxRounds {
			for _, s := range list {
				t.colors[s.Op] = t.Term("n").Text(ir.SymbolName(s.Op)).End()
			}
		}
	}
}

func (s *symbol) refersTo(other *symbol) bool {
	for _, r := range s.refs {
		if r == other {
			return true
		}
	}
	return false
}

// evaluate finds the structure of a symbol, and reports whether it has effects.
func (t *Table) evaluate(s *symbol) bool {
	e := newEvaluator(t, s.Op)
	s.Class = e.run()
	s.Ops, s.values = e.ops, e.values
	return e.effects
}

// symbol is the structure of a symbol as far as it is known.
func (t *Table) symbol(o *ir.Op) Class {
	if c, open := t.colors[o]; open {
		return t.Term("c").Class(c).End()
	}
	if s := t.symbols[o]; s != nil {
		return s.Class
	}
	return t.Term("n").Text(ir.SymbolName(o)).End()
}

// reference is the structure of the name of a symbol: that of the symbol. What an op with
// effects refers to is memory that may change, which is not that of another name.
func (t *Table) reference(o *ir.Op, ref *ir.Attr) Class {
	target := t.calls.Lookup(t.calls.TableAround(o), ref)
	m := t.Term("@")
	if target == nil || !analysis.IsCallable(target) && !t.purity.Pure(o) {
		m.Text(ref.Text() + "::" + strings.Join(ref.Nested(), "::"))
	}
	if target != nil {
		m.Class(t.symbol(target))
	}
	return m.End()
}
