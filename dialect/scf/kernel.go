package scf

import (
	"fmt"

	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/tensor"
)

// How the sequential ops are executed. Region i of an op is body i of its site.

// running is the step of an op whose results come from its bodies.
func running(run func(f *interp.Frame, in []*tensor.Tensor) ([]*tensor.Tensor, error)) (interp.Step, error) {
	return interp.Step{Run: func(f *interp.Frame, out, in []*tensor.Tensor) error {
		results, err := run(f, in)
		copy(out, results)
		return err
	}}, nil
}

func ifKernel(s *interp.Site) (interp.Step, error) {
	return running(func(f *interp.Frame, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
		body := s.Bodies[0]
		if in[0].Bytes()[0] == 0 {
			body = s.Bodies[1]
		}
		return body.Run(f, nil)
	})
}

func indexSwitchKernel(s *interp.Site) (interp.Step, error) {
	return running(func(f *interp.Frame, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
		return s.Bodies[caseOf(s.Op, in[0].Int64At(0))].Run(f, nil)
	})
}

func executeRegionKernel(s *interp.Site) (interp.Step, error) {
	return running(func(f *interp.Frame, _ []*tensor.Tensor) ([]*tensor.Tensor, error) {
		return s.Bodies[0].Run(f, nil)
	})
}

func whileKernel(s *interp.Site) (interp.Step, error) {
	return running(func(f *interp.Frame, state []*tensor.Tensor) ([]*tensor.Tensor, error) {
		for {
			passed, err := s.Bodies[0].Run(f, state)
			if err != nil {
				return nil, err
			}
			if passed[0].Bytes()[0] == 0 {
				return passed[1:], nil
			}
			if state, err = s.Bodies[1].Run(f, passed[1:]); err != nil {
				return nil, err
			}
		}
	})
}

func forKernel(s *interp.Site) (interp.Step, error) {
	width, signed := uint(64), s.Op.Attr(unsignedCmp) == nil
	if t := s.Op.Operand(0).Type(); !t.IsIndex() {
		width = uint(t.Width())
	}
	return running(func(f *interp.Frame, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
		state := in[3:]
		rounds, err := roundsOf(extended(in[0], width, signed), extended(in[1], width, signed), extended(in[2], width, true), signed)
		if err != nil {
			return nil, err
		}
		at := in[0]
		for ; rounds > 0; rounds-- {
			if state, err = s.Bodies[0].Run(f, append([]*tensor.Tensor{at}, state...)); err != nil {
				return nil, err
			}
			at = sum(at, in[2])
		}
		return state, nil
	})
}

// extended is an integer of a width with the bits above it as its sign, or the
// lack of one, demands.
func extended(t *tensor.Tensor, width uint, signed bool) int64 {
	shift := 64 - width
	v := t.Int64At(0) << shift
	if signed {
		return v >> shift
	}
	return int64(uint64(v) >> shift)
}

// roundsOf is how often a loop runs.
func roundsOf(lb, ub, step int64, signed bool) (uint64, error) {
	switch {
	case signed && lb >= ub, !signed && uint64(lb) >= uint64(ub):
		return 0, nil
	case step <= 0:
		return 0, fmt.Errorf("needs a step that is positive, but it is %d", step)
	}
	return (uint64(ub)-uint64(lb)-1)/uint64(step) + 1, nil
}

// sum adds integers of one dtype.
func sum(a, b *tensor.Tensor) *tensor.Tensor {
	out := tensor.New(a.DType())
	out.SetInt64(0, a.Int64At(0)+b.Int64At(0))
	return out
}
