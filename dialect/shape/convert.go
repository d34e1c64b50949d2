package shape

import (
	"fmt"
	"slices"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/arith"
	"github.com/tg-opt/tg/dialect/cf"
	tensorop "github.com/tg-opt/tg/dialect/tensor"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// becomes is the conversion into the value that make makes of the operands.
func becomes(make func(b *builder, in []*ir.Value) *ir.Value) ir.SlotValue {
	return convert.ToTG.Of(func(c *convert.Rewriter, o *ir.Op) error {
		b := &builder{Rewriter: c, op: o}
		in := c.Operands(o)
		if slices.Contains(in, nil) {
			return nil // the rewriter knows what is missing
		}
		v := make(b, in)
		if b.err != nil {
			return b.err
		}
		if o.NumResults() > 0 {
			c.Map(o.Result(0), b.as(v, o.Result(0).Type()))
		}
		return b.err
	})
}

// builder makes the ops that one op becomes. After an error it makes nothing.
type builder struct {
	*convert.Rewriter
	op  *ir.Op
	err error
}

func (b *builder) make(def *ir.OpDef, t *ir.Type, in []*ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	if b.err != nil {
		return nil
	}
	var results []*ir.Type
	if t != nil {
		results = []*ir.Type{t}
	}
	o, err := b.Make(b.op, def, in, results, nil, attrs...)
	if err != nil {
		b.err = err
		return nil
	}
	if t == nil {
		return nil
	}
	return o.Result(0)
}

// as gives a list of extents the type that others see, if that is the type of one.
func (b *builder) as(v *ir.Value, t *ir.Type) *ir.Value {
	if b.err != nil || !isExtents(t) || v.Type() == t {
		return v
	}
	return b.make(tg.Cast, t, []*ir.Value{v})
}

func (b *builder) list(n int64) *ir.Type { return b.Ctx.Tensor([]int64{n}, b.Ctx.Index()) }

// length is how many extents v has, or ir.Dynamic.
func length(v *ir.Value) int64 { return v.Type().Shape()[0] }

func (b *builder) index(n int64) *ir.Value {
	t := b.Ctx.Index()
	return b.make(arith.Constant, t, nil, ir.NamedAttr{Name: "value", Value: b.Ctx.IntAttr(t, n)})
}

// compare makes the op on lists of extents that both kinds of ops on shapes become.
func (b *builder) compare(def *ir.OpDef, in []*ir.Value) *ir.Value {
	return b.make(def, b.Ctx.Bool(), in)
}

// require checks a truth, which is the witness of it.
func (b *builder) require(holds *ir.Value, message string) *ir.Value {
	b.make(cf.Assert, nil, []*ir.Value{holds}, ir.NamedAttr{Name: "msg", Value: b.Ctx.StringAttr(message)})
	return holds
}

// truth is a constant of type i1.
func (b *builder) truth(holds bool) *ir.Value {
	return b.make(arith.Constant, b.Ctx.Bool(), nil, ir.NamedAttr{Name: "value", Value: b.Ctx.BoolAttr(holds)})
}

// assume makes the region of an op part of what is around it: what it assumes has been
// checked.
func assume(c *convert.Rewriter, o *ir.Op) error {
	block := o.RegionAt(0).First()
	for p := block.First(); p != nil && p != block.Last(); p = p.Next() {
		if err := c.Convert(p); err != nil {
			return err
		}
	}
	for i, v := range c.Operands(block.Last()) {
		c.Map(o.Result(i), v)
	}
	return nil
}

// splitAt makes two slices where the place is a constant, which counts from the end if
// it is negative.
func splitAt(c *convert.Rewriter, o *ir.Op) error {
	b, in := &builder{Rewriter: c, op: o}, c.Operands(o)
	at := ir.ConstantValue(o.Operand(1))
	if in[0] == nil || at == nil || length(in[0]) == ir.Dynamic {
		return fmt.Errorf("cannot be converted to tg: the number of extents, or the place of the cut, is not known at compile time")
	}
	n, cut := length(in[0]), at.Int()
	if cut < 0 {
		cut += n
	}
	if cut < 0 || cut > n {
		return fmt.Errorf("cuts at %d, but there are %d extents", at.Int(), n)
	}
	for i, part := range [][2]int64{{0, cut}, {cut, n}} {
		ints := func(name string, v int64) ir.NamedAttr {
			return ir.NamedAttr{Name: name, Value: c.Ctx.I64Array([]int64{v})}
		}
		v := b.make(tg.Slice, b.list(part[1]-part[0]), in[:1], ints("starts", part[0]), ints("limits", part[1]), ints("strides", 1))
		if b.err != nil {
			return b.err
		}
		c.Map(o.Result(i), b.as(v, o.Result(i).Type()))
	}
	return b.err
}

// product multiplies extents.
func (b *builder) product(v *ir.Value) *ir.Value {
	t := b.Ctx.Tensor(nil, b.Ctx.Index())
	all := b.make(tg.Reduce, t, []*ir.Value{v}, ir.NamedAttr{Name: "kind", Value: b.Ctx.StringAttr("prod")}, ir.NamedAttr{Name: "dims", Value: b.Ctx.I64Array([]int64{0})})
	if b.err != nil {
		return nil
	}
	return b.make(tg.Item, b.Ctx.Index(), []*ir.Value{all})
}

// extent reads one of a list.
func (b *builder) extent(v, i *ir.Value) *ir.Value {
	return b.make(tensorop.Extract, b.Ctx.Index(), []*ir.Value{v, i})
}
