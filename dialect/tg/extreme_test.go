package tg_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/internal/campaign"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/printer"
	"github.com/tg-opt/tg/tensor"
)

// limited evaluates an op on operands full of a number, within a little work and
// memory.
func limited(o *ir.Op, number float64, maxBytes int) error {
	var in []*tensor.Tensor
	for _, v := range o.Operands() {
		s, err := interp.SpecOf(v.Type())
		if err != nil {
			return err
		}
		if _, err := tensor.ByteSize(s.DType, s.Shape); err != nil {
			return err
		}
		in = append(in, tensor.New(s.DType, s.Shape...).Fill(number))
	}
	_, err := interp.Evaluate(o, in, &interp.Limits{Steps: 1000, Work: interp.NewWork(10_000_000), MaxBytes: maxBytes})
	return err
}

// ends fails the test unless f does; it is given far more time than the work that
// it may do takes.
func ends(t *testing.T, what string, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); f() }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatalf("does work that nobody counts: %s", what)
	}
}

// Ops with extreme attributes end, or are ended.
func TestExtremeAttributes(t *testing.T) {
	text, err := os.ReadFile("testdata/extreme.mlir")
	if err != nil {
		t.Fatal(err)
	}
	tooMuch := map[string]bool{"window_from_one": true, "window_body_counts": true, "endless": true, "counts_far": true}
	m := parse(t, newContext(), string(text))
	for fn := m.RegionAt(0).First().First(); fn != nil; fn = fn.Next() {
		name, number := ir.SymbolName(fn), 0.0
		if strings.HasSuffix(name, "_one") {
			number = 1
		}
		ends(t, name, func() {
			if err := limited(fn.RegionAt(0).First().First(), number, 1<<26); (err != nil) != tooMuch[name] {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// opOf makes an op with these extents in the shapes of its operands, or nil. keep
// says which types it may have.
func opOf(c *ir.Context, rng *rand.Rand, def *ir.OpDef, extents []int64, keep func(*ir.Type) bool) *ir.Op {
	elems := opgen.Elements(c)
	g := &opgen.Generator{Rand: rng, Ctx: c, Elem: elems[rng.IntN(len(elems))], Extents: extents, MaxRank: 3}
	for range rng.IntN(4) {
		g.Base = append(g.Base, extents[rng.IntN(len(extents))])
	}
	var operands []*ir.Type
	for i := 0; i == 0 || i < g.Count(def, operands); i++ {
		if i == 0 && g.Count(def, nil) == 0 {
			break
		}
		t := g.Operand(def, i, operands)
		if t == nil {
			return nil
		}
		operands = append(operands, t)
	}
	attrs, results, ok := g.Op(def, operands)
	if !ok {
		return nil
	}
	for _, t := range append(append([]*ir.Type{}, operands...), results...) {
		if !keep(t) {
			return nil
		}
	}
	var b strings.Builder
	names := make([]string, len(operands))
	for i := range operands {
		names[i] = fmt.Sprintf("%%%d", i)
	}
	list := func(ts []*ir.Type) string {
		s := make([]string, len(ts))
		for i, t := range ts {
			s[i] = t.String()
		}
		return "(" + strings.Join(s, ", ") + ")"
	}
	args := make([]string, len(operands))
	for i, t := range operands {
		args[i] = names[i] + ": " + t.String()
	}
	var properties []string
	for _, a := range attrs.Entries() {
		properties = append(properties, a.Name+" = "+a.Value.String())
	}
	fmt.Fprintf(&b, "func.func @f(%s) {\n  %%r:%d = \"%s\"(%s) <{%s}> : %s -> %s\n  return\n}\n", strings.Join(args, ", "), len(results), def.Name(),
		strings.Join(names, ", "), strings.Join(properties, ", "), list(operands), list(results))
	m, err := parser.Parse(c, []byte(b.String()), parser.Options{})
	if err != nil {
		return nil
	}
	return m.RegionAt(0).First().First().RegionAt(0).First().First()
}

func textOf(o *ir.Op) string { return printer.OpString(o, printer.Options{}) }

// known are the ops that instances can be made of.
func known() (list []*ir.OpDef) {
	for _, def := range tg.Dialect.Ops() {
		if _, ok := interp.Kernel.Get(def); ok && opgen.Known(def) {
			list = append(list, def)
		}
	}
	return list
}

// instances is how many random ones of each op there are.
func instances() int {
	_, count := campaign.Cases(12)
	return count
}

// Huge extents beside one of 0 take no work and no memory.
func TestExtremeExtents(t *testing.T) {
	c, tried := newContext(), 0
	for n, def := range known() {
		rng := rand.New(rand.NewPCG(campaign.First()+uint64(n), 1))
		for range instances() {
			o := opOf(c, rng, def, []int64{0, 0, 1, 3, 1 << 40}, func(t *ir.Type) bool {
				n, ok := t.NumElements()
				return t.IsStatic() && ok && n < 1000
			})
			if o == nil {
				continue
			}
			tried++
			ends(t, textOf(o), func() {
				if err := limited(o, 0, 1<<26); err != nil && !errors.Is(err, interp.ErrWork) {
					t.Logf("%s: %v", textOf(o), err)
				}
			})
		}
	}
	if tried < 100 {
		t.Errorf("only %d ops were tried", tried)
	}
}

// extremes are numbers whose sums and products overflow.
var extremes = []int64{math.MinInt64 + 1, math.MinInt64 / 2, -1, 0, 1, 1 << 31, 1 << 32, 1<<61 - 1, 1 << 61, 1<<62 - 1, 1 << 62, math.MaxInt64 - 1, math.MaxInt64}

// makeExtreme puts an extreme number into a list, in the place of one.
func makeExtreme(rng *rand.Rand, list []int64, from []int64) []int64 {
	list = slices.Clone(list)
	if len(list) > 0 {
		list[rng.IntN(len(list))] = from[rng.IntN(len(from))]
	}
	return list
}

// extremeInference is what the types of an op are inferred from, with extreme numbers in
// some of its types and attributes.
func extremeInference(rng *rand.Rand, o *ir.Op) *ir.Inference {
	c, in := o.Context(), ir.InferenceOf(o)
	in.Values = nil // which have other types
	for _, list := range [][]*ir.Type{in.Operands, in.Results} {
		for i, t := range list {
			if rng.IntN(2) == 0 {
				list[i] = c.WithShape(t, makeExtreme(rng, t.Shape(), extremes[3:]))
			}
		}
	}
	attrs := slices.Clone(in.Props.Entries())
	for i, a := range attrs {
		switch {
		case rng.IntN(2) == 0:
		case a.Value.Is(ir.IntegerAttr) && !a.Value.Type().IsBool():
			attrs[i].Value = c.IntAttr(a.Value.Type(), extremes[rng.IntN(len(extremes))])
		case a.Value.Is(ir.DenseArrayAttr) && !a.Value.Type().Elem().IsBool():
			attrs[i].Value = c.I64Array(makeExtreme(rng, a.Value.Ints(), extremes))
		}
	}
	in.Props = c.Dict(attrs)
	return in
}

// Numbers whose sums and products overflow make an error, or types with extents that can be, of
// which all that is asked of types can be told.
func TestExtremeNumbers(t *testing.T) {
	c, accepted, refused := newContext(), 0, 0
	for n, def := range known() {
		rng := rand.New(rand.NewPCG(campaign.First()+uint64(n), 3))
		for range 10 * instances() {
			o := opOf(c, rng, def, []int64{0, 1, 2, 3}, (*ir.Type).IsStatic)
			if o == nil || def.Infer == nil {
				continue
			}
			in := extremeInference(rng, o)
			what := fmt.Sprint(def.Name(), in.Operands, in.Props, in.Results)
			func() {
				defer func() {
					if r := recover(); r != nil {
						t.Errorf("%s: panics: %v", what, r)
					}
				}()
				types, err := in.Types()
				if err != nil {
					refused++
					return
				}
				accepted++
				for _, r := range types {
					if slices.ContainsFunc(r.Shape(), func(n int64) bool { return n < 0 && n != ir.Dynamic }) {
						t.Errorf("%s: has a result of type '%s'", what, r)
					}
				}
				in.Results = types
				if storage, ok := analysis.StorageOf.Get(def); ok {
					storage(in)
				}
				if model, ok := cost.Model.Get(def); ok {
					model(in)
				}
			}()
		}
	}
	if accepted < 100 || refused < 100 {
		t.Errorf("%d were accepted and %d refused: too few", accepted, refused)
	}
}

// What an op takes besides its operands is within the limit, or it is an error. A
// contraction in an odd layout has tables of up to two offsets for each element of
// its operands, which are made with the program and which nobody counts.
func TestMemoryOfKernels(t *testing.T) {
	const limit = 6 << 20
	c, tried := newContext(), 0
	for n, def := range known() {
		rng := rand.New(rand.NewPCG(campaign.First()+uint64(n), 2))
		for range instances() {
			o := opOf(c, rng, def, []int64{1, 3, 300, 500, 60000}, func(t *ir.Type) bool {
				n, ok := t.NumElements()
				return t.IsStatic() && ok && n <= 500_000
			})
			if o == nil {
				continue
			}
			var operands, tables int64
			for _, v := range o.Operands() {
				n, _ := v.Type().NumElements()
				operands += n * int64(ir.StorageBytes(v.Type().Elem()))
				tables += n * 2 * 8
			}
			if !o.Is(tg.Conv) && !o.Is(tg.DotGeneral) {
				tables = 0
			}
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			err := limited(o, 0, limit)
			runtime.ReadMemStats(&after)
			tried++
			if took := int64(after.TotalAlloc-before.TotalAlloc) - operands; took > limit+limit/4+tables {
				t.Errorf("%s: took %d bytes (%v)", textOf(o), took, err)
			}
		}
	}
	if tried < 100 {
		t.Errorf("only %d ops were tried", tried)
	}
}

// A result above the limit is refused before it is made.
func TestMemoryIsLimited(t *testing.T) {
	m := parse(t, newContext(), `func.func @f(%x: tensor<1000xf32>) -> tensor<2000x1000xf32> {
  %0 = tg.broadcast %x dims [1] : (tensor<1000xf32>) -> tensor<2000x1000xf32>
  return %0 : tensor<2000x1000xf32>
}`)
	err := limited(m.RegionAt(0).First().First().RegionAt(0).First().First(), 1, 6<<20)
	if err == nil || !strings.Contains(err.Error(), "needs 7.6 MiB of memory, but the limit is 6.0 MiB") {
		t.Errorf("it says: %v", err)
	}
}
