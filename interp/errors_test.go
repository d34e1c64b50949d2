package interp_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/builtin"
	"github.com/tg-opt/tg/dialect/cf"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/dialect/tg"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

// Ops that fail in every way that an op can.
var (
	odd        = ir.NewDialect("odd", "ops for tests")
	oddRefuses = odd.NewOp("odd.refuses")
	oddFails   = odd.NewOp("odd.fails")
	oddPoints  = odd.NewOp("odd.points")
	oddNone    = odd.NewOp("odd.none")
	oddJump    = odd.NewOp("odd.jump")
	oddLost    = odd.NewOp("odd.lost")
	oddRun     = odd.NewOp("odd.run")
	oddMakes   = odd.NewOp("odd.makes")
	oddMirror  = odd.NewOp("odd.mirror")
	oddTwins   = odd.NewOp("odd.twins")
)

func init() {
	step := func(run func(f *interp.Frame, out, in []*tensor.Tensor) error) ir.Slots {
		return ir.Slots{
			analysis.StorageOf.Of(analysis.HandedStorage),
			interp.Kernel.Of(func(*interp.Site) (interp.Step, error) { return interp.Step{Run: run}, nil }),
		}
	}
	oddRefuses.Define(ir.OpDef{Doc: "Its kernel refuses it.", Slots: ir.Slots{
		analysis.StorageOf.Of(analysis.OwnStorage),
		interp.Kernel.Of(func(*interp.Site) (interp.Step, error) { return interp.Step{}, errors.New("is refused") }),
	}})
	oddFails.Define(ir.OpDef{Doc: "It fails when it runs.", Slots: step(func(*interp.Frame, []*tensor.Tensor, []*tensor.Tensor) error {
		return errors.New("has failed")
	})})
	oddPoints.Define(ir.OpDef{Doc: "It fails with a position of its own.", Slots: step(func(*interp.Frame, []*tensor.Tensor, []*tensor.Tensor) error {
		return fmt.Errorf("wrapped: %w", ir.Errorf(0, "no position at all"))
	})})
	oddNone.Define(ir.OpDef{Doc: "It has no kernel."})
	oddJump.Define(ir.OpDef{Doc: "It cannot decide.", Traits: ir.Terminator, Successors: 1,
		SuccessorOperands: func(*ir.Op, int) (int, int) { return 0, 0 },
		Slots:             ir.Slots{interp.Branch.Of(func(*ir.Op, []*tensor.Tensor) (int, error) { return 0, errors.New("cannot decide") })},
	})
	oddLost.Define(ir.OpDef{Doc: "It does not say how to choose.", Traits: ir.Terminator, Successors: 1,
		SuccessorOperands: func(*ir.Op, int) (int, int) { return 0, 0 },
	})
	oddRun.Define(ir.OpDef{Doc: "It gives its region no arguments.", Regions: []ir.RegionArg{{Name: "body"}}, Slots: ir.Slots{
		analysis.StorageOf.Of(analysis.HandedStorage),
		interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
			return interp.Step{Run: func(f *interp.Frame, _, _ []*tensor.Tensor) error {
				_, err := s.Bodies[0].Run(f, nil)
				return err
			}}, nil
		}),
	}})
	oddMakes.Define(ir.OpDef{Doc: "It makes a tensor of two elements.", Results: ir.Args(ir.Arg("out", ir.AnyTensor)), Slots: step(func(_ *interp.Frame, out, _ []*tensor.Tensor) error {
		out[0] = tensor.New(tensor.F32, 2)
		return nil
	})})
	operand := ir.Arg("x", ir.AnyTensor)
	oddMirror.Define(ir.OpDef{Doc: "The difference to the mirror image; the first operand may be overwritten.",
		Operands: ir.Args(operand, operand), Results: ir.Args(operand), Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.UpdatingStorage),
			interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
				return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					o, x, y := tensor.Data[int32](out[0]), tensor.Data[int32](in[0]), tensor.Data[int32](in[1])
					for i := range o {
						o[i] = x[i] - y[len(y)-1-i]
					}
					return nil
				}}, nil
			}),
		}})
	oddTwins.Define(ir.OpDef{Doc: "The first operand.", Operands: ir.Args(ir.Arg("x", ir.AnyTensor), ir.Arg("y", ir.AnyTensor)),
		Results: ir.Args(ir.Arg("out", ir.AnyTensor)), Traits: ir.Pure | ir.SameTypes, Slots: ir.Slots{
			analysis.StorageOf.Of(analysis.OwnStorage),
			interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
				return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
					copy(out[0].Bytes(), in[0].Bytes())
					return nil
				}}, nil
			}),
		}})
}

// An op whose types are all one has the shape of its operands at run time, which must agree then.
func TestSameTypesAtRunTime(t *testing.T) {
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, odd)
	m, err := parser.Parse(ctx, []byte(`func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
	  %0 = "odd.twins"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
	  return %0 : tensor<?xf32>
	}`), parser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.NewModule(m).Program("main")
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(tensors(t, []string{"2xf32=[1,2]", "2xf32=[3,4]"}), interp.Options{})
	if err != nil || tensor.Format(r.Outputs[0]) != "2xf32=1 2" {
		t.Errorf("%v, %v", r, err)
	}
	_, err = p.Run(tensors(t, []string{"2xf32=[1,2]", "3xf32=[3,4,5]"}), interp.Options{})
	if err == nil || !strings.Contains(err.Error(), "takes operands of one type, but operand #1 is of type 'tensor<3xf32>' at run time and operand #0 of type 'tensor<2xf32>'") {
		t.Error(err)
	}
}

// An operand that is read at other places than it is written is not
// overwritten because another operand that is the same value may be.
func TestSharedOperandIsNotOverwritten(t *testing.T) {
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, tg.Dialect, odd)
	m, err := parser.Parse(ctx, []byte(`func.func @main(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
	  %0 = tg.neg %x : tensor<4xi32>
	  %1 = "odd.mirror"(%0, %0) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
	  %2 = tg.neg %x : tensor<4xi32>
	  %3 = tg.add %2, %x : tensor<4xi32>
	  %4 = "odd.mirror"(%2, %3) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
	  return %1, %4 : tensor<4xi32>, tensor<4xi32>
	}`), parser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.NewModule(m).Program("main")
	if err != nil {
		t.Fatal(err)
	}
	r, err := p.Run(tensors(t, []string{"4xi32=[1,2,3,4]"}), interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"4xi32=3 1 -1 -3", "4xi32=-1 -2 -3 -4"} {
		if got := tensor.Format(r.Outputs[i]); got != want {
			t.Errorf("output #%d is %s, want %s", i, got, want)
		}
	}
}

func TestErrorsOfOps(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"the kernel refuses", `"odd.refuses"() : () -> ()`, "t.mlir:2:1: error: 'odd.refuses' op is refused"},
		{"the run fails", `"odd.fails"() : () -> ()`, "t.mlir:2:1: error: 'odd.fails' op has failed"},
		{"an error with a position keeps it", `"odd.points"() : () -> ()`, "<unknown>:0: error: no position at all"},
		{"no kernel", `"odd.none"() : () -> ()`, "t.mlir:2:1: error: 'odd.none' op cannot be executed: it has no kernel"},
		{"an unknown op", `"what.is"() : () -> ()`, "t.mlir:2:1: error: 'what.is' op cannot be executed: it has no kernel"},
		{"a branch that fails", "\"odd.jump\"()[^bb1] : () -> ()\n^bb1:", "t.mlir:2:1: error: 'odd.jump' op cannot decide"},
		{"a branch that nobody knows", "\"odd.lost\"()[^bb1] : () -> ()\n^bb1:", "t.mlir:2:1: error: 'odd.lost' op cannot be executed: the interpreter does not know this branch"},
		{"a region with the wrong arguments", "\"odd.run\"() ({\n^bb0(%x: tensor<f32>):\n  tg.yield\n}) : () -> ()",
			"t.mlir:2:1: error: 'odd.run' op a region with 1 arguments was given 0"},
		{"a region inside fails", "\"odd.run\"() ({\n  \"odd.fails\"() : () -> ()\n  tg.yield\n}) : () -> ()", "t.mlir:3:3: error: 'odd.fails' op has failed"},
		{"a result of another shape", `%0 = "odd.makes"() : () -> tensor<3xf32>`,
			"t.mlir:2:6: error: 'odd.makes' op makes a result #0 of type 'tensor<2xf32>' at run time, but its type is 'tensor<3xf32>'"},
		{"a result of another type", `%0 = "odd.makes"() : () -> tensor<2xf64>`,
			"t.mlir:2:6: error: 'odd.makes' op makes a result #0 of type 'tensor<2xf32>' at run time, but its type is 'tensor<2xf64>'"},
		{"a type that no value has", `%0 = "odd.makes"() : () -> tensor<2xcomplex<f16>>`,
			"t.mlir:2:6: error: 'odd.makes' op result #0 cannot hold a value of type 'tensor<2xcomplex<f16>>'"},
		{"a result without end", `%0 = "odd.makes"() : () -> tensor<4611686018427387904xf32>`,
			"t.mlir:2:6: error: 'odd.makes' op result #0 of type 'tensor<4611686018427387904xf32>' is too large"},
		{"a constant that no value is", `%0 = tg.constant dense<1> : tensor<2xi4>`, "t.mlir:2:6: error: 'tg.constant' op cannot hold a value of type 'tensor<2xi4>'"},
		{"a call of a declaration", `call @out() : () -> ()`, "t.mlir:5:1: error: function @out has no body to run"},
		{"a call of a function that cannot be run", `call @bad() : () -> ()`, "t.mlir:7:3: error: 'odd.none' op cannot be executed: it has no kernel"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := ir.NewContext(builtin.Dialect, cf.Dialect, fn.Dialect, tg.Dialect, odd)
			ctx.AllowUnregistered = true
			text := "func.func @main() {\n" + tt.body + "\nreturn\n}\nfunc.func private @out()\nfunc.func private @bad() {\n  \"odd.none\"() : () -> ()\n  return\n}"
			m, err := parser.Parse(ctx, []byte(text), parser.Options{Filename: "t.mlir"})
			if err == nil {
				err = ir.Verify(m)
			}
			if err != nil {
				t.Fatal(err)
			}
			p, err := interp.NewModule(m).Program("main")
			if err == nil {
				_, err = p.Run(nil, interp.Options{})
			}
			var d *ir.Diag
			if !errors.As(err, &d) {
				t.Fatalf("got %v, want an error with a position", err)
			}
			if got := ctx.Render(d); !strings.HasPrefix(got, tt.want) {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestModuleErrors(t *testing.T) {
	m := interp.NewModule(module(t, "func.func private @out()\nmodule @inner {}"))
	for name, want := range map[string]string{
		"gone": "there is no function @gone", "out": "function @out has no body to run", "inner": "@inner is not a function", "": "there is no function @",
	} {
		if _, err := m.Program(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", name, err, want)
		}
	}
}

// A function that cannot be compiled takes those that call it with it, also
// the one that was complete when the error came up.
func TestFailedCompilationLeavesNothing(t *testing.T) {
	m := interp.NewModule(module(t, `
	func.func @a(%x: tensor<f32>) -> tensor<f32> {
	  %0 = call @b(%x) : (tensor<f32>) -> tensor<f32>
	  %1 = call @out(%0) : (tensor<f32>) -> tensor<f32>
	  return %1 : tensor<f32>
	}
	func.func private @out(%x: tensor<f32>) -> tensor<f32>
	func.func @b(%x: tensor<f32>) -> tensor<f32> {
	  %0 = call @a(%x) : (tensor<f32>) -> tensor<f32>
	  return %0 : tensor<f32>
	}
	func.func @good(%x: tensor<f32>) -> tensor<f32> {
	  return %x : tensor<f32>
	}`))
	for _, name := range []string{"a", "b", "a"} {
		if _, err := m.Program(name); err == nil || !strings.Contains(err.Error(), "@out has no body") {
			t.Errorf("@%s: error %v", name, err)
		}
	}
	if _, err := m.Program("good"); err != nil {
		t.Error(err)
	}
}
