// Package newop adds ops and looks at what becomes of them: one with a kernel of its own and
// nothing for fusions, and, with the build tag `additions`, all that docs/architecture.md adds as
// examples. These stand on that page only: package test/architecture lays them over the files of
// the module and runs the tests.
package newop

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// byItself is x / (1 + |x|) by a kernel of its own, which says nothing of tiles.
var byItself = tg.Dialect.NewOp("tg.alone")

// f32 is what its kernel computes with.
var f32 = ir.TypeConstraint{Desc: "tensor of f32", Ok: func(t *ir.Type) bool {
	return t.IsRankedTensor() && t.Elem().String() == "f32"
}}

func init() {
	byItself.Define(ir.OpDef{
		Doc:      "Elementwise x / (1 + |x|).",
		Operands: ir.Args(ir.Arg("x", f32)),
		Results:  ir.Args(ir.Arg("out", f32)),
		Traits:   ir.Pure | ir.Elementwise | ir.SameTypes,
		Format:   "$x attr-dict `:` same-type",
		Slots: ir.Slots{
			cost.Model.Of(cost.Elementwise),
			analysis.StorageOf.Of(analysis.ElementwiseStorage),
			interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
				return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					to := tensor.Data[float32](out[0])
					for i, x := range tensor.Data[float32](in[0]) {
						to[i] = x / (1 + float32(math.Abs(float64(x))))
					}
					return nil
				}}, nil
			}),
		},
	})
}

// chain is chainOf with the op that runs alone.
func chain(elements int, fused bool) string { return chainOf("tg.alone", elements, fused) }

// chainOf is ten ops, one of them in the midst of the others, perhaps in a fusion.
func chainOf(op string, elements int, fused bool) string {
	t := fmt.Sprintf("tensor<%dxf32>", elements)
	var body strings.Builder
	for i, name := range strings.Fields("tg.neg tg.abs tg.exp tg.neg " + op + " tg.abs tg.sqrt tg.neg tg.relu tg.floor") {
		fmt.Fprintf(&body, "  %%%d = %s %%%d : %s\n", i+1, name, i, t)
	}
	if fused {
		return fmt.Sprintf("func.func @main(%%x: %s) -> %[1]s {\n%%r = tg.fusion (%%0 = %%x) : (%[1]s) -> %[1]s {\n%s  tg.yield %%10 : %[1]s\n}\nreturn %%r : %[1]s\n}\n", t, &body)
	}
	return strings.Replace(fmt.Sprintf("func.func @main(%%x: %s) -> %[1]s {\n%s  return %%10 : %[1]s\n}\n", t, &body), "%0 ", "%x ", 1)
}

func run(t *testing.T, module *ir.Op, elements int) *interp.Result {
	t.Helper()
	p, err := interp.NewModule(module).Program("main")
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run([]*tensor.Tensor{tensor.Random(tensor.F32, []int{elements}, 1)}, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func parse(t *testing.T, text string) *ir.Op {
	t.Helper()
	module, err := agree.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// fuse-elementwise leaves an op alone that cannot run tile by tile, and fuses
// what comes before and after it.
func TestFusedAround(t *testing.T) {
	const elements = 5000
	before := parse(t, chain(elements, false))
	after, err := agree.Optimised(before, "fuse-elementwise")
	if err != nil {
		t.Fatal(err)
	}
	var fused []int
	alone := 0
	ir.Walk(after, func(o *ir.Op) ir.WalkAction {
		if o.Is(byItself) {
			alone++
		}
		if !o.Is(tg.Fusion) {
			return ir.Advance
		}
		ops := -1 // the yield
		for p := o.RegionAt(0).First().First(); p != nil; p = p.Next() {
			ops++
		}
		fused = append(fused, ops)
		return ir.Skip
	})
	if alone != 1 || fmt.Sprint(fused) != "[4 5]" {
		t.Errorf("%d new ops are outside of fusions of %d ops", alone, fused)
	}
	was, is := run(t, before, elements), run(t, after, elements)
	if !tensor.Equal(was.Outputs[0], is.Outputs[0]) {
		t.Error("fusing changes the result")
	}
	if len(is.Fallbacks) != 0 {
		t.Errorf("%s %s", is.Fallbacks[0].Op.Name(), is.Fallbacks[0].Why)
	}
	var stdout, stderr bytes.Buffer
	driver.Opt([]string{"--fuse-elementwise", "--remarks-filter=FuseElementwise", "-o", "-"}, strings.NewReader(chain(elements, false)), &stdout, &stderr)
	if want := "not fused: 'tg.alone' runs by itself"; !strings.Contains(stderr.String(), want) {
		t.Errorf("no remark says %q:\n%s", want, &stderr)
	}
}

// A fusion with such an op in it runs, and it is said that it gains nothing; its
// price is that of what is in it.
func TestFallback(t *testing.T) {
	const elements = 5000
	apart, fused := parse(t, chain(elements, false)), parse(t, chain(elements, true))
	was, is := run(t, apart, elements), run(t, fused, elements)
	if !tensor.Equal(was.Outputs[0], is.Outputs[0]) {
		t.Error("the fusion computes something else")
	}
	const why = "runs its ops one by one: 'tg.alone' runs by itself"
	if len(is.Fallbacks) != 1 || !is.Fallbacks[0].Op.Is(tg.Fusion) || is.Fallbacks[0].Why != why {
		t.Errorf("the fallbacks are %v", is.Fallbacks)
	}
	var stdout, stderr bytes.Buffer
	if status := driver.Run([]string{"--input=5000xf32=1"}, strings.NewReader(chain(elements, true)), &stdout, &stderr); status != 0 {
		t.Fatalf("status %d: %s", status, &stderr)
	}
	if want := "<stdin>:2:6: warning: 'tg.fusion' op " + why + "\n"; !strings.HasPrefix(stderr.String(), want) {
		t.Errorf("tg-run says %q, want %q", &stderr, want)
	}
	m, err := cost.Named("cpu", 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	if one, all := m.Function(apart, "main"), m.Function(fused, "main"); all < one || all > 1.1*one {
		t.Errorf("the fusion is to take %g s, its ops %g s", all, one)
	}
}

// BenchmarkChain is what fusing around the op is worth: `predicted-ms` is what
// the model of the cpu says, for more workers than one.
func BenchmarkChain(b *testing.B) {
	const elements = 4 << 20
	m, err := cost.Named("cpu", 1<<20)
	if err != nil {
		b.Fatal(err)
	}
	x := []*tensor.Tensor{tensor.Random(tensor.F32, []int{elements}, 1)}
	for _, tt := range []struct {
		name, passes string
		fused        bool
	}{{"apart", "", false}, {"fuse-elementwise", "fuse-elementwise", false}, {"one fusion", "", true}} {
		b.Run(tt.name, func(b *testing.B) {
			module, err := agree.Parse(chain(elements, tt.fused))
			if err == nil {
				err = agree.Optimise(module, tt.passes, 1)
			}
			if err != nil {
				b.Fatal(err)
			}
			p, err := interp.NewModule(module).Program("main")
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := p.Run(x, interp.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(1e3*m.Function(module, "main"), "predicted-ms")
		})
	}
}
