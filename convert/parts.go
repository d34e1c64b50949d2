package convert

import (
	"slices"

	"github.com/tg-opt/tg/ir"
)

// Token is the type of values that hold nothing and only say which effect comes
// before which.
var Token = &ir.TypeDef{
	Name: "stablehlo.token",
	Doc: "A value without content that orders effects: who takes it comes after who made it. Effects of tg happen in the order of the program, " +
		"so that the conversion drops tokens.",
}

// whole reports whether a value of type t is translated into one value.
func whole(t *ir.Type) bool { return t.Kind() != ir.TupleType && t.Def() != Token }

// PartTypes are the types of what values of these types become in tg, where there
// are neither tuples nor tokens: a tuple is its elements, one inside of another
// included, and a token is nothing.
func PartTypes(types []*ir.Type) []*ir.Type {
	parts := make([]*ir.Type, 0, len(types))
	for _, t := range types {
		switch {
		case whole(t):
			parts = append(parts, t)
		case t.Kind() == ir.TupleType:
			parts = append(parts, PartTypes(t.Types())...)
		}
	}
	return parts
}

// HasParts reports whether one of the types is a tuple or a token.
func HasParts(types []*ir.Type) bool {
	return slices.ContainsFunc(types, func(t *ir.Type) bool { return !whole(t) })
}

// Signature is the type of a function of type t in tg, with the attributes of its
// arguments and of its results, lists of dictionaries or nil. All parts of a tuple
// have the attributes of the tuple.
func Signature(c *ir.Context, t, args, results *ir.Attr) (of, partArgs, partResults *ir.Attr) {
	in, out := t.Type().Inputs(), t.Type().Results()
	of = c.TypeAttr(c.Func(PartTypes(in), PartTypes(out)))
	return of, partDicts(c, in, args), partDicts(c, out, results)
}

// partDicts repeats the entry of each type for its parts.
func partDicts(c *ir.Context, types []*ir.Type, list *ir.Attr) *ir.Attr {
	if list == nil {
		return nil
	}
	var dicts []*ir.Attr
	for i, d := range list.Elems() {
		for range PartTypes(types[i : i+1]) {
			dicts = append(dicts, d)
		}
	}
	return c.Array(dicts)
}

// Parts are the translations of the parts of v, of v itself if that is no tuple and
// no token.
func (c *Rewriter) Parts(v *ir.Value) []*ir.Value {
	if whole(v.Type()) {
		return []*ir.Value{c.Value(v)}
	}
	parts, ok := c.parts[v]
	if !ok {
		c.missing = true
	}
	return parts
}

// SetParts makes the first of the values stand for v, or for its parts, which are as
// many as its type says.
func (c *Rewriter) SetParts(v *ir.Value, values []*ir.Value) {
	if whole(v.Type()) {
		c.Map(v, values[0])
		return
	}
	c.parts[v] = values[:len(PartTypes([]*ir.Type{v.Type()}))]
}

// mapResults makes values stand for the parts of the results of o.
func (c *Rewriter) mapResults(o *ir.Op, values []*ir.Value) {
	for _, r := range o.Results() {
		c.SetParts(r, values)
		values = values[len(PartTypes([]*ir.Type{r.Type()})):]
	}
}

// argument gives a block the arguments that stand for a.
func (c *Rewriter) argument(a *ir.Value, b *ir.Block) {
	var parts []*ir.Value
	for _, t := range PartTypes([]*ir.Type{a.Type()}) {
		parts = append(parts, b.AddArg(t, a.Loc()))
	}
	c.SetParts(a, parts)
}
