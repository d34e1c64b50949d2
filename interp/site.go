// Package interp executes functions: it compiles one to a program of resolved
// kernels with planned buffers, and runs that.
package interp

import (
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
// it returns nil, the regions are compiled.
var Prepare = ir.NewSlot[func(*ir.Op) any]("prepare")

// Branch is how a terminator with successors chooses: it returns the number of
// the successor that control goes to, given the values of the operands.
var Branch = ir.NewSlot[func(o *ir.Op, in []*tensor.Tensor) (int, error)]("branch")

// Runs reports whether programs may contain ops of d: there is a kernel, or it
// ends a block or region in a way that is known.
func Runs(d *ir.OpDef) bool {
	_, kernel := Kernel.Get(d)
	_, branch := Branch.Get(d)
	_, passes := analysis.Passes.Get(d)
	return kernel || branch || passes || d.Has(ir.ReturnLike)
}

// Spec is the dtype and the shape of a tensor.
type Spec struct {
	DType tensor.DType
	Shape []int
}

// Site is one op at one place of one program.
type Site struct {
	Op  *ir.Op
	In  []Spec // of each operand
	Out []Spec // of each result
	// Bodies are the compiled regions of the op, in order.
	Bodies []*Body
	// Prepared is what the slot Prepare has made, or nil.
	Prepared any
	// Callee is the function that a symbol name stands for at this op.
	Callee func(name string) (*Program, error)
}

// Step is one instruction of a program.
type Step struct {
	// Run computes out from in. The outputs have storage whose content is
	// arbitrary. Run must not keep the tensors.
	Run func(f *Frame, out, in []*tensor.Tensor) error
	// Work is how many steps (see Work) Run takes beyond one for each element of
	// the operands and the results, as far as the site tells. What only the run
	// tells, and what bodies do, counts by itself.
	Work int
	// Scratch is how many bytes Run allocates at most besides the results.
	Scratch int
	// InPlace lists operands whose storage result 0 may take over when they
	// die here and have its size.
	InPlace []int
	// View says that results are bytes of operand 0 with other shapes or dtypes:
	// no data moves and Run is nil. ViewAt is the byte at which each result
	// begins; nil for 0.
	View   bool
	ViewAt []int
	// Fallback says that the op is executed in another way than it is meant to,
	// which takes longer, and why: what stands behind the name of the op in a
	// sentence. Empty for no.
	Fallback string
	// Allocates says that Run sets out[i] itself, because results come from a
	// body or a call; the program reserves no storage for them.
	Allocates bool
}

// view is result i of a View of these bytes.
func (s *Step) view(i int, spec Spec, bytes []byte) (*tensor.Tensor, error) {
	size, err := spec.bytes()
	if err != nil {
		return nil, err
	}
	first := 0
	if s.ViewAt != nil {
		first = s.ViewAt[i]
	}
	return tensor.Wrap(spec.DType, spec.Shape, bytes[first:first+size]), nil
}
