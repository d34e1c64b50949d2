package derivcheck

import (
	"slices"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/analysis/naming"
	"github.com/tg-opt/tg/autodiff"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// What programs call by a name, whose derivative a function says that is only declared: to check
// that, it gets a body that calls it. Composites are what their own functions spell out, which are
// checked instead.

// declares reports whether fn is the declaration of a function that says what the derivative of
// something outside of the program is.
func declares(fn *ir.Op) bool {
	of := fn.Attr(autodiff.DerivativeOf)
	if !of.Is(ir.StringAttr) || !analysis.IsCallable(fn) || !fn.RegionAt(0).Empty() {
		return false
	}
	for _, f := range ir.Symbols(fn.Parent()) {
		if slices.ContainsFunc(naming.Composites(f), func(c naming.Composite) bool { return c.Name == of.Text() }) {
			return false
		}
	}
	return true
}

// called is the module in which the function of that name has a body: a copy, if it declares what
// is outside of the program.
func called(module *ir.Op, name string) *ir.Op {
	if fn := ir.Symbols(module)[name]; fn == nil || !declares(fn) {
		return module
	}
	copied := ir.NewBuilder(module.Context()).Clone(module, map[*ir.Value]*ir.Value{})
	fn := ir.Symbols(copied)[name]
	block := &ir.Block{}
	t := fn.Attr("function_type").Type()
	for _, u := range t.Inputs() {
		block.AddArg(u, fn.Loc())
	}
	fn.RegionAt(0).Append(block)
	attrs := []ir.NamedAttr{{Name: "target", Value: fn.Attr(autodiff.DerivativeOf)}}
	if p := fn.Attr(autodiff.Parameters); p != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "config", Value: p})
	}
	b := ir.NewBuilder(fn.Context()).AtEnd(block)
	c := b.OpWithTypes(tg.CustomCall, fn.Loc(), t.Results(), block.Args(), attrs...)
	b.OpWithTypes(fn.Context().LookupOp("func.return"), fn.Loc(), nil, c.Results())
	return copied
}
