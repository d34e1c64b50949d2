package passes

import (
	"strings"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/ir"
)

// decomposed are the functions that said what composites of tg are made of. Where
// these have become ops, nobody needs them any more.
type decomposed struct {
	seen map[*ir.Op]bool
	list []*ir.Op
}

func newDecomposed() *decomposed { return &decomposed{seen: map[*ir.Op]bool{}} }

// look finds those of the composites in a function.
func (d *decomposed) look(fn *ir.Op, find func(ref *ir.Attr) *ir.Op) {
	ir.Walk(fn, func(o *ir.Op) ir.WalkAction {
		if o.Name() != "stablehlo.composite" || !strings.HasPrefix(o.Attr("name").Text(), convert.CompositePrefix) {
			return ir.Advance
		}
		if f := find(o.Attr("decomposition")); f != nil && !d.seen[f] && ir.SymbolVisibility(f) == "private" {
			d.seen[f] = true
			d.list = append(d.list, f)
		}
		return ir.Advance
	})
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
