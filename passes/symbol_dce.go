package passes

import (
	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// SymbolDCE removes private symbols that nothing refers to.
var SymbolDCE = &pipeline.Pass{
	Name:  "symbol-dce",
	Title: "SymbolDCE",
	Doc: "Eliminate dead symbols. A private symbol, or any that nothing outside can name but a public one, stays only if a " +
		"live op refers to it; public symbols and ops that are no symbols are live.",
	Statistics: []pipeline.Statistic{{Name: "num-dce'd", Doc: "Number of symbols DCE'd"}},
	Run: func(r *pipeline.Run) error {
		if !r.Op.Has(ir.SymbolTable) {
			return r.Op.NamedErrorf(" was scheduled to run under SymbolDCE, but does not define a symbol table")
		}
		s := &symbolDCE{run: r, calls: analysis.NewCalls(), live: map[*ir.Op]bool{}}
		hidden := r.Op.Parent() == nil || !isSymbol(r.Op) || ir.SymbolVisibility(r.Op) == "private"
		if err := s.mark(r.Op, hidden); err != nil {
			return err
		}
		erased := s.sweep(r.Op)
		if erased == 0 {
			r.MarkUnchanged()
		}
		r.Count("num-dce'd", erased)
		return nil
	},
}

// isSymbol reports whether o is a symbol for all of the compiler: an unknown op
// with a name is just an op.
func isSymbol(o *ir.Op) bool { return o.Has(ir.Symbol) && ir.SymbolName(o) != "" }

type symbolDCE struct {
	run   *pipeline.Run
	calls *analysis.Calls
	live  map[*ir.Op]bool
	work  []symbolUser
}

// symbolUser is a live op, in a symbol table; hidden says that nothing outside
// of the table can name its symbols.
type symbolUser struct {
	op, table *ir.Op
	hidden    bool
}

// mark finds the live symbols of root and the tables in it. The order in which
// ops are looked at shows in which of them is reported.
func (s *symbolDCE) mark(root *ir.Op, hidden bool) error {
	s.enter(root, hidden)
	for len(s.work) > 0 {
		u := s.work[len(s.work)-1]
		s.work = s.work[:len(s.work)-1]
		seen := ir.Walk(u.op, func(o *ir.Op) ir.WalkAction {
			if ir.MayHideSymbols(o) {
				return ir.Stop
			}
			follow := func(ref *ir.Attr) { s.reference(u, ref) }
			ir.WalkSymbolRefs(o.Props(), follow)
			ir.WalkSymbolRefs(o.Attrs(), follow)
			if o.Has(ir.SymbolTable) {
				// What is around a table that is not directly in another one hides it.
				s.enter(o, o != u.op || hides(u.hidden, o))
				return ir.Skip
			}
			return ir.Advance
		})
		if seen == ir.Stop {
			return u.op.Errorf("operation contains potentially unknown symbol table, meaning that we can't reliable compute symbol uses")
		}
	}
	return nil
}

// hides reports whether nothing outside of a table can name its symbols;
// around says so of the table that it is in.
func hides(around bool, table *ir.Op) bool {
	return around || !isSymbol(table) || ir.SymbolVisibility(table) == "private"
}

// enter lists the ops of a table that are live in any case.
func (s *symbolDCE) enter(table *ir.Op, hidden bool) {
	for b := table.RegionAt(0).First(); b != nil; b = b.Next() {
		for o := b.First(); o != nil; o = o.Next() {
			if v := ir.SymbolVisibility(o); !isSymbol(o) || v == "public" || v == "nested" && !hidden {
				s.add(symbolUser{o, table, hidden})
			}
		}
	}
}

func (s *symbolDCE) add(u symbolUser) {
	if !s.live[u.op] {
		s.live[u.op] = true
		s.work = append(s.work, u)
	}
}

// reference makes what a live op names live, and the tables on the way to it.
func (s *symbolDCE) reference(u symbolUser, ref *ir.Attr) {
	o := s.calls.LookupIn(u.table, ref.Text())
	path := []symbolUser{{o, u.table, u.hidden}}
	for _, name := range ref.Nested() {
		if o == nil || !o.Has(ir.SymbolTable) {
			return
		}
		around := path[len(path)-1]
		inner := s.calls.LookupIn(o, name)
		path = append(path, symbolUser{inner, o, hides(around.hidden, o)})
		o = inner
	}
	if o == nil {
		return
	}
	for _, p := range path {
		s.add(p)
	}
}

// sweep erases the dead symbols of every table.
func (s *symbolDCE) sweep(root *ir.Op) (erased int64) {
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if p := o.Parent(); o != root && isSymbol(o) && p.Has(ir.SymbolTable) && !s.live[o] {
			s.run.Passed(o, "SymbolDCE", "removed '%s' @%s, to which nothing refers that stays", o.Name(), ir.SymbolName(o))
			o.Erase()
			erased++
			return ir.Skip
		}
		return ir.Advance
	})
	return erased
}
