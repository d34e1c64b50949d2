package tg_test

import (
	"iter"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/shapes"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

// stretchings are the shapes of at most so many dimensions, each with all shapes that broadcast to
// it.
func stretchings(rank int, extents []int64) iter.Seq2[[]int64, []int64] {
	return func(yield func(operand, shape []int64) bool) {
		var grow func(operand, shape []int64) bool
		grow = func(operand, shape []int64) bool {
			if !yield(operand, shape) {
				return false
			}
			if len(shape) == rank {
				return true
			}
			for _, n := range extents {
				longer := append([]int64{n}, shape...)
				if len(operand) == len(shape) {
					if !grow(append([]int64{n}, operand...), longer) || n != 1 && !grow(append([]int64{1}, operand...), longer) {
						return false
					}
				}
				if !grow(operand, longer) {
					return false
				}
			}
			return true
		}
		grow(nil, nil)
	}
}

// sumProgram makes functions: @sum by SumToShape or SumToLike, @plain by one reduction along the
// stretched dimensions.
type sumProgram struct {
	b        *ir.Builder
	module   *ir.Op
	compiled *interp.Module  // nil until all functions are there
	forms    map[string]bool // of reductions that have run
}

func newSumProgram(t *testing.T) *sumProgram {
	c := newContext()
	return &sumProgram{b: ir.NewBuilder(c), module: parse(t, c, "module {}"), forms: map[string]bool{}}
}

// function adds a function of g and of a value of type to.
func (p *sumProgram) function(name string, g, to *ir.Type, body func(b *ir.Builder, g, like *ir.Value) *ir.Value) {
	c, block := p.b.Ctx, &ir.Block{}
	x, like := block.AddArg(g, 0), block.AddArg(to, 0)
	v := body(p.b.AtEnd(block), x, like)
	p.b.OpWithTypes(fn.Return, 0, nil, []*ir.Value{v})
	region := &ir.Region{}
	region.Append(block)
	_, err := p.b.AtEnd(p.module.RegionAt(0).First()).Create(&ir.OpState{
		Name: c.OpName("func.func"), Regions: []*ir.Region{region},
		Attrs: []ir.NamedAttr{
			{Name: "sym_name", Value: c.StringAttr(name)},
			{Name: "function_type", Value: c.TypeAttr(c.Func([]*ir.Type{g, to}, []*ir.Type{v.Type()}))},
		},
	})
	if err != nil {
		panic(err)
	}
}

// run runs a function, once all are there.
func (p *sumProgram) run(t *testing.T, name string, in ...*tensor.Tensor) *tensor.Tensor {
	t.Helper()
	if p.compiled == nil {
		if err := ir.Verify(p.module); err != nil {
			t.Fatal(err)
		}
		p.compiled = interp.NewModule(p.module)
	}
	program, err := p.compiled.Program(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := program.Run(in, interp.Options{Times: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range r.Reductions {
		p.forms[form] = true
	}
	return r.Outputs[0]
}

// plainSum is the sum along the dimensions themselves.
func plainSum(b *ir.Builder, g *ir.Value, to *ir.Type) *ir.Value {
	var dims []int64
	for d, stretched := range shapes.Stretched(to.Shape(), g.Type().Shape()) {
		if stretched {
			dims = append(dims, int64(d))
		}
	}
	if len(dims) > 0 {
		g = b.Op(tg.Reduce, 0, []*ir.Value{g}, ir.NamedAttr{Name: "kind", Value: b.Ctx.StringAttr("sum")},
			ir.NamedAttr{Name: "dims", Value: b.Ctx.I64Array(dims)}).Result(0)
	}
	return b.OpWithTypes(tg.Reshape, 0, []*ir.Type{to}, []*ir.Value{g}).Result(0)
}

// numbersOf fills a tensor of that type with numbers whose sum depends on the order, zeros of
// either sign, infinities and NaNs among them.
func numbersOf(r *rand.Rand, t *ir.Type) *tensor.Tensor {
	spec, err := interp.SpecOf(t)
	if err != nil {
		panic(err)
	}
	x := tensor.New(spec.DType, spec.Shape...)
	if parts := x; spec.DType.IsFloat() || spec.DType.IsComplex() {
		if spec.DType.IsComplex() {
			parts = x.Parts()
		}
		special := []float64{math.Copysign(0, -1), 0, math.Inf(1), math.Inf(-1), math.NaN(), 5e-324, 1e-40}
		for i := range parts.Len() {
			v := r.NormFloat64() * math.Pow(10, float64(r.IntN(8)))
			if r.IntN(40) == 0 {
				v = special[r.IntN(len(special))]
			}
			if r.IntN(4) == 0 {
				v = math.Copysign(0, -1)
			}
			parts.SetFloat64(i, v)
		}
		x.UnifyNaNs(x.Bytes())
		return x
	}
	for i := range x.Len() {
		x.SetInt64(i, int64(r.Uint64()))
	}
	return x
}

var sumElems = []string{"f32", "f64", "f16", "bf16", "complex<f32>", "complex<f64>", "i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"}

// checkSum compares the sum from a shape to that of an operand, of static and of dynamic types, by
// itself and added to what is there, with the plain one. It returns the forms of the reductions
// that have run.
func checkSum(t *testing.T, elem string, operand, shape []int64, seed uint64) map[string]bool {
	t.Helper()
	p := newSumProgram(t)
	c := p.b.Ctx
	e, err := parser.ParseType(c, elem)
	if err != nil {
		t.Fatal(err)
	}
	g, to := c.Tensor(shape, e), c.Tensor(operand, e)
	r := rand.New(rand.NewPCG(seed, 1))
	in := []*tensor.Tensor{numbersOf(r, g), numbersOf(r, to)}
	added := func(b *ir.Builder, old, sum *ir.Value) *ir.Value {
		return b.Op(tg.Add, 0, []*ir.Value{old, sum}).Result(0)
	}
	p.function("plain", g, to, func(b *ir.Builder, g, _ *ir.Value) *ir.Value { return plainSum(b, g, to) })
	p.function("plain.add", g, to, func(b *ir.Builder, g, old *ir.Value) *ir.Value { return added(b, old, plainSum(b, g, to)) })
	p.function("sum", g, to, func(b *ir.Builder, g, _ *ir.Value) *ir.Value { return tg.SumToShape(b, 0, g, to) })
	p.function("sum.add", g, to, func(b *ir.Builder, g, old *ir.Value) *ir.Value { return added(b, old, tg.SumToShape(b, 0, g, to)) })
	unknown := func(shape []int64) *ir.Type {
		shape = slices.Clone(shape)
		for d := range shape {
			if r.IntN(3) > 0 {
				shape[d] = ir.Dynamic
			}
		}
		return c.Tensor(shape, e)
	}
	from := unknown(shape)
	p.function("like", from, unknown(operand), func(b *ir.Builder, g, like *ir.Value) *ir.Value { return tg.SumToLike(b, 0, g, like) })
	p.function("from", from, to, func(b *ir.Builder, g, _ *ir.Value) *ir.Value { return tg.SumToShape(b, 0, g, to) })
	for _, tc := range []struct {
		plain string
		same  []string
	}{{"plain", []string{"sum", "like", "from"}}, {"plain.add", []string{"sum.add"}}} {
		want := p.run(t, tc.plain, in...)
		for _, name := range tc.same {
			got := p.run(t, name, in...)
			if !tensor.SameValues(got, want) {
				t.Errorf("@%s: %v to %v of %s gives %s, want %s\n%s", name, shape, operand, elem, tensor.Format(got), tensor.Format(want), textOf(p.module))
			}
		}
	}
	return p.forms
}

// A sum to a shape has the bits of the sum along the stretched dimensions, for all pairs of shapes
// of up to 3 dimensions, or as many as -campaign says, of extents 0 to 3. Of n merged dimensions no
// more than two kernels for each number of them are used, whatever the shapes are.
func TestSumToShape(t *testing.T) {
	_, rank := campaign.Cases(3)
	whole := rank > 3 // with all types
	forms := map[string]bool{}
	n := uint64(0)
	for operand, shape := range stretchings(min(rank, 5), []int64{0, 1, 2, 3}) {
		n++
		elems := sumElems
		if !whole {
			elems = elems[n%uint64(len(elems)):][:1]
		}
		for _, elem := range elems {
			maps.Copy(forms, checkSum(t, elem, operand, shape, n))
		}
		if t.Failed() {
			return
		}
	}
	checkForms(t, forms, min(rank, 5))
	t.Logf("%d pairs of shapes, %d kernels of all types: %s", n, len(forms), strings.Join(slices.Sorted(maps.Keys(forms)), " "))
	// Of more elements than lanes, and than blocks.
	for _, c := range [][2][]int64{
		{{90}, {70, 3, 90}}, {{3, 1}, {70, 3, 90}}, {{70, 1, 1}, {70, 3, 90}}, {{70, 1, 90}, {70, 3, 90}}, {nil, {70, 3, 90}}, {{1, 5, 1, 7}, {40, 5, 30, 7}},
		{{5, 1, 7, 1}, {5, 130, 7, 40}}, {{7}, {9000, 7}}, {{7, 1}, {7, 9000}}, {{2, 1, 1}, {2, 100, 100}},
	} {
		for _, elem := range []string{"f32", "f64", "f16", "bf16", "complex<f32>", "i32"} {
			n++
			checkSum(t, elem, c[0], c[1], n)
		}
	}
}

// checkForms fails unless forms of reductions (kernel.ReduceForm) are of dimensions that alternate,
// at most two for each number of them, and of each type.
func checkForms(t *testing.T, forms map[string]bool, rank int) {
	t.Helper()
	ofType := map[string]int{}
	for form := range forms {
		parts := strings.Split(form, ".")
		bits := parts[len(parts)-1]
		ofType[strings.TrimSuffix(form, bits)]++
		if strings.Contains(bits, "00") || strings.Contains(bits, "11") || len(bits) > rank {
			t.Errorf("a reduction of the form %s", form)
		}
	}
	for of, n := range ofType {
		if n > 2*rank {
			t.Errorf("%d kernels of %s for %d dimensions", n, of, rank)
		}
	}
	if len(ofType) < len(sumElems) {
		t.Errorf("reductions of %d types, not of %d", len(ofType), len(sumElems))
	}
}
