package arith

import (
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/tensor"
)

// elementAt is element i of t as a number; elements of i1 and of integers have
// up to 64 bits at run time.
func elementAt(t *tensor.Tensor, i int) num {
	return newNum(t.DType().Bits(), uint64(t.Int64At(i)))
}

// setElement stores n as element i.
func setElement(t *tensor.Tensor, i int, n num) { t.SetInt64(i, int64(n.lo)) }

// oneByOne is the work of a kernel that calls a function for every element.
func oneByOne(s *interp.Site) int { return interp.WorkOf(append([]int{32}, s.Out[0].Shape...)...) }

// binaryStep computes each element from those at the same place. Where there is
// a kernel for whole bytes, that does it.
func binaryStep(s *interp.Site, fast string, calc func(a, b num) (num, error)) (interp.Step, error) {
	if fast != "" && s.Out[0].DType != tensor.Bool {
		run, err := kernel.ResolveBinary(fast, s.In[0].DType, s.In[0].Shape, s.In[1].Shape, s.Out[0].Shape)
		return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
			run(out[0], in[0], in[1])
			return nil
		}}, err
	}
	return interp.Step{Work: oneByOne(s), Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
		for i := range out[0].Len() {
			n, err := calc(elementAt(in[0], i), elementAt(in[1], i))
			if err != nil {
				return err
			}
			setElement(out[0], i, n)
		}
		return nil
	}}, nil
}

// unaryStep computes each element of the result from that of the operand.
func unaryStep(calc func(a num, w int) num) func(*interp.Site) (interp.Step, error) {
	return func(s *interp.Site) (interp.Step, error) {
		w := s.Out[0].DType.Bits()
		return interp.Step{Work: oneByOne(s), Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
			for i := range out[0].Len() {
				setElement(out[0], i, calc(elementAt(in[0], i), w))
			}
			return nil
		}}, nil
	}
}

// pairStep computes two results.
func pairStep(calc func(a, b num) (num, num)) func(*interp.Site) (interp.Step, error) {
	return func(s *interp.Site) (interp.Step, error) {
		return interp.Step{Work: oneByOne(s), Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
			for i := range out[0].Len() {
				first, second := calc(elementAt(in[0], i), elementAt(in[1], i))
				setElement(out[0], i, first)
				setElement(out[1], i, second)
			}
			return nil
		}}, nil
	}
}
