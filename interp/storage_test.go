package interp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/dialect/builtin"
	fn "github.com/tg-opt/tg/dialect/func"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/parallel"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/parser"
	"github.com/tg-opt/tg/tensor"
)

// laid are ops that lay out their results in all ways.
var (
	laid      = ir.NewDialect("laid", "ops for tests")
	laidEnds  = laid.NewOp("laid.ends")  // each operand but its last, or first, element
	laidSwap  = laid.NewOp("laid.swap")  // two results, each where the other's operand was
	laidWorks = laid.NewOp("laid.works") // runs a region and notes workspaces
	laidLacks = laid.NewOp("laid.lacks")
	laidLies  = laid.NewOp("laid.lies")

	workspaces [][]byte // those that laid.works has seen, before and after its region
)

func init() {
	two := ir.Args(ir.Arg("x", ir.AnyTensor), ir.Arg("y", ir.AnyTensor))
	none := interp.Kernel.Of(func(*interp.Site) (interp.Step, error) { return interp.Step{}, nil })
	laidEnds.Define(ir.OpDef{Doc: "Views.", Operands: two, Results: two, Slots: ir.Slots{
		analysis.StorageOf.Of(func(*ir.Inference) analysis.Storage {
			return analysis.Storage{Views: []analysis.View{{Operand: 1}, {Operand: 0, Offset: 4}}}
		}),
		none,
	}})
	laidSwap.Define(ir.OpDef{Doc: "Results where operands were.", Operands: two, Results: two, Slots: ir.Slots{
		analysis.StorageOf.Of(func(*ir.Inference) analysis.Storage {
			return analysis.Storage{Takes: []analysis.Taking{{Result: 1, Operand: 0}, {Result: 0, Operand: 1}}}
		}),
		interp.Kernel.Of(func(*interp.Site) (interp.Step, error) {
			return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
				copy(out[1].Bytes(), in[0].Bytes())
				copy(out[0].Bytes(), in[1].Bytes())
				return nil
			}}, nil
		}),
	}})
	laidWorks.Define(ir.OpDef{Doc: "It has a workspace.", Attrs: []ir.AttrArg{{Name: "bytes", Is: ir.IsI64}}, Regions: []ir.RegionArg{{Name: "body"}}, Slots: ir.Slots{
		analysis.StorageOf.Of(func(in *ir.Inference) analysis.Storage {
			s := analysis.Storage{Handed: true}
			if n := int(in.Attr("bytes").Int()); n > 0 {
				s.Workspace = func(workers int) int { return n * workers }
			}
			return s
		}),
		interp.Kernel.Of(func(s *interp.Site) (interp.Step, error) {
			return interp.Step{Run: func(f *interp.Frame, _, _ []*tensor.Tensor) error {
				workspaces = append(workspaces, f.Workspace())
				_, err := s.Bodies[0].Run(f, nil)
				workspaces = append(workspaces, f.Workspace())
				return err
			}}, nil
		}),
	}})
	laidLacks.Define(ir.OpDef{Doc: "It does not say.", Slots: ir.Slots{none}})
	laidLies.Define(ir.OpDef{Doc: "It says what is not.", Operands: ir.Args(ir.Arg("x", ir.AnyTensor)), Results: ir.Args(ir.Arg("y", ir.AnyTensor)),
		Attrs: []ir.AttrArg{{Name: "operand", Is: ir.IsI64}}, Slots: ir.Slots{
			analysis.StorageOf.Of(func(in *ir.Inference) analysis.Storage {
				return analysis.Storage{Views: []analysis.View{{Operand: int(in.Attr("operand").Int()), Offset: 4}}}
			}),
			none,
		}})
}

// runLaid runs a function of these ops.
func runLaid(t *testing.T, text string, inputs ...string) (*interp.Result, error) {
	t.Helper()
	m, err := parser.Parse(ir.NewContext(builtin.Dialect, fn.Dialect, laid), []byte(text), parser.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.NewModule(m).Program("main")
	if err != nil {
		return nil, err
	}
	return p.Run(tensors(t, inputs), interp.Options{})
}

func TestViewsOfAnyOperand(t *testing.T) {
	r, err := runLaid(t, `func.func @main(%x: tensor<3xi32>, %y: tensor<3xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
	  %0:2 = "laid.ends"(%x, %y) : (tensor<3xi32>, tensor<3xi32>) -> (tensor<2xi32>, tensor<2xi32>)
	  return %0#0, %0#1 : tensor<2xi32>, tensor<2xi32>
	}`, "3xi32=[1,2,3]", "3xi32=[4,5,6]")
	if err != nil || tensor.Format(r.Outputs[0]) != "2xi32=4 5" || tensor.Format(r.Outputs[1]) != "2xi32=2 3" || r.PeakBytes != 0 {
		t.Errorf("%v, %v", r, err)
	}
}

func TestEachResultTakesOver(t *testing.T) {
	// The first op makes storage of its own, for nothing may take over that of inputs.
	r, err := runLaid(t, `func.func @main(%x: tensor<256xi32>, %y: tensor<256xi32>) -> (tensor<256xi32>, tensor<256xi32>) {
	  %0:2 = "laid.swap"(%x, %y) : (tensor<256xi32>, tensor<256xi32>) -> (tensor<256xi32>, tensor<256xi32>)
	  %1:2 = "laid.swap"(%0#0, %0#1) : (tensor<256xi32>, tensor<256xi32>) -> (tensor<256xi32>, tensor<256xi32>)
	  return %1#0, %1#1 : tensor<256xi32>, tensor<256xi32>
	}`, "256xi32=1", "256xi32=2")
	if err != nil || r.PeakBytes != 2048 {
		t.Errorf("%v, %v", r, err)
	}
}

func TestWorkspace(t *testing.T) {
	defer parallel.SetWorkers(parallel.Workers())
	parallel.SetWorkers(2)
	workspaces = nil
	r, err := runLaid(t, `func.func @main() {
	  "laid.works"() ({
	    "laid.works"() ({
	      "laid.works"() ({}) {bytes = 50} : () -> ()
	    }) {bytes = 0} : () -> ()
	    func.call @other() : () -> ()
	  }) {bytes = 100} : () -> ()
	  return
	}
	func.func @other() {
	  "laid.works"() ({}) {bytes = 100} : () -> ()
	  return
	}`)
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int
	for _, w := range workspaces {
		sizes = append(sizes, len(w))
	}
	if !slices.Equal(sizes, []int{200, 0, 100, 100, 0, 200, 200, 200}) {
		t.Errorf("workspaces have %v bytes", sizes)
	}
	if r.PeakBytes != 400 {
		t.Errorf("%d bytes are counted", r.PeakBytes)
	}
	if outer, after, callee := workspaces[0], workspaces[7], workspaces[5]; &outer[0] != &after[0] || &outer[0] == &callee[0] {
		t.Error("a step does not keep the workspace that it has, alone")
	}
}

func TestFalseStorage(t *testing.T) {
	for text, want := range map[string]string{
		`"laid.lacks"() : () -> ()`: "it has a kernel, but does not fill the slot analysis.StorageOf",
		`%0 = "laid.lies"(%x) {operand = 1} : (tensor<3xi32>) -> tensor<3xi32>`: "of operands or results that it does not have",
		`%0 = "laid.lies"(%x) {operand = 0} : (tensor<3xi32>) -> tensor<3xi32>`: "that a result is 12 bytes of operand #0 from byte 4 on, but that has 12",
	} {
		_, err := runLaid(t, "func.func @main(%x: tensor<3xi32>) {\n"+text+"\nreturn\n}", "3xi32=[1,2,3]")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// The caller says where results are, and with what memory they are computed.
func TestEvaluateInto(t *testing.T) {
	m := module(t, `func.func @main(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<2x2xi32> {
	  %0 = tg.sub %x, %y : tensor<4xi32>
	  %1 = tg.reshape %0 : (tensor<4xi32>) -> tensor<2x2xi32>
	  return %1 : tensor<2x2xi32>
	}`)
	ops := map[string]*ir.Op{}
	ir.Walk(m, func(o *ir.Op) ir.WalkAction {
		ops[o.Name()] = o
		return ir.Advance
	})
	in := tensors(t, []string{"4xi32=[5,6,7,8]", "4xi32=[1,2,3,4]"})
	if err := interp.EvaluateInto(ops["tg.sub"], in, in[1:], nil); err != nil || tensor.Format(in[1]) != "4xi32=4 4 4 4" {
		t.Errorf("%v, %v", in[1], err)
	}
	if err := interp.EvaluateInto(ops["tg.sub"], in, tensors(t, []string{"3xi32=0"}), nil); err == nil || !strings.Contains(err.Error(), "not of its types") {
		t.Error(err)
	}
	if err := interp.EvaluateInto(ops["tg.reshape"], in[:1], tensors(t, []string{"2x2xi32=0"}), nil); err == nil || !strings.Contains(err.Error(), "nothing runs") {
		t.Error(err)
	}
}
