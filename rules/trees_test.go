package rules

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/rewrite"
	"github.com/tg-opt/tg/rewrite/rule"
	"github.com/tg-opt/tg/tensor"
)

// treeOps are the ops that expressions of one class of element types are made
// of, with those constants that rules speak of.
var treeOps = []struct {
	elems     []string
	unary     []*ir.OpDef
	binary    []*ir.OpDef
	constants []float64
}{
	{
		[]string{"f32", "f16"},
		[]*ir.OpDef{tg.Neg, tg.Abs, tg.Relu, tg.Sign, tg.Exp, tg.Sqrt},
		[]*ir.OpDef{tg.Add, tg.Sub, tg.Mul, tg.Div, tg.Max, tg.Min, tg.Pow},
		[]float64{0, math.Copysign(0, -1), 1, -1, 2, 0.5, 6},
	},
	{
		[]string{"i8", "ui8"},
		[]*ir.OpDef{tg.Neg, tg.Abs, tg.Relu, tg.Not},
		[]*ir.OpDef{tg.Add, tg.Sub, tg.Mul, tg.Div, tg.Rem, tg.Max, tg.Min, tg.And, tg.Or, tg.Xor, tg.Shl, tg.ShrLogical},
		[]float64{0, 1, -1, 2, 6},
	},
	{
		[]string{"i1"},
		[]*ir.OpDef{tg.Not},
		[]*ir.OpDef{tg.Add, tg.Mul, tg.And, tg.Or, tg.Xor, tg.Max, tg.Min},
		[]float64{0, 1},
	},
}

const treeWidth = 48 // elements of each leaf

// forest is a function of many expressions that have nothing in common.
type forest struct {
	b         *ir.Builder
	module    *ir.Op
	elem      *ir.Type
	x, y      *ir.Value
	unary     []*ir.OpDef
	binary    []*ir.OpDef
	constants []*ir.Attr
	roots     []*ir.Value
}

// leaf number i: an argument or a constant.
func (f *forest) leaf(i int) *ir.Value {
	switch i {
	case 0:
		return f.x
	case 1:
		return f.y
	}
	a := f.constants[i-2]
	return f.b.OpWithTypes(tg.Constant, 0, []*ir.Type{a.Type()}, nil, ir.NamedAttr{Name: "value", Value: a}).Result(0)
}

func (f *forest) leaves() int { return 2 + len(f.constants) }

// shallow is tree number i of those of one op on leaves.
func (f *forest) shallow(i int) *ir.Value {
	if n := len(f.unary) * f.leaves(); i < n {
		return f.b.Op(f.unary[i/f.leaves()], 0, []*ir.Value{f.leaf(i % f.leaves())}).Result(0)
	} else {
		i -= n
	}
	x, y := f.leaf(i%f.leaves()), f.leaf(i/f.leaves()%f.leaves())
	return f.b.Op(f.binary[i/f.leaves()/f.leaves()], 0, []*ir.Value{x, y}).Result(0)
}

func (f *forest) shallows() int {
	return len(f.unary)*f.leaves() + len(f.binary)*f.leaves()*f.leaves()
}

// random is a tree of a depth, with an operand used twice now and then.
func (f *forest) random(rng *rand.Rand, depth int) *ir.Value {
	if depth == 0 || rng.IntN(6) == 0 {
		return f.leaf(rng.IntN(f.leaves()))
	}
	x := f.random(rng, depth-1)
	if rng.IntN(len(f.unary)+len(f.binary)) < len(f.unary) {
		return f.b.Op(f.unary[rng.IntN(len(f.unary))], 0, []*ir.Value{x}).Result(0)
	}
	y := x
	if rng.IntN(5) > 0 {
		y = f.random(rng, depth-1)
	}
	if rng.IntN(2) == 0 {
		x, y = y, x
	}
	return f.b.Op(f.binary[rng.IntN(len(f.binary))], 0, []*ir.Value{x, y}).Result(0)
}

// newForest makes trees of two ops above each other, all of them in a campaign that is
// large enough, and some that are larger.
func newForest(class int, elem string, seed uint64) *forest {
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect)
	d, _ := tensor.ParseDType(elem)
	f := &forest{elem: interp.ElementType(ctx, d), unary: treeOps[class].unary, binary: treeOps[class].binary}
	for _, v := range treeOps[class].constants {
		if a := rule.SplatAttr(ctx, ctx.Tensor(nil, f.elem), v); a != nil {
			f.constants = append(f.constants, a)
		}
	}
	block := &ir.Block{}
	body := &ir.Region{}
	body.Append(block)
	t := ctx.Tensor([]int64{treeWidth}, f.elem)
	f.x, f.y = block.AddArg(t, 0), block.AddArg(t, 0)
	f.b = ir.NewBuilder(ctx).AtEnd(block)
	// There are so many trees of two ops above each other at most, and so many
	// larger ones.
	first, count := campaign.Cases(700)
	rng := rand.New(rand.NewPCG(first+seed, uint64(class)))
	n := f.shallows()
	total := n * (len(f.unary) + 2*len(f.binary)*f.leaves())
	stride := max(1, total/count)
	for i := rng.IntN(stride); i < total; i += stride {
		op := i / n
		if op < len(f.unary) {
			f.roots = append(f.roots, f.b.Op(f.unary[op], 0, []*ir.Value{f.shallow(i % n)}).Result(0))
			continue
		}
		op -= len(f.unary)
		x, y := f.shallow(i%n), f.leaf(op/2%f.leaves())
		if op%2 == 1 {
			x, y = y, x
		}
		f.roots = append(f.roots, f.b.Op(f.binary[op/2/f.leaves()], 0, []*ir.Value{x, y}).Result(0))
	}
	for range count {
		f.roots = append(f.roots, f.random(rng, 4))
	}
	f.b.OpWithTypes(fn.Return, 0, nil, f.roots)
	f.module = f.wrap(body)
	return f
}

func (f *forest) wrap(body *ir.Region) *ir.Op {
	var in, out []*ir.Type
	for _, a := range body.First().Args() {
		in = append(in, a.Type())
	}
	for _, v := range f.roots {
		out = append(out, v.Type())
	}
	c := f.b.Ctx
	create := func(b *ir.Builder, name string, r *ir.Region, attrs ...ir.NamedAttr) *ir.Op {
		o, err := b.Create(&ir.OpState{Name: c.OpName(name), Regions: []*ir.Region{r}, Attrs: attrs})
		if err != nil {
			panic(err) // the trees are well-typed
		}
		return o
	}
	top := &ir.Region{}
	top.Append(&ir.Block{})
	create(ir.NewBuilder(c).AtEnd(top.First()), "func.func", body, ir.NamedAttr{Name: "sym_name", Value: c.StringAttr("main")},
		ir.NamedAttr{Name: "function_type", Value: c.TypeAttr(c.Func(in, out))})
	return create(ir.NewBuilder(c), "builtin.module", top)
}

// canonical is all that canonicalize applies under a mode.
func canonical(mode rewrite.FPMode) *rewrite.Set {
	var list []*rewrite.Pattern
	for _, r := range All() {
		list = append(list, r.Pattern(mode))
	}
	for _, o := range tg.Dialect.Ops() {
		patterns, _ := rewrite.Patterns.Get(o)
		list = append(list, patterns...)
	}
	return rewrite.NewSet(list)
}

// Whatever the expression, canonicalize comes to an end, what it leaves is
// canonical in whichever order it is looked at, and under strict every bit of
// every result is what it was.
func TestTreesSettle(t *testing.T) {
	for class, ops := range treeOps {
		for k, elem := range ops.elems {
			t.Run(elem, func(t *testing.T) {
				t.Parallel()
				for _, mode := range []rewrite.FPMode{rewrite.FPStrict, rewrite.FPFinite, rewrite.FPFast} {
					f := newForest(class, elem, uint64(k))
					inputs := f.inputs()
					var before []*tensor.Tensor
					if mode == rewrite.FPStrict {
						before = f.run(t, inputs)
					}
					f.settle(t, mode)
					if mode == rewrite.FPStrict {
						f.compare(t, newForest(class, elem, uint64(k)), inputs, before, f.run(t, inputs))
					}
				}
			})
		}
	}
}

// settle canonicalizes, and fails unless that comes to an end.
func (f *forest) settle(t *testing.T, mode rewrite.FPMode) {
	t.Helper()
	set := canonical(mode)
	var stats rewrite.Stats
	converged, _ := rewrite.Greedy(f.module, ir.NewBuilder(f.b.Ctx), set, rewrite.Config{
		TopDown: true, MaxIterations: 20, MaxRewrites: -1, FP: mode, Stats: &stats,
	})
	if !converged {
		var names []string
		for _, p := range stats.Cycle {
			names = append(names, p.Name)
		}
		t.Fatalf("under %s canonicalize goes on and on, with %v", mode, names)
	}
	text := printer.OpString(f.module, printer.Options{})
	var names []string
	_, changed := rewrite.Greedy(f.module, ir.NewBuilder(f.b.Ctx), set, rewrite.Config{
		MaxIterations: 10, MaxRewrites: 1000, FP: mode,
		Applied: func(name string, _ *ir.Op) { names = append(names, name) },
	})
	if changed && text != printer.OpString(f.module, printer.Options{}) {
		slices.Sort(names)
		t.Errorf("under %s what canonicalize leaves is changed by doing it again from the end: %v", mode, slices.Compact(names))
	}
}

func (f *forest) inputs() []*tensor.Tensor {
	rng := rand.New(rand.NewPCG(7, 7))
	special := []float64{0, math.Copysign(0, -1), 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 6e-8, -1e-40, 3e38, -65504, 0.5, -2.5, 2, 6, -7.25}
	d, _ := interp.DTypeOf(f.elem)
	in := make([]*tensor.Tensor, 2)
	for i := range in {
		in[i] = tensor.New(d, treeWidth)
		for k := range treeWidth {
			switch {
			case f.elem.IsFloat():
				in[i].SetFloat64(k, special[rng.IntN(len(special))])
			case f.elem.IsBool():
				in[i].SetInt64(k, rng.Int64N(2))
			default:
				in[i].SetInt64(k, []int64{0, 1, -1, 127, -128, 2, 6, 7, 8, rng.Int64N(256) - 128}[rng.IntN(10)])
			}
		}
	}
	return in
}

func (f *forest) run(t *testing.T, inputs []*tensor.Tensor) []*tensor.Tensor {
	t.Helper()
	p, err := interp.NewModule(f.module).Program("main")
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(inputs, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Outputs
}

// compare fails for the first tree whose results differ, and shows it as it was
// and as it is.
func (f *forest) compare(t *testing.T, old *forest, inputs, before, after []*tensor.Tensor) {
	t.Helper()
	for i, x := range before {
		for k := range x.Len() {
			v, w := x.Float64At(k), after[i].Float64At(k)
			if v != v && w != w || v == w && math.Signbit(v) == math.Signbit(w) {
				continue
			}
			now := f.module.RegionAt(0).First().First().RegionAt(0).First().Last().Operand(i)
			t.Fatalf("%s was %v, but has become %s, which is %v, for x = %v, y = %v", expression(old.roots[i]), v, expression(now), w,
				inputs[0].Float64At(k), inputs[1].Float64At(k))
		}
	}
}

func expression(v *ir.Value) string {
	o := v.Def()
	switch {
	case o == nil:
		return []string{"x", "y"}[v.Index()]
	case o.Has(ir.ConstantLike):
		return o.Attr("value").String()
	}
	s := o.Def().Mnemonic() + "("
	for i := range o.NumOperands() {
		s += fmt.Sprint([]string{"", ", "}[min(i, 1)], expression(o.Operand(i)))
	}
	return s + ")"
}
