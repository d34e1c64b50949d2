package passes

import (
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/ir"
)

// decomposed are the functions that said what composites are made of. Where composites of tg have
// become ops, nobody needs them any more; of others they keep the name.
type decomposed struct {
	seen map[*ir.Op]bool
	list []*ir.Op
	// spelling are those of other composites, and what these are called, in the order of the text.
	spelling []spelt
}

// spelt is a function that spells out a composite.
type spelt struct {
	fn *ir.Op
	of naming.Composite
}

func newDecomposed() *decomposed { return &decomposed{seen: map[*ir.Op]bool{}} }

// look finds those of the composites in a function.
func (d *decomposed) look(fn *ir.Op, find func(ref *ir.Attr) *ir.Op) {
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		if o.Name() != "stablehlo.composite" {
			return ir.Advance
		}
		f, name := find(o.Attr("decomposition")), o.Attr("name").Text()
		if f == nil {
			return ir.Advance
		}
		if !strings.HasPrefix(name, convert.CompositePrefix) {
			d.spelling = append(d.spelling, spelt{f, naming.Composite{Name: name, Attributes: o.Attr("composite_attributes")}})
			return ir.Advance
		}
		if !d.seen[f] && ir.SymbolVisibility(f) == "private" {
			d.seen[f] = true
			d.list = append(d.list, f)
		}
		return ir.Advance
	})
}

// name writes down what composites were called that have become calls.
func (d *decomposed) name() {
	for _, s := range d.spelling {
		naming.SpellOut(s.fn, s.of)
	}
}

// eraseUnused erases those that nothing in their symbol table names.
func (d *decomposed) eraseUnused() {
	used := map[*ir.Op]map[string]bool{}
	for _, f := range d.list {
		table := f.Parent()
		if used[table] == nil {
			names := map[string]bool{}
			used[table] = names
			for _, r := range table.Regions() {
				if !analysis.WalkSymbolUses(r, func(_ *ir.Op, ref *ir.Attr) { names[ref.Text()] = true }) {
					return // what is unknown may name any
				}
			}
		}
		if !used[table][ir.SymbolName(f)] {
			f.Erase()
		}
	}
}
