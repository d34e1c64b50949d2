package discover

import (
	"math/rand/v2"
	"testing"

	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver/tool"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/te/field"
	"github.com/tg-opt/tg/tensor"
)

// TestPlansAreOps computes every op that is tried, and is made of sums, products and moves, on
// small whole numbers: over the field, and as the interpreter does. No result is too large to be
// one number in both.
func TestPlansAreOps(t *testing.T) {
	c := ir.NewContext(tool.Dialects()...)
	r := rand.New(rand.NewPCG(1, 1))
	tried := 0
	for _, def := range tg.Dialect.Ops() {
		f, _ := opgen.FormsOf.Get(def)
		if f.Of == nil {
			continue
		}
		for _, base := range [][]int64{{}, {4}, {2, 4}, {4, 2}, {2, 2, 2}, {1, 2, 4, 4}, {2, 2, 3, 3}} {
			for range 4 {
				var operands []*ir.Type
				for range arity(def) {
					shape := base
					switch r.IntN(4) {
					case 0:
						shape = nil
					case 1:
						shape = append([]int64(nil), base...)
						r.Shuffle(len(shape), func(i, k int) { shape[i], shape[k] = shape[k], shape[i] })
					}
					operands = append(operands, c.Tensor(shape, c.F32()))
				}
				for _, form := range f.Of(c, operands) {
					if !polynomial(def, form) {
						continue
					}
					if compareForm(t, c, r, def, operands, form) {
						tried++
					}
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("only %d forms were compared", tried)
	}
}

// polynomial reports whether a form computes with sums, products and moves only.
func polynomial(def *ir.OpDef, f opgen.Form) bool {
	if def.Has(ir.Elementwise) {
		return def == tg.Add || def == tg.Sub || def == tg.Mul || def == tg.Neg
	}
	if a := f.Attrs["activation"]; a != nil {
		return false
	}
	a := f.Attrs["kind"]
	return a == nil || a.Text() == "sum"
}

func compareForm(t *testing.T, c *ir.Context, r *rand.Rand, def *ir.OpDef, operands []*ir.Type, f opgen.Form) bool {
	v := &vocabulary{ctx: c, plan: newPlan}
	results := v.infer(def, operands, f)
	if results == nil {
		return false
	}
	compared := false
	for result := range results {
		b, o, err := v.make(def, operands, inWorld{f, results})
		var p *plan
		if err == nil {
			p, err = v.plan(b, o, result)
		}
		if err != nil {
			t.Errorf("%s: %v", def.Name(), err)
			continue
		}
		block := &ir.Block{}
		(&ir.Region{}).Append(block)
		var tensors []*tensor.Tensor
		var elements [][]field.Element
		for _, typ := range operands {
			block.AddArg(typ, 0)
			x := tensor.New(tensor.F32, ints(typ.Shape())...)
			e := make([]field.Element, x.Len())
			for i := range e {
				n := int64(r.IntN(9) - 4)
				x.SetFloat64(i, float64(n))
				e[i] = field.FromInt(n)
			}
			tensors, elements = append(tensors, x), append(elements, e)
		}
		o = ir.NewBuilder(c).AtEnd(block).OpWithTypes(def, 0, results, block.Args(), f.Attrs.Entries()...)
		want, err := interp.Evaluate(o, tensors, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := p.run(elements)
		for i := range want[result].Len() {
			if w := field.FromFloat(want[result].Float64At(i)); got[i] != w {
				t.Fatalf("%s %s on %v, result %d: element %d is %d, want %v", def.Name(), attributeTerms(f.Attrs), operands, result, i, got[i], want[result].Float64At(i))
			}
		}
		compared = true
	}
	return compared
}

func ints(list []int64) []int {
	out := make([]int, len(list))
	for i, n := range list {
		out[i] = int(n)
	}
	return out
}
