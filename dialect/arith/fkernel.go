package arith

import (
	"slices"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/tensor"
)

// At run time floats are f16, bf16, f32 and f64, all of which a float64 holds
// exactly.

// floatStep runs the binary kernel of that name.
func floatStep(name string) func(*interp.Site) (interp.Step, error) {
	return func(s *interp.Site) (interp.Step, error) {
		run, err := kernel.ResolveBinary(name, s.In[0].DType, s.In[0].Shape, s.In[1].Shape, s.Out[0].Shape)
		return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
			run(out[0], in[0], in[1])
			return nil
		}}, err
	}
}

// eachFloat computes every element of the result from the elements at its place;
// a scalar among tensors is at every place.
func eachFloat(calc func(a, b float64) float64) func(*interp.Site) (interp.Step, error) {
	return func(s *interp.Site) (interp.Step, error) {
		return interp.Step{Work: oneByOne(s), Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
			one := in[1].Rank() == 0
			for i := range out[0].Len() {
				k := i
				if one {
					k = 0
				}
				out[0].SetFloat64(i, calc(in[0].Float64At(i), in[1].Float64At(k)))
			}
			return nil
		}}, nil
	}
}

// convertStep converts elements as the kernel does from one dtype to another;
// unsigned says to read or write integers as such.
func convertStep(unsigned bool) func(*interp.Site) (interp.Step, error) {
	twin := func(d tensor.DType) tensor.DType {
		if unsigned && slices.Contains([]tensor.DType{tensor.I8, tensor.I16, tensor.I32, tensor.I64}, d) {
			return d - tensor.I8 + tensor.U8
		}
		return d
	}
	return func(s *interp.Site) (interp.Step, error) {
		from, to := twin(s.In[0].DType), twin(s.Out[0].DType)
		run, err := kernel.ResolveConvert(from, to)
		return interp.Step{Run: func(_ *interp.Frame, out, in []*tensor.Tensor) error {
			run(tensor.Wrap(to, out[0].Shape(), out[0].Bytes()), tensor.Wrap(from, in[0].Shape(), in[0].Bytes()))
			return nil
		}}, err
	}
}
