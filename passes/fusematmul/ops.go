package fusematmul

import (
	"slices"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/ir"
)

// dotDims are the dimension numbers of one operand of a tg.dot_general.
type dotDims struct{ batching, contracting []int64 }

func dotDimsOf(o *ir.Op) (lhs, rhs dotDims) {
	ints := func(name string) []int64 {
		if a := o.Attr(name); a != nil {
			return a.Ints()
		}
		return nil
	}
	return dotDims{ints("lhs_batching"), ints("lhs_contracting")}, dotDims{ints("rhs_batching"), ints("rhs_contracting")}
}

// free lists the other dimensions of an operand of that rank.
func (d dotDims) free(rank int) []int {
	var list []int
	for i := range rank {
		if !slices.Contains(d.batching, int64(i)) && !slices.Contains(d.contracting, int64(i)) {
			list = append(list, i)
		}
	}
	return list
}

// activationOp is the op that does what an activation does.
func activationOp(c *ir.Context, name string) (*ir.OpDef, *ir.Attr) {
	if name == "gelu_tanh" {
		return tg.Gelu, c.Dict([]ir.NamedAttr{{Name: "approximate", Value: c.StringAttr("tanh")}})
	}
	return c.LookupOp("tg." + name), nil
}

// activate applies an activation by an op of its own.
func (f *fuser) activate(name string, v *ir.Value, at *ir.Op) *ir.Value {
	def, props := activationOp(f.run.Ctx, name)
	return f.create(def, at, v.Type(), props, v)
}
