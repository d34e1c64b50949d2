// Package interp executes functions: it compiles one to a program of resolved
// kernels with planned buffers, and runs that.
package interp

import (
	"fmt"

	"github.com/tg-opt/tg/analysis"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
)

// Kernel is how an op is executed. It is called once per op when a function
// is compiled, with every dtype and shape known, and returns the step that
// runs. An error is a sentence without the op's name.
var Kernel = ir.NewSlot[func(*Site) (Step, error)]("kernel")

// Prepare is filled by ops whose kernel may read the regions of the op itself.
// It makes what the kernel finds as Site.Prepared in the place of Bodies; where
// it returns nil, the regions are compiled. What it makes may have a method
// Storage that says what the slot analysis.StorageOf does, so that this need not
// be found out again.
var Prepare = ir.NewSlot[func(*ir.Op) any]("prepare")

// Branch is how a terminator with successors chooses: it returns the number of
// the successor that control goes to, given the values of the operands.
var Branch = ir.NewSlot[func(o *ir.Op, in []*tensor.Tensor) (int, error)]("branch")

// Inside is filled with true by ops that stand only in regions of prepared ones,
// whose kernels run them.
var Inside = ir.NewSlot[bool]("inside")

// Runs reports whether programs may contain ops of d: there is a kernel, it ends a
// block or region in a way that is known, or the kernel of the op around runs it.
func Runs(d *ir.OpDef) bool {
	_, kernel := Kernel.Get(d)
	_, branch := Branch.Get(d)
	_, passes := analysis.Passes.Get(d)
	inside, _ := Inside.Get(d)
	return kernel || branch || passes || inside || d.Has(ir.ReturnLike)
}

// Spec is the dtype and the shape of a tensor.
type Spec struct {
	DType tensor.DType
	Shape []int
}

// Site is one op at one place of one program.
type Site struct {
	Op  *ir.Op
	In  []Spec // of each operand, and behind them of what is captured
	Out []Spec // of each result
	// Bodies are the compiled regions of the op, in order.
	Bodies []*Body
	// Prepared is what the slot Prepare has made, or nil.
	Prepared any
	// Captured are the values from outside that the regions of the op use, if it is prepared: its
	// step gets them behind the operands.
	Captured []*ir.Value
	// Callee is the function that a symbol name stands for at this op.
	Callee func(name string) (*Program, error)
	// Storage is what the op says of its results in the slot analysis.StorageOf,
	// of these shapes.
	Storage analysis.Storage

	keeper *compiler      // of a program that keeps forms of operands; nil for none
	kept   []*keptOperand // by operand; nil for none
}

// Step is one instruction of a program.
type Step struct {
	// Run computes out from in. The outputs have storage whose content is
	// arbitrary, unless the op says in the slot analysis.StorageOf that they are
	// handed over: then Run sets out[i] itself. Where they are views, nothing runs,
	// and Run is nil. Run must not keep the tensors.
	Run func(f *Frame, out, in []*tensor.Tensor) error
	// Work is how many steps (see Work) Run takes beyond one for each element of
	// the operands and the results, as far as the site tells. What only the run
	// tells, and what bodies do, counts by itself.
	Work int
	// Fallback says that the op is executed in another way than it is meant to,
	// which takes longer, and why: what stands behind the name of the op in a
	// sentence. Empty for no.
	Fallback string
	// Reductions names the forms of reductions that Run executes (kernel.ReduceForm).
	Reductions []string
}

// view is the bytes of an operand as a result.
func view(v analysis.View, spec Spec, operand *tensor.Tensor) (*tensor.Tensor, error) {
	size, err := spec.bytes()
	if err != nil {
		return nil, err
	}
	bytes := operand.Bytes()
	if v.Offset < 0 || v.Offset > len(bytes)-size {
		return nil, fmt.Errorf("says in the slot analysis.StorageOf that a result is %d bytes of operand #%d from byte %d on, but that has %d", size, v.Operand, v.Offset, len(bytes))
	}
	return tensor.Wrap(spec.DType, spec.Shape, bytes[v.Offset:v.Offset+size]), nil
}

// typeOf is the type of an operand, or of what is captured.
func (s *Site) typeOf(i int) *ir.Type {
	if n := s.Op.NumOperands(); i >= n {
		return s.Captured[i-n].Type()
	}
	return s.Op.Operand(i).Type()
}

// storage asks the op where its results are.
func (s *Site) storage() (analysis.Storage, error) {
	var st analysis.Storage
	if p, ok := s.Prepared.(interface{ Storage() analysis.Storage }); ok {
		st = p.Storage()
	} else {
		of, _ := analysis.StorageOf.Get(s.Op.Def())
		in := ir.InferenceOf(s.Op)
		for i := range in.Operands {
			in.Operands[i] = s.In[i].TypeOf(in.Ctx, in.Operands[i])
		}
		for i, spec := range s.Out {
			in.Results[i] = spec.TypeOf(in.Ctx, in.Results[i])
		}
		st = of(in)
	}
	return st, st.Check(len(s.In)-len(s.Captured), len(s.Out))
}
