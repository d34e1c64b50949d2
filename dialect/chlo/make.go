package chlo

import (
	"fmt"

	"github.com/tg-opt/tg/convert"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// maker makes ops of tg on the way to the translation of an op. After the first
// error it makes nothing, and values are nil: only its end asks.
type maker struct {
	*convert.Rewriter
	op  *ir.Op
	err error
}

// conversion is a translation whose steps need no look at errors.
func conversion(f func(m *maker, o *ir.Op) []*ir.Value) func(*convert.Rewriter, *ir.Op) error {
	return func(c *convert.Rewriter, o *ir.Op) error {
		m := &maker{Rewriter: c, op: o}
		values := f(m, o)
		for i := 0; i < len(values) && m.err == nil; i++ {
			values[i] = m.cast(values[i], o.Result(i).Type())
		}
		if m.err != nil {
			return m.err
		}
		for i, v := range values {
			m.Map(o.Result(i), v)
		}
		if def := values[0].Def(); def != nil && values[0] != m.Value(o.Operand(0)) {
			m.Annotate(o, def)
		}
		return nil
	}
}

// fail ends the translation.
func (m *maker) fail(format string, args ...any) *ir.Value {
	if m.err == nil {
		m.err = fmt.Errorf("cannot be converted to tg: "+format, args...)
	}
	return nil
}

// make is the result of an op, whose type follows unless one is stated.
func (m *maker) make(def *ir.OpDef, t *ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	return m.makeAll(def, []*ir.Type{t}, operands, nil, attrs...)[0]
}

// makeAll is make for an op of several results, or with regions.
func (m *maker) makeAll(def *ir.OpDef, ts []*ir.Type, operands []*ir.Value, regions []*ir.Region, attrs ...ir.NamedAttr) []*ir.Value {
	if m.err == nil {
		var n *ir.Op
		if n, m.err = m.Make(m.op, def, operands, ts, regions, attrs...); m.err == nil {
			return n.Results()
		}
	}
	return make([]*ir.Value, len(ts))
}

// cast is v as a value of type t: itself, or seen as one whose extents are known
// to fewer or more places.
func (m *maker) cast(v *ir.Value, t *ir.Type) *ir.Value {
	if m.err != nil || v.Type() == t {
		return v
	}
	return m.make(tg.Reshape, t, []*ir.Value{v})
}

// reshape is v in another shape.
func (m *maker) reshape(v *ir.Value, shape []int64) *ir.Value {
	if m.err != nil {
		return nil
	}
	return m.cast(v, m.Ctx.Tensor(shape, v.Type().Elem()))
}

// constant is a tensor of rank 0.
func (m *maker) constant(elem *ir.Type, raw []byte) *ir.Value {
	t := m.Ctx.Tensor(nil, elem)
	return m.make(tg.Constant, t, nil, ir.NamedAttr{Name: "value", Value: m.Ctx.Dense(t, raw)})
}

// number is a constant of an element type.
func (m *maker) number(elem *ir.Type, v float64) *ir.Value {
	a := m.Ctx.IntAttr(elem, int64(v))
	if elem.IsFloat() {
		a = m.Ctx.FloatAttr(elem, v)
	}
	raw, _ := elementOf(a)
	return m.constant(elem, raw)
}

// elementOf is the storage of a number; ok is false if a is none.
func elementOf(a *ir.Attr) (raw []byte, ok bool) {
	var word uint64
	switch {
	case a.Is(ir.FloatAttr) && a.Type().Width() <= 64:
		word = a.FloatBits().Lo
	case a.Is(ir.IntegerAttr) && a.Type().IsBool():
		word = uint64(a.Int()) & 1
	case a.Is(ir.IntegerAttr) && ir.StorageBytes(a.Type()) <= 8:
		word = uint64(a.Int())
	default:
		return nil, false
	}
	raw = make([]byte, ir.StorageBytes(a.Type()))
	for i := range raw {
		raw[i] = byte(word >> (8 * i))
	}
	return raw, true
}

// ints is an attribute that is a list of numbers.
func (m *maker) ints(name string, list ...int64) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: m.Ctx.I64Array(list)}
}

// word is an attribute that is a keyword.
func (m *maker) word(name, text string) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: m.Ctx.StringAttr(text)}
}

// dim is an attribute that is a dimension.
func (m *maker) dim(d int64) ir.NamedAttr {
	return ir.NamedAttr{Name: "dim", Value: m.Ctx.I64Attr(d)}
}

// spread is the value of rank 0, or of another shape that broadcasts, in the shape of
// another tensor, also where only the run knows that.
func (m *maker) spread(v, like *ir.Value) *ir.Value {
	if m.err != nil {
		return nil
	}
	t := m.Ctx.WithElem(like.Type(), v.Type().Elem())
	if t.IsStatic() {
		rank := t.Rank()
		dims := make([]int64, v.Type().Rank())
		for i := range dims {
			dims[i] = int64(rank - len(dims) + i)
		}
		return m.make(tg.Broadcast, t, []*ir.Value{v}, m.ints("dims", dims...))
	}
	if like.Type() != t {
		like = m.make(tg.Convert, t, []*ir.Value{like})
	}
	yes := m.constant(m.Ctx.Bool(), []byte{1})
	return m.make(tg.Select, t, []*ir.Value{yes, v, like})
}

// repeat makes a loop that counts up to n, with the values of its state behind the
// last round.
func (m *maker) repeat(n int64, inits []*ir.Value, round func(i *ir.Value, state []*ir.Value) []*ir.Value) []*ir.Value {
	count := m.Ctx.Tensor(nil, m.Ctx.I64())
	zero, one, end := m.number(m.Ctx.I64(), 0), m.number(m.Ctx.I64(), 1), m.number(m.Ctx.I64(), float64(n))
	if m.err != nil {
		return make([]*ir.Value, len(inits))
	}
	ts := []*ir.Type{count}
	for _, v := range inits {
		ts = append(ts, v.Type())
	}
	point := *m.Builder
	region := func(fill func(args []*ir.Value) []*ir.Value) *ir.Region {
		r, b := &ir.Region{}, &ir.Block{}
		for _, t := range ts {
			b.AddArg(t, m.op.Loc())
		}
		r.Append(b)
		m.AtEnd(b)
		m.makeAll(tg.Yield, nil, fill(b.Args()), nil)
		return r
	}
	cond := region(func(args []*ir.Value) []*ir.Value {
		return []*ir.Value{m.make(tg.Compare, m.Ctx.Tensor(nil, m.Ctx.Bool()), []*ir.Value{args[0], end}, m.word("direction", "lt"))}
	})
	body := region(func(args []*ir.Value) []*ir.Value {
		state := round(args[0], args[1:])
		return append([]*ir.Value{m.make(tg.Add, count, []*ir.Value{args[0], one})}, state...)
	})
	*m.Builder = point
	return m.makeAll(tg.While, ts, append([]*ir.Value{zero}, inits...), []*ir.Region{cond, body})[1:]
}
