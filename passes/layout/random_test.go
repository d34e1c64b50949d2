package layout_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/passes/layout"
	"github.com/tg-opt/tg/pipeline"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// network writes a small network of convolutions, pooling and what may stand between them, with
// features anywhere.
type network struct {
	*rand.Rand
	ctx     *ir.Context
	b       *ir.Builder
	fn      *ir.Op
	values  []*ir.Value
	spatial int
	layouts []string // of arrays
	elem    *ir.Type
}

// pick is one of a list.
func pick[T any](n *network, list ...T) T { return list[n.IntN(len(list))] }

func (n *network) chance(percent int) bool { return n.IntN(100) < percent }

// newNetwork is a program of some ops, as text.
func newNetwork(t *testing.T, seed uint64) string {
	module, err := agree.Parse("func.func @main() {\n  return\n}")
	if err != nil {
		t.Fatal(err)
	}
	n := &network{Rand: rand.New(rand.NewPCG(seed, 11)), ctx: module.Context()}
	n.b, n.fn = ir.NewBuilder(n.ctx), module.RegionAt(0).First().First()
	n.elem = pick(n, n.ctx.F32(), n.ctx.F32(), n.ctx.F32(), n.ctx.Float("f16"), n.ctx.I32(), n.ctx.F64())
	n.spatial = pick(n, 2, 2, 2, 1, 3)
	letters := "nc" + "dhw"[3-n.spatial:]
	first, last := letters, "n"+letters[2:]+"c"
	n.layouts = pick(n, []string{first}, []string{first}, []string{last}, []string{first, last}, []string{n.shuffled(letters), n.shuffled(letters)})
	end := n.fn.RegionAt(0).First().Last()
	n.b.Before(end)
	extents := []int64{int64(1 + n.IntN(2)), int64(2 + n.IntN(4))}
	for range n.spatial {
		extents = append(extents, int64(3+n.IntN(5)))
	}
	open := n.chance(15) // only a run knows how many images there are
	for range 1 + n.IntN(2) {
		shape := make([]int64, n.spatial+2)
		layout := n.layouts[0]
		for i := range layout {
			shape[i] = extents[strings.IndexByte(letters, layout[i])]
		}
		if b := strings.IndexByte(layout, 'n'); open {
			shape[b] = ir.Dynamic
		}
		n.values = append(n.values, n.argument(shape))
	}
	for range 3 + n.IntN(12) {
		n.step()
	}
	var results []*ir.Value
	for _, v := range n.values {
		if !v.HasUses() && v.Def() != nil || n.chance(10) {
			results = append(results, v)
		}
	}
	end.SetOperands(results)
	n.signature(results)
	return printer.OpString(module, printer.Options{})
}

func (n *network) shuffled(letters string) string {
	b := []byte(letters)
	n.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
	return string(b)
}

// signature makes the type of the function that of its block.
func (n *network) signature(results []*ir.Value) {
	var in, out []*ir.Type
	for _, v := range n.fn.RegionAt(0).First().Args() {
		in = append(in, v.Type())
	}
	for _, v := range results {
		out = append(out, v.Type())
	}
	n.fn.SetAttr("function_type", n.ctx.TypeAttr(n.ctx.Func(in, out)))
}

func (n *network) argument(shape []int64) *ir.Value {
	return n.fn.RegionAt(0).First().AddArg(n.ctx.Tensor(shape, n.elem), ir.Loc(0))
}

// array is an argument, or a constant.
func (n *network) array(shape []int64) *ir.Value {
	if n.chance(30) {
		return n.argument(shape)
	}
	t := n.ctx.Tensor(shape, n.elem)
	count, _ := t.NumElements()
	size := ir.StorageBytes(n.elem)
	spec, _ := interp.SpecOf(t)
	x := tensor.New(spec.DType, spec.Shape...)
	for k := range int(count) {
		x.SetFloat64(k, float64(n.IntN(64)-30)/8)
	}
	if n.chance(15) {
		return n.b.OpWithTypes(tg.Constant, ir.Loc(0), t.Alone(), nil, ir.NamedAttr{Name: "value", Value: n.ctx.Dense(t, x.Bytes()[:size])}).Result(0)
	}
	return n.b.OpWithTypes(tg.Constant, ir.Loc(0), t.Alone(), nil, ir.NamedAttr{Name: "value", Value: n.ctx.Dense(t, x.Bytes())}).Result(0)
}

// make adds an op, unless it would not be valid.
func (n *network) make(def *ir.OpDef, operands []*ir.Value, attrs ...ir.NamedAttr) {
	n.typed(def, nil, operands, attrs...)
}

func (n *network) typed(def *ir.OpDef, results []*ir.Type, operands []*ir.Value, attrs ...ir.NamedAttr) {
	if len(results) > 0 && !results[0].IsStatic() { // which would be told by operands
		return
	}
	o, err := n.b.Create(&ir.OpState{Name: n.ctx.OpName(def.Name()), Operands: operands, Results: results, Attrs: attrs})
	if err != nil {
		return
	}
	if err := ir.Verify(o); err != nil {
		o.Erase()
		return
	}
	for _, v := range o.Results() {
		if count := cost.Elements(v.Type()); count == 0 || count > 20000 {
			o.Erase()
			return
		}
	}
	n.values = append(n.values, o.Results()...)
}

func (n *network) ints(name string, list ...int64) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: n.ctx.I64Array(list)}
}

func (n *network) word(name, text string) ir.NamedAttr {
	return ir.NamedAttr{Name: name, Value: n.ctx.StringAttr(text)}
}

// some is a list of numbers for so many dimensions.
func (n *network) some(count int, of ...int64) []int64 {
	list := make([]int64, count)
	for i := range list {
		list[i] = pick(n, of...)
	}
	return list
}

// value is one of those that are there, the last ones more often.
func (n *network) value() *ir.Value {
	if n.chance(50) {
		return n.values[len(n.values)-1]
	}
	return pick(n, n.values...)
}

// step adds an op.
func (n *network) step() {
	v := n.value()
	shape, rank := v.Type().Shape(), v.Type().Rank()
	dim := func() ir.NamedAttr {
		return ir.NamedAttr{Name: "dim", Value: n.ctx.I64Attr(int64(n.IntN(max(1, rank))))}
	}
	switch n.IntN(20) {
	case 0, 1, 2, 3, 4, 5:
		n.conv(v)
	case 6, 7:
		n.window(v)
	case 8:
		dims := slices.Sorted(slices.Values(n.Perm(rank)[:n.IntN(rank+1)]))
		list := make([]int64, len(dims))
		for i, d := range dims {
			list[i] = int64(d)
		}
		attrs := []ir.NamedAttr{n.word("kind", pick(n, "sum", "max", "mean", "argmax", "min", "prod")), n.ints("dims", list...)}
		if n.chance(50) {
			attrs = append(attrs, ir.NamedAttr{Name: "keep_dims", Value: n.ctx.Unit()})
		}
		n.make(tg.Reduce, []*ir.Value{v}, attrs...)
	case 9:
		p := make([]int64, rank)
		for i, d := range n.Perm(rank) {
			p[i] = int64(d)
		}
		n.make(tg.Transpose, []*ir.Value{v}, n.ints("permutation", p...))
	case 10:
		n.make(tg.Pad, []*ir.Value{v, n.array(nil)}, n.ints("low", n.some(rank, 0, 0, 1)...), n.ints("high", n.some(rank, 0, 0, 2, -1)...), n.ints("interior", n.some(rank, 0, 0, 0, 1)...))
	case 11:
		limits := slices.Clone(shape)
		for d, extent := range limits {
			if extent == ir.Dynamic {
				limits[d] = 1
			}
		}
		n.make(tg.Slice, []*ir.Value{v}, n.ints("starts", n.some(rank, 0, 0, 0, 1)...), n.ints("limits", limits...), n.ints("strides", n.some(rank, 1, 1, 2)...))
	case 12:
		n.make(tg.Concat, []*ir.Value{v, pick(n, v, n.value())}, dim())
	case 13:
		switch n.IntN(4) {
		case 0:
			n.make(tg.Reverse, []*ir.Value{v}, n.ints("dims", int64(n.IntN(max(1, rank)))))
		case 1:
			n.make(tg.Cumulate, []*ir.Value{v}, dim(), n.word("kind", pick(n, "sum", "max")))
		case 2:
			n.make(tg.Stop, []*ir.Value{v})
		default:
			if d := n.IntN(max(1, rank)); rank > 0 && shape[d] > 1 {
				n.make(tg.Split, []*ir.Value{v}, ir.NamedAttr{Name: "dim", Value: n.ctx.I64Attr(int64(d))}, n.ints("sizes", 1, shape[d]-1))
			}
		}
	case 14:
		n.typed(tg.Iota, v.Type().Alone(), nil, dim())
		fallthrough
	case 15:
		n.make(tg.Add, []*ir.Value{v, n.value()})
	default:
		n.elementwise(v)
	}
}

// elementwise adds an op on v and something that repeats along some of its dimensions.
func (n *network) elementwise(v *ir.Value) {
	shape := slices.Clone(v.Type().Shape())
	for d := range shape {
		if n.chance(70) || shape[d] == ir.Dynamic {
			shape[d] = 1
		}
	}
	if n.chance(60) {
		for len(shape) > 0 && shape[0] == 1 {
			shape = shape[1:]
		}
	}
	switch n.IntN(6) {
	case 0:
		n.make(tg.Relu, []*ir.Value{v})
	case 1:
		n.make(tg.Clamp, []*ir.Value{n.array(nil), v, n.array(nil)})
	case 2:
		list := make([]int64, len(shape))
		for i := range list {
			list[i] = int64(v.Type().Rank() - len(shape) + i)
		}
		n.typed(tg.Broadcast, v.Type().Alone(), []*ir.Value{n.array(shape)}, n.ints("dims", list...))
	case 3:
		n.make(tg.Add, []*ir.Value{n.array(shape), v})
	default:
		n.make(pick(n, tg.Add, tg.Mul, tg.Max, tg.Sub), []*ir.Value{v, n.array(shape)})
	}
}

// conv adds a convolution of v, if its rank allows.
func (n *network) conv(v *ir.Value) {
	if v.Type().Rank() != n.spatial+2 || v.Type().Elem() != n.elem {
		return
	}
	in, out := pick(n, n.layouts...), pick(n, n.layouts...)
	kernel := n.shuffled("io" + "dhw"[3-n.spatial:])
	if n.chance(60) {
		kernel = "oi" + "dhw"[3-n.spatial:]
	}
	features := v.Type().Shape()[strings.IndexByte(in, 'c')]
	if features == ir.Dynamic {
		return
	}
	groups, outputs := int64(1), int64(1+n.IntN(6))
	if n.chance(40) {
		groups, outputs = features, features
	}
	shape := make([]int64, len(kernel))
	for i := range kernel {
		switch kernel[i] {
		case 'i':
			shape[i] = features / groups
		case 'o':
			shape[i] = outputs
		default:
			shape[i] = pick[int64](n, 1, 1, 3, 2)
		}
	}
	operands := []*ir.Value{v, n.array(shape)}
	attrs := []ir.NamedAttr{
		n.word("layout", in+" x "+kernel+" -> "+out), {Name: "groups", Value: n.ctx.I64Attr(groups)},
		n.ints("strides", n.some(n.spatial, 1, 1, 2)...), n.ints("pads", n.some(2*n.spatial, 0, 1, 1)...), n.ints("kernel_dilation", n.some(n.spatial, 1, 1, 1, 2)...),
	}
	if n.chance(25) {
		bias := []int64{outputs}
		for range len(out) - 1 - strings.IndexByte(out, 'c') {
			bias = append(bias, 1)
		}
		operands = append(operands, n.array(bias))
	}
	if n.chance(20) {
		attrs = append(attrs, n.word("activation", "relu"))
	}
	n.make(tg.Conv, operands, attrs...)
}

// window adds pooling, now and then along any dimensions.
func (n *network) window(v *ir.Value) {
	rank := v.Type().Rank()
	window, strides := n.some(rank, 1), n.some(rank, 1)
	letters := pick(n, n.layouts...)
	for d := range rank {
		if n.chance(10) || d < len(letters) && letters[d] != 'n' && letters[d] != 'c' {
			window[d], strides[d] = pick[int64](n, 2, 3), pick[int64](n, 1, 2)
		}
	}
	n.make(tg.ReduceWindow, []*ir.Value{v}, n.word("kind", pick(n, "max", "sum", "mean", "min")), n.ints("window", window...), n.ints("strides", strides...), n.ints("pads", n.some(2*rank, 0, 0, 1)...))
}

// randomProfile is a machine on which anything may be fast or slow.
func randomProfile(r *rand.Rand) string {
	rate := func() float64 { return []float64{1e6, 1e8, 1e10, 1e12}[r.IntN(4)] }
	return fmt.Sprintf("name = any\nspeedup = 1\ngrain = 1\nbandwidth = 1e12\ncache = 1e9\ncache-bandwidth = %g\nruns = %g\nsingles = %g\nswaps = %g\nsquare = %d\npacking = %g\n"+
		"tile-rows = 1\ntile-cols = 1\nfold-lanes = 1\ntrips = 1\noverhead = 1e-8\noverhead.move = %g\nflops.simple.f32 = %g\nflops.math.f32 = 1e10\nflops.fold.f32 = %g\nflops.contract.f32 = 1e12\nflops.depthwise.f32 = 1e12\n",
		rate(), rate(), rate(), rate(), 1+r.IntN(16), rate(), 1/rate(), rate(), rate())
}

func inputs(fn *ir.Op, kind int) []*tensor.Tensor {
	list := []*tensor.Tensor{}
	for i, t := range fn.Attr("function_type").Type().Inputs() {
		spec, _ := interp.SpecOf(t)
		for d := range spec.Shape {
			if spec.Shape[d] < 0 {
				spec.Shape[d] = 2
			}
		}
		list = append(list, tensor.Random(spec.DType, spec.Shape, uint64(100*kind+i)))
	}
	return list
}

// seconds is what main takes, constants apart.
func seconds(m *cost.Machine, module *ir.Op) (sum float64) {
	ir.Walk(module, func(o *ir.Op) ir.WalkAction {
		if o.Is(tg.Constant) || o.Name() == "func.func" || o.Name() == "builtin.module" {
			return ir.Advance
		}
		sum += m.Op(o)
		return ir.Advance
	})
	return sum
}

// Random networks compute the same bits in the orders that random machines like, and are never
// dearer than they were.
func TestRandomNetworks(t *testing.T) {
	ran, moved := 0, 0
	for seed := range campaign.Seeds(300) {
		text := newNetwork(t, seed)
		module, err := agree.Parse(text)
		if err == nil {
			err = agree.Optimise(module, "fold,dce", 1)
		}
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		r := rand.New(rand.NewPCG(seed, 12))
		file := []string{"cpu", "gpu"}[r.IntN(2)]
		if r.IntN(4) > 0 {
			file = filepath.Join(t.TempDir(), "any.profile")
			if err := os.WriteFile(file, []byte(randomProfile(r)), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		m, err := cost.Named(file, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		fn := module.RegionAt(0).First().First()
		var runs []agree.Run
		for kind := range 3 {
			in := inputs(fn, kind)
			if kind == 2 {
				if in = agree.Inputs(fn, int(seed)); in == nil {
					continue
				}
			}
			if was := agree.Execute(module, "main", in, time.Minute); was.Err == nil {
				runs = append(runs, agree.Run{Name: "main", Inputs: in, Before: was})
			} else if !strings.Contains(text, "<?x") && !strings.Contains(text, "x?x") { // whose extents may differ
				t.Errorf("seed %d: %v\n%s", seed, was.Err, text)
			}
		}
		passes := "layout{machine=" + file + "},fold,dce"
		after, err := agree.Check(module, runs, passes)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, printer.OpString(module, printer.Options{}), printer.OpString(after, printer.Options{}))
		}
		before, now := seconds(m, module), seconds(m, after)
		if now > before*(1+1e-9)+1e-11 {
			t.Errorf("seed %d: %g s, and %g s before:\n%s\n%s", seed, now, before, printer.OpString(module, printer.Options{}), printer.OpString(after, printer.Options{}))
		}
		ran++
		if now < before {
			moved++
		}
	}
	if ran >= 100 && moved < ran/10 {
		t.Errorf("only %d of %d programs are cheaper: that tests little", moved, ran)
	}
	t.Logf("%d of %d programs are cheaper", moved, ran)
}

// Of all orders, small groups of ops get those that take least.
func TestChoiceIsBest(t *testing.T) {
	groups, better := 0, 0
	for seed := range campaign.Seeds(300) {
		module, err := agree.Parse(newNetwork(t, seed))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		m, err := cost.Parse("any.profile", randomProfile(rand.New(rand.NewPCG(seed, 13))))
		if err != nil {
			t.Fatal(err)
		}
		compare := *layout.Pass
		compare.Prepare, compare.Bind = nil, nil
		compare.Run = func(r *pipeline.Run) error {
			wrong, n, better1 := layout.Compared(r, m)
			for _, w := range wrong {
				t.Errorf("seed %d: %s", seed, w)
			}
			groups, better = groups+n, better+better1
			r.MarkUnchanged()
			return nil
		}
		p, err := pipeline.ParsePipeline("builtin.module(layout)", pipeline.NewRegistry(&compare))
		if err == nil {
			err = (&pipeline.Manager{Ctx: module.Context(), Pipeline: p, Workers: 1, Emit: func(*ir.Diag) {}}).Run(module)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if groups >= 100 && better < groups/20 {
		t.Errorf("only %d of %d groups are better than before: that tests little", better, groups)
	}
	t.Logf("%d of %d groups are better than before", better, groups)
}
