package complete

import (
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/cost"
	"github.com/tg-opt/tg/driver"
	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/fusion"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Nothing is missing of any op.
func TestEveryOp(t *testing.T) {
	dialects := driver.NewContext().Dialects()
	for _, d := range dialects {
		if d.Doc == "" {
			t.Errorf("dialect %s has no documentation", d.Name)
		}
		for _, def := range d.Ops() {
			for _, problem := range Dialects(dialects).Problems(def) {
				t.Errorf("%s: %s", def.Name(), problem)
			}
			timing, _ := cost.Timed.Get(def)
			if timing.Overhead.Op != "" && cost.CPU().Overheads[def.Name()] == 0 {
				t.Errorf("cost/cpu.profile does not know the overhead of %s: run tg-run --calibrate", def.Name())
			}
			for _, f := range timing.Functions {
				if cost.CPU().Calls[f.Name] == 0 && !inParts(dialects, def) {
					t.Errorf("cost/cpu.profile does not know the speed of %s: run tg-run --calibrate", f.Name)
				}
			}
		}
	}
}

// inParts reports whether an op is priced by what it consists of where a profile does not know it.
func inParts(ds Dialects, def *ir.OpDef) bool {
	p := &inspection{dialects: ds, def: def}
	return p.example() && len(cost.WorkOf(ir.InferenceOf(p.ops[0])).Parts) > 0
}

// What is missing is told.
func TestMissing(t *testing.T) {
	good := ir.OpDef{
		Doc: "Does something.", Operands: ir.Args(ir.Arg("x", ir.AnyTensor)), Results: ir.Args(ir.Arg("y", ir.AnyTensor)), Traits: ir.Pure | ir.SameTypes,
		Format:  "$x attr-dict `:` same-type",
		Example: "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = d.op %x : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}",
	}
	for _, c := range []struct {
		want   string
		change func(*ir.OpDef)
	}{
		{"interp.Kernel: fill the slot", func(*ir.OpDef) {}},
		{"analysis.StorageOf: fill the slot", func(d *ir.OpDef) {
			d.Slots = ir.Slots{interp.Kernel.Of(func(*interp.Site) (interp.Step, error) { return interp.Step{}, nil })}
		}},
		{"OpDef.Doc: write sentences", func(d *ir.OpDef) { d.Doc = "Something" }},
		{"OpDef.Example: write a module that is valid", func(d *ir.OpDef) { d.Example = "func.func" }},
		{"OpDef.Example: use the op", func(d *ir.OpDef) { d.Example = "module {}" }},
		{"OpDef.Infer: return an error", func(d *ir.OpDef) {
			d.Infer = func(in *ir.Inference) ([]*ir.Type, error) { return in.Operands[3:4], nil }
		}},
		{"OpDef.Infer: say what is wrong", func(d *ir.OpDef) {
			d.Infer = func(in *ir.Inference) ([]*ir.Type, error) { return nil, silent{} }
		}},
		{"the verifier does not look at anything", func(d *ir.OpDef) { d.Verify = func(*ir.Op) error { return nil } }},
		{"OpDef.Verify and VerifyRegions: return an error for what structure", func(d *ir.OpDef) {
			d.Verify = func(o *ir.Op) error { return map[bool]error{false: nil}[o.Operand(0).Type().Shape()[0] > 9] }
		}},
		{"cost.Timed: fill the slot with the function 'op'", func(d *ir.OpDef) { d.Slots = ir.Slots{cost.Model.Of(cost.Calls("op"))} }},
		{"costs nothing", func(d *ir.OpDef) { d.Slots = ir.Slots{cost.Model.Of(cost.Nothing)} }},
	} {
		d := ir.NewDialect("d", "A dialect.")
		op, def := d.NewOp("d.op"), good
		c.change(&def)
		op.Define(def)
		problems := strings.Join(append(Dialects(driver.NewContext().Dialects()), d).Problems(op), "\n")
		if !strings.Contains(problems, c.want) {
			t.Errorf("no problem says %q, but\n%s", c.want, problems)
		}
	}
}

// A kernel that computes otherwise on many elements than on one, or than in a fusion, is found.
func TestReference(t *testing.T) {
	step := func(by func(elements int) float32) ir.SlotValue {
		return interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
			return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
				to := tensor.Data[float32](out[0])
				for i := range to {
					to[i] = by(len(to))
				}
				return nil
			}}, nil
		})
	}
	zeros := interp.Tile.Of(func(*interp.Site) (fusion.Node, error) {
		return fusion.Node{Kind: fusion.Elementwise, Blocks: kernel.Blocks{Unary: func(out, _ []byte) { clear(out) }}}, nil
	})
	for _, c := range []struct {
		want string
		by   func(elements int) float32
	}{
		{"", func(int) float32 { return 0 }},
		{"among others", func(n int) float32 { return float32(min(n, 2)) }},
		{"in a fusion computes", func(int) float32 { return 1 }},
	} {
		d := ir.NewDialect("d", "A dialect.")
		op := d.NewOp("d.op")
		f32 := ir.TypeConstraint{Desc: "tensor of f32", Ok: func(t *ir.Type) bool { return t.IsRankedTensor() && t.Elem() != nil && t.Elem().String() == "f32" }}
		op.Define(ir.OpDef{
			Doc: "Does something.", Operands: ir.Args(ir.Arg("x", f32)), Results: ir.Args(ir.Arg("y", f32)), Traits: ir.Pure | ir.SameTypes | ir.Elementwise,
			Format:  "$x attr-dict `:` same-type",
			Example: "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = d.op %x : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}",
			Slots: ir.Slots{
				cost.Model.Of(cost.Elementwise),
				zeros,
				analysis.StorageOf.Of(analysis.ElementwiseStorage),
				step(c.by),
			},
		})
		problems := strings.Join(append(Dialects(driver.NewContext().Dialects()), d).Problems(op), "\n")
		if c.want == "" && problems != "" || !strings.Contains(problems, c.want) {
			t.Errorf("no problem says %q, but\n%s", c.want, problems)
		}
	}
}

// A kernel is compared with the reference of its op.
func TestOwnReference(t *testing.T) {
	copies := interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
		return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
			copy(out[0].Bytes(), in[0].Bytes())
			return nil
		}}, nil
	})
	for _, c := range []struct {
		want string
		of   opgen.Reference
	}{
		{"", func(_ *ir.Op, in, out []*tensor.Tensor) bool { return copy(out[0].Bytes(), in[0].Bytes()) >= 0 }},
		{"compute the same: ", func(*ir.Op, []*tensor.Tensor, []*tensor.Tensor) bool { return true }},
		{"only 0 of 200 random instances", func(*ir.Op, []*tensor.Tensor, []*tensor.Tensor) bool { return false }},
	} {
		d := ir.NewDialect("d", "A dialect.")
		op := d.NewOp("d.op")
		op.Define(ir.OpDef{
			Doc: "Does something.", Operands: ir.Args(ir.Arg("x", ir.AnyTensor)), Results: ir.Args(ir.Arg("y", ir.AnyTensor)), Traits: ir.Pure | ir.SameTypes,
			Format:  "$x attr-dict `:` same-type",
			Example: "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = d.op %x : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}",
			Slots: ir.Slots{
				opgen.InstanceOf.Of(opgen.Instance{}),
				opgen.ReferenceOf.Of(c.of),
				analysis.StorageOf.Of(analysis.OwnStorage),
				copies,
			},
		})
		problems := strings.Join(append(Dialects(driver.NewContext().Dialects()), d).Problems(op), "\n")
		if c.want == "" && problems != "" || !strings.Contains(problems, c.want) {
			t.Errorf("no problem says %q, but\n%s", c.want, problems)
		}
	}
}

type silent struct{}

func (silent) Error() string { return "" }

// An op that does something else than it says of storage is found.
func TestStorage(t *testing.T) {
	type storage = func(*ir.Inference) analysis.Storage
	copies := func(f *interp.Frame, out, in []*tensor.Tensor) error {
		copy(out[0].Bytes(), in[0].Bytes())
		return nil
	}
	reverses := func(f *interp.Frame, out, in []*tensor.Tensor) error {
		to, from := out[0].Bytes(), in[0].Bytes()
		n := in[0].DType().Size()
		for i := 0; i < len(to); i += n {
			copy(to[i:i+n], from[len(from)-i-n:])
		}
		return nil
	}
	workspace := func(*ir.Inference) analysis.Storage {
		return analysis.Storage{Workspace: func(workers int) int { return 8 * workers }}
	}
	for _, c := range []struct {
		want    string
		storage storage
		run     func(f *interp.Frame, out, in []*tensor.Tensor) error
	}{
		{"", analysis.OwnStorage, copies},
		{"", analysis.ElementwiseStorage, copies},
		{"", analysis.Viewing, nil},
		{"", analysis.OwnStorage, reverses},
		{"in the place of operand #0: result #0 is another one then", analysis.ElementwiseStorage, reverses},
		{"there is neither a region nor a callee", analysis.HandedStorage, copies},
		{"operand #1 from byte 0 on", func(*ir.Inference) analysis.Storage { return analysis.Storage{Views: []analysis.View{{Operand: 1}}} }, nil},
		{"there is no result #1", func(*ir.Inference) analysis.Storage { return analysis.Storage{Takes: []analysis.Taking{{Result: 1}}} }, copies},
		{"but nothing takes over storage", func(*ir.Inference) analysis.Storage {
			return analysis.Storage{Views: []analysis.View{{}}, Takes: []analysis.Taking{{}}}
		}, nil},
		{"depends on what its storage or the workspace held", analysis.OwnStorage, func(_ *interp.Frame, out, in []*tensor.Tensor) error {
			if b := out[0].Bytes(); len(b) > 0 {
				copy(b[1:], in[0].Bytes()[1:])
			}
			return nil
		}},
		{"depends on what its storage or the workspace held", workspace, func(f *interp.Frame, out, in []*tensor.Tensor) error {
			copy(out[0].Bytes(), in[0].Bytes())
			out[0].Bytes()[0] = f.Workspace()[7]
			return nil
		}},
		{"operand #0 is changed where nothing takes it over", analysis.OwnStorage, func(_ *interp.Frame, out, in []*tensor.Tensor) error {
			copy(out[0].Bytes(), in[0].Bytes())
			in[0].Bytes()[0] ^= 1
			return nil
		}},
		{"", workspace, func(f *interp.Frame, out, in []*tensor.Tensor) error {
			w := f.Workspace()
			for from, to := in[0].Bytes(), out[0].Bytes(); len(from) > 0; {
				n := copy(w, from)
				to, from = to[copy(to, w[:n]):], from[n:]
			}
			return nil
		}},
	} {
		d := ir.NewDialect("d", "A dialect.")
		op := d.NewOp("d.op")
		op.Define(ir.OpDef{
			Doc: "Does something.", Operands: ir.Args(ir.Arg("x", ir.AnyTensor)), Results: ir.Args(ir.Arg("y", ir.AnyTensor)), Traits: ir.Pure | ir.SameTypes,
			Format:  "$x attr-dict `:` same-type",
			Example: "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = d.op %x : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}",
			Slots: ir.Slots{
				opgen.InstanceOf.Of(opgen.Instance{}),
				analysis.StorageOf.Of(c.storage),
				interp.Kernel.Of(func(*interp.Site) (interp.Step, error) { return interp.Step{Run: c.run}, nil }),
			},
		})
		p := &inspection{dialects: append(Dialects(driver.NewContext().Dialects()), d), def: op}
		p.example()
		p.storage()
		problems := strings.Join(p.problems, "\n")
		if c.want == "" && problems != "" || !strings.Contains(problems, c.want) {
			t.Errorf("no problem says %q, but\n%s", c.want, problems)
		}
	}
}
