package passes

import (
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// SymbolDCE removes private symbols that nothing refers to.
var SymbolDCE = &pipeline.Pass{
	Name:  "symbol-dce",
	Title: "SymbolDCE",
	Doc: "Eliminate dead symbols. A private symbol, or a nested one that nothing outside can name, stays only if a live op " +
		"refers to it; public symbols and ops that are no symbols are live.",
	Statistics: []pipeline.Statistic{{Name: "num-dce'd", Doc: "Number of symbols DCE'd"}},
	Run: func(r *pipeline.Run) error {
		if !r.Op.Has(ir.SymbolTable) {
			return ir.Errorf(r.Op.Loc(), "'%s' op was scheduled to run under SymbolDCE, but does not define a symbol table", r.Op.Name())
		}
		s := &symbolDCE{
			root:   r.Op,
			hidden: r.Op.Parent() == nil || !isSymbol(r.Op) || ir.SymbolVisibility(r.Op) == "private",
			live:   map[*ir.Op]bool{}, tables: map[*ir.Op]ir.SymbolMap{},
		}
		s.mark(r.Op)
		for len(s.work) > 0 {
			o := s.work[len(s.work)-1]
			s.work = s.work[:len(s.work)-1]
			s.visit(o)
		}
		erased := s.sweep(r.Op)
		if erased == 0 {
			r.MarkUnchanged()
		}
		r.Count("num-dce'd", erased)
		return nil
	},
}

type symbolDCE struct {
	root   *ir.Op
	hidden bool            // nothing outside of the op the pass runs on can name its symbols
	live   map[*ir.Op]bool // live symbols and live ops that hold symbols
	tables map[*ir.Op]ir.SymbolMap
	work   []*ir.Op
}

func (s *symbolDCE) mark(o *ir.Op) {
	if !s.live[o] {
		s.live[o] = true
		s.work = append(s.work, o)
	}
}

// discardable reports whether o is a symbol that only lives when somebody
// refers to it.
func (s *symbolDCE) discardable(o *ir.Op) bool {
	if !isSymbol(o) || !o.Parent().Has(ir.SymbolTable) {
		return false
	}
	v := ir.SymbolVisibility(o)
	return v == "private" || v == "nested" && s.hidden
}

// visit follows the references of o and of all ops inside of it that are live
// because o is.
func (s *symbolDCE) visit(root *ir.Op) {
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if o != root {
			if s.discardable(o) {
				return ir.Skip
			}
			s.live[o] = s.live[o] || isSymbol(o)
		}
		follow := func(ref *ir.Attr) { s.reference(o, ref) }
		ir.WalkSymbolRefs(o.Props(), follow)
		ir.WalkSymbolRefs(o.Attrs(), follow)
		return ir.Advance
	})
}

func isSymbol(o *ir.Op) bool { return ir.SymbolName(o) != "" }

func (s *symbolDCE) reference(from *ir.Op, ref *ir.Attr) {
	start := from
	if from.Has(ir.SymbolTable) {
		if from == s.root {
			return
		}
		start = from.Parent() // a table's own attributes speak of what surrounds it
	}
	for table := ir.NearestSymbolTable(start); table != nil; table = ir.NearestSymbolTable(table.Parent()) {
		o := s.symbols(table)[ref.Text()]
		if o == nil {
			if table == s.root {
				return // what is outside is not ours to keep
			}
			continue
		}
		s.mark(o)
		for _, n := range ref.Nested() {
			if o = s.symbols(o)[n]; o == nil {
				return
			}
			s.mark(o)
		}
		return
	}
}

func (s *symbolDCE) symbols(table *ir.Op) ir.SymbolMap {
	m, ok := s.tables[table]
	if !ok {
		m = ir.Symbols(table)
		s.tables[table] = m
	}
	return m
}

// sweep erases the dead symbols of every live table.
func (s *symbolDCE) sweep(root *ir.Op) (erased int64) {
	ir.Walk(root, func(o *ir.Op) ir.WalkAction {
		if o != root && s.discardable(o) && !s.live[o] {
			o.Erase()
			erased++
			return ir.Skip
		}
		return ir.Advance
	})
	return erased
}
