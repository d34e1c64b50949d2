package passes

import (
	"slices"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/pipeline"
)

// SymbolPrivatizeOptions are the options of the pass `symbol-privatize`.
type SymbolPrivatizeOptions struct {
	Exclude []string `opt:"exclude" doc:"Symbols that should not be marked private"`
}

// SymbolPrivatize makes symbols private.
var SymbolPrivatize = &pipeline.Pass{
	Name:  "symbol-privatize",
	Title: "SymbolPrivatize",
	Doc: "Mark symbols private. It concerns the symbols that the op holds directly, so that other passes may change or " +
		"remove those that nothing refers to.",
	Options: func() any { return &SymbolPrivatizeOptions{} },
	Run: func(r *pipeline.Run) error {
		opt := r.Options.(*SymbolPrivatizeOptions)
		private := r.Ctx.StringAttr("private")
		changed := false
		for _, region := range r.Op.Regions() {
			for b := region.First(); b != nil; b = b.Next() {
				for o := b.First(); o != nil; o = o.Next() {
					if !o.Has(ir.Symbol) || !isSymbol(o) || o.Attr("sym_visibility") == private ||
						slices.Contains(opt.Exclude, ir.SymbolName(o)) {
						continue
					}
					o.SetAttr("sym_visibility", private)
					changed = true
				}
			}
		}
		if !changed {
			r.MarkUnchanged()
		}
		return nil
	},
}
