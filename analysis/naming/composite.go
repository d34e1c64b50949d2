package naming

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// CompositeAttr is an attribute of a function that composites are made of: what they are called.
// That is a string, a dictionary of `name` and `attributes` where they have these, or, of several
// kinds, a list of such.
const CompositeAttr = "tg.composite"

// Composite is what something that a function spells out is called, with the attributes that it
// has, nil for none.
type Composite struct {
	Name       string
	Attributes *ir.Attr
}

// Composites are what functions like this one are the parts of; nil for one that is called for its
// own sake. What is no list of these is taken for none.
func Composites(fn *ir.Op) (list []Composite) {
	a := fn.Attr(CompositeAttr)
	if a == nil {
		return nil
	}
	entries := []*ir.Attr{a}
	if a.Is(ir.ArrayAttr) {
		entries = a.Elems()
	}
	for _, e := range entries {
		switch {
		case e.Is(ir.StringAttr):
			list = append(list, Composite{Name: e.Text()})
		case e.Is(ir.DictAttr) && e.Get("name").Is(ir.StringAttr):
			list = append(list, Composite{e.Get("name").Text(), e.Get("attributes")})
		}
	}
	return list
}

// SpellOut notes that composites are made of a function.
func SpellOut(fn *ir.Op, c Composite) {
	if slices.Contains(Composites(fn), c) {
		return
	}
	ctx := fn.Context()
	entry := ctx.StringAttr(c.Name)
	if c.Attributes != nil {
		entry = ctx.Dict([]ir.NamedAttr{{Name: "name", Value: entry}, {Name: "attributes", Value: c.Attributes}})
	}
	switch old := fn.Attr(CompositeAttr); {
	case old == nil:
	case old.Is(ir.ArrayAttr):
		entry = ctx.Array(append(slices.Clone(old.Elems()), entry))
	default:
		entry = ctx.Array([]*ir.Attr{old, entry})
	}
	fn.SetAttr(CompositeAttr, entry)
}
