package stablehlo

import (
	"bytes"
	"math"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// reduceKinds are the reducers that tg has a keyword for.
var reduceKinds = map[string]string{
	"stablehlo.add": "sum", "stablehlo.multiply": "prod", "stablehlo.maximum": "max", "stablehlo.minimum": "min",
	"stablehlo.and": "and", "stablehlo.or": "or", "stablehlo.xor": "xor",
}

// reduceToTG makes a keyword of a body that is one op, and keeps any other
// body.
func reduceToTG(c *convert.Rewriter, o *ir.Op) error {
	n := o.NumOperands() / 2
	args := o.RegionAt(0).First().Args()
	operands, err := promoted(c, o, slices.Concat(args[n:], args[:n]))
	if err != nil {
		return err
	}
	dims := ints(c.Ctx, "dims", o.Attr("dimensions").Ints())
	if kind := reduceKind(o.RegionAt(0)); kind != "" && n == 1 && o.Attrs().Get(convert.Sequential) == nil {
		return c.Replace(o, tg.Reduce, withoutIdentity(o, kind, operands), dims, ir.NamedAttr{Name: "kind", Value: c.Ctx.StringAttr(kind)})
	}
	body, err := c.Region(o.RegionAt(0))
	if err != nil {
		return err
	}
	reduction, err := c.Make(o, tg.Reduce, operands, o.ResultTypes(), []*ir.Region{body}, dims)
	if err != nil {
		return err
	}
	kind, position := tg.ArgReduction(reduction, func(result int) bool { return o.Result(result).HasUses() })
	if kind == "" {
		c.Finish(o, reduction)
		return nil
	}
	return reduceToPosition(c, o, reduction, kind, position)
}

// reduceToPosition makes keywords of a reduction that keeps an element and its
// position. The element is computed only if somebody uses it.
func reduceToPosition(c *convert.Rewriter, o, reduction *ir.Op, kind string, position int) error {
	values := reduction.Operands()[1-position : 2-position]
	kinds := [2]string{kind[len("arg"):], kind[len("arg"):]}
	kinds[position] = kind
	for i, kind := range kinds {
		if i != position && !o.Result(i).HasUses() {
			continue
		}
		n, err := c.Make(o, tg.Reduce, values, o.ResultTypes()[i:i+1], nil, tg.ArgAttrs(reduction, kind, i)...)
		if err != nil {
			return err
		}
		c.Map(o.Result(i), n.Result(0))
		if i == position {
			c.Annotate(o, n)
		}
	}
	positions := reduction.Operand(position).Def()
	reduction.Erase()
	if o.Operand(position).HasOneUse() { // nobody else counts
		positions.Erase()
	}
	return nil
}

// withoutIdentity are the operands of a reduction of one input without the init
// value, if that is what tg starts from anyway.
func withoutIdentity(o *ir.Op, kind string, operands []*ir.Value) []*ir.Value {
	elem := o.RegionAt(0).First().Arg(0).Type().Elem()
	init := ir.ConstantValue(o.Operand(1))
	if init.Is(ir.DenseAttr) && init.Type().Elem() == elem && bytes.Equal(init.Raw(), identity(kind, elem)) {
		return operands[:1]
	}
	return operands
}

// promoted are the operands, converted to the element types that the region
// works with: args has the argument for each operand, or nil for none.
func promoted(c *convert.Rewriter, o *ir.Op, args []*ir.Value) ([]*ir.Value, error) {
	operands := c.Operands(o)
	for i, v := range o.Operands() {
		if args[i] == nil || v.Type().Elem() == args[i].Type().Elem() {
			continue
		}
		to := c.Ctx.WithElem(v.Type(), args[i].Type().Elem())
		cast, err := c.Make(o, tg.Convert, operands[i:i+1], []*ir.Type{to}, nil)
		if err != nil {
			return nil, err
		}
		operands[i] = cast.Result(0)
	}
	return operands, nil
}

// reduceKind is the keyword for a body that applies one commutative op to its
// two arguments, in either order; else "". What else is computed there, for
// nothing, does not count: the order of a sum is to be the same whether or not a
// pass before the conversion has removed it.
func reduceKind(r *ir.Region) string {
	b := r.First()
	ret := b.Last()
	o := ret.Operand(0).Def()
	if b.NumArgs() != 2 || o == nil || o.Block() != b || o.NumOperands() != 2 || o.NumResults() != 1 {
		return ""
	}
	for other := b.First(); other != ret; other = other.Next() {
		if other != o && !other.Has(ir.Pure) {
			return ""
		}
	}
	x, y := o.Operand(0), o.Operand(1)
	if x != b.Arg(0) || y != b.Arg(1) {
		x, y = y, x
	}
	if x != b.Arg(0) || y != b.Arg(1) || x.Type() != y.Type() {
		return ""
	}
	return reduceKinds[o.Name()]
}

// identity is the element that tg.reduce starts from when it is given none, or
// nil where it has no exact one. For a float sum that is +0, not -0.
func identity(kind string, elem *ir.Type) []byte {
	size := ir.StorageBytes(elem)
	switch {
	case elem.IsBool():
		return []byte{map[string]byte{"prod": 1, "min": 1, "and": 1}[kind]}
	case elem.IsFloat() && elem.Width() <= 64:
		v := map[string]float64{"prod": 1, "max": math.Inf(-1), "min": math.Inf(1)}[kind]
		f := elem.Format()
		if f.Decode(f.Encode(v)) != v {
			return nil
		}
		return littleEndian(f.Encode(v).Lo, size)
	case elem.IsInteger() && elem.Width() == 8*size && size <= 8:
		return littleEndian(integerIdentity(kind, elem), size)
	}
	return nil
}

func integerIdentity(kind string, elem *ir.Type) uint64 {
	top := uint64(1) << (elem.Width() - 1)
	least, greatest := top, top-1
	if elem.Signedness() == ir.Unsigned {
		least, greatest = 0, math.MaxUint64
	}
	return map[string]uint64{"prod": 1, "and": math.MaxUint64, "max": least, "min": greatest}[kind]
}

func littleEndian(v uint64, size int) []byte {
	out := make([]byte, size)
	for i := range out {
		out[i] = byte(v >> (8 * i))
	}
	return out
}

// ReduceKind is the keyword of tg for the region of a reducer, or "" if it has none.
func ReduceKind(r *ir.Region) string { return reduceKind(r) }

// IsIdentity reports whether v is the constant that a reduction of tg by the keyword
// starts from.
func IsIdentity(v *ir.Value, kind string) bool {
	init := ir.ConstantValue(v)
	return init.Is(ir.DenseAttr) && init.IsSplat() && bytes.Equal(init.Raw(), identity(kind, init.Type().Elem()))
}
