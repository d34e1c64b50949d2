package linalgpeer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

// exact are the elementwise ops that round alike everywhere.
var exact = strings.Fields("neg abs sign sqrt relu relu6 floor ceil round_even round_away not popcnt clz is_finite is_inf add sub mul div rem max min " +
	"mulhi and or xor shl shr shr_logical select clamp convert compare bitcast reduce_precision next_after")

// Scalars are cases of an elementwise op of tg, one for each element type that it has: a compute of
// it alone, of elements at which ops have cases of their own and of others. There are none for an
// op of complex numbers.
func Scalars(c *ir.Context, def *ir.OpDef) (cases []Case) {
	for _, d := range tensor.DTypes() {
		for _, form := range forms(def.Mnemonic(), d) {
			r := Case{Name: fmt.Sprintf("%s of %s", def.Name(), d), Bar: Close}
			if r.Text = form.text(def, d); !isValid(c, r.Text) {
				continue
			}
			if slices.Contains(exact, def.Mnemonic()) || d.IsInteger() || d == tensor.Bool {
				r.Bar = Exact
			}
			if def.Name() == "tg.bitcast" {
				r.Here = fmt.Sprintf("func.func @f(%%x: tensor<%[1]dx%[2]s>) -> tensor<%[1]dx%[3]s> {\n  %%0 = tg.bitcast %%x : (tensor<%[1]dx%[2]s>) -> tensor<%[1]dx%[3]s>\n  return %%0 : tensor<%[1]dx%[3]s>\n}\n", points, d, form.result(d))
			}
			for i, t := range form.operands(def, d) {
				r.Inputs = append(r.Inputs, edges(t, i))
			}
			if !d.IsComplex() && (d != tensor.F64 || r.Bar == Exact) {
				cases = append(cases, r)
			}
		}
	}
	return cases
}

// form is how an op is written.
type form struct {
	before, after string
	to            tensor.DType // of the result; Invalid for that of the operands
}

// forms are those with all attributes, for operands of type d.
func forms(op string, d tensor.DType) (list []form) {
	switch op {
	case "compare":
		for _, word := range []string{"lt", "le", "eq", "ne", "ge", "gt"} {
			list = append(list, form{before: word + " ", to: tensor.Bool})
			if d.IsFloat() {
				list = append(list, form{before: word + " ", after: " total_order", to: tensor.Bool})
			}
		}
		return list
	case "convert", "bitcast":
		for _, to := range tensor.DTypes() {
			if to != d && !to.IsComplex() {
				list = append(list, form{to: to})
			}
		}
		return list
	case "is_finite", "is_inf":
		return []form{{to: tensor.Bool}}
	case "gelu":
		return []form{{}, {after: " approximate tanh"}}
	case "reduce_precision":
		for _, bits := range [][2]int{{5, 10}, {8, 7}, {4, 3}, {2, 0}, {11, 23}, {8, 23}, {1, 60}} {
			list = append(list, form{after: fmt.Sprintf(" exponent_bits %d mantissa_bits %d", bits[0], bits[1])})
		}
		return list
	}
	return []form{{}}
}

func (f form) result(d tensor.DType) tensor.DType {
	if f.to != tensor.Invalid {
		return f.to
	}
	return d
}

// operands are the types of the operands.
func (f form) operands(def *ir.OpDef, d tensor.DType) []tensor.DType {
	list := make([]tensor.DType, len(def.Operands))
	for i := range list {
		if list[i] = d; def.Name() == "tg.select" && i == 0 {
			list[i] = tensor.Bool
		}
	}
	return list
}

func (f form) text(def *ir.OpDef, d tensor.DType) string {
	var params, names, types []string
	var body strings.Builder
	for i, t := range f.operands(def, d) {
		params = append(params, fmt.Sprintf("%%x%d: tensor<%dx%s>", i, points, t))
		fmt.Fprintf(&body, "    %%%d = te.read %%x%d [i] : tensor<%dx%s>\n", i, i, points, t)
		names, types = append(names, fmt.Sprintf("%%%d", i)), append(types, fmt.Sprintf("tensor<%s>", t))
	}
	to := f.result(d)
	return fmt.Sprintf("func.func @f(%s) -> tensor<%dx%s> {\n  %%r = te.compute [i < %d] -> tensor<%dx%s> {\n%s    %%e = %s %s%s%s : (%s) -> tensor<%s>\n    te.yield %%e : tensor<%s>\n  }\n  return %%r : tensor<%dx%s>\n}\n",
		strings.Join(params, ", "), points, to, points, points, to, body.String(), def.Name(), f.before, strings.Join(names, ", "), f.after,
		strings.Join(types, ", "), to, to, points, to)
}

// points is how many combinations of operands are tried: all of specials, and as many of others.
const points = 128

// edges are operand i: its special elements in all combinations with those of the others, and
// then ordinary ones.
func edges(d tensor.DType, i int) *tensor.Tensor {
	x := tensor.Random(d, []int{points}, uint64(i)+5)
	const specials = 8
	step := 1
	for range i {
		step *= specials
	}
	for k := range points / 2 {
		if d == tensor.Bool {
			x.SetInt64(k, int64(k/step)%2)
			continue
		}
		setSpecial(x, k, k/step%specials)
	}
	if d.IsFloat() {
		for k := points / 2; k < points; k++ {
			x.SetFloat64(k, x.Float64At(k)*float64(1+k%17))
		}
	}
	return x
}

func isValid(c *ir.Context, text string) bool {
	module, err := parser.Parse(c, []byte(text), parser.Options{})
	return err == nil && ir.Verify(module) == nil
}

// OfExample is a case of the example of an op, whose function fn has one block; ok is false where
// an argument or a result is no tensor of known extents.
func OfExample(def *ir.OpDef, fn *ir.Op) (r Case, ok bool) {
	f := fn.Attr("function_type").Type()
	r = Case{Name: "the example of " + def.Name(), Text: def.Example, Bar: Terms}
	for i, t := range f.Inputs() {
		d, known := dtype(t)
		if !known {
			return r, false
		}
		shape := make([]int, t.Rank())
		for k, n := range t.Shape() {
			shape[k] = int(n)
		}
		r.Inputs = append(r.Inputs, tensor.Random(d, shape, uint64(i)))
	}
	for _, t := range f.Results() {
		if _, known := dtype(t); !known {
			return r, false
		}
	}
	return r, fn.Attr("sym_name").Text() == "f" && fn.RegionAt(0).HasOneBlock()
}

// dtype is that of the elements of a tensor of known extents.
func dtype(t *ir.Type) (d tensor.DType, ok bool) {
	if !t.IsRankedTensor() || !t.IsStatic() {
		return d, false
	}
	return tensor.ParseDType(t.Elem().String())
}
