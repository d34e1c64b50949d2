package random

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tg-opt/tg/internal/opgen"
	"github.com/tg-opt/tg/internal/progen"
	"github.com/tg-opt/tg/interp"
	"github.com/tg-opt/tg/ir"
	"github.com/tg-opt/tg/tensor"
	"github.com/tg-opt/tg/test/agree"
)

// Under fp=fast results may differ by rounding. Programs are tame: they have
// ordinary inputs and constants, every value that they compute is returned, and
// a program of which one is not finite is left out.
func TestFastStaysWithinTolerance(t *testing.T) {
	tame(t, "fast", func(module *ir.Op, seed uint64, passes string) (int, error) {
		return checkFast(module, "main", seed, passes)
	})
}

// tame makes tame programs and calls check for each, with passes under a mode. It
// returns how many elements it compared, or what is wrong.
func tame(t *testing.T, mode string, check func(module *ir.Op, seed uint64, passes string) (compared int, err error)) {
	var compared, tried atomic.Int64
	each(t, 100, func(seed uint64) (string, bool) {
		tried.Add(1)
		module, err := agree.Parse(progen.Program(seed, progen.Options{Tame: true}))
		if err != nil {
			return err.Error(), false
		}
		passes := randomPipeline(seed, mode)
		n, err := check(module, seed, passes)
		compared.Add(int64(n))
		if err == nil {
			return "", true
		}
		return report(module, passes, err, func(m *ir.Op) error {
			_, err := check(m, seed, passes)
			return err
		}), false
	})
	if compared.Load() < tried.Load()*20 {
		t.Errorf("only %d elements of %d programs were compared", compared.Load(), tried.Load())
	}
}

const runLimit = 10 * time.Second

// checkFast compares a function before and after passes on ordinary inputs, and
// returns how many elements it compared.
func checkFast(module *ir.Op, name string, seed uint64, passes string) (compared int, err error) {
	inputs := ordinary(module, name, seed)
	if inputs == nil {
		return 0, nil
	}
	before := agree.Execute(module, name, inputs, runLimit)
	largest, ok := magnitude(before)
	if !ok {
		return 0, nil
	}
	after, err := agree.Optimised(module, passes)
	if err != nil {
		return 0, err
	}
	got := agree.Execute(after, name, inputs, runLimit)
	d := before.Difference(got, func(x, y *tensor.Tensor, k int) bool {
		compared++
		return near(x, y, k, largest)
	})
	if d != "" && !jumps(module, name, inputs, before, largest) {
		return compared, fmt.Errorf("%w%s changes what @%s computes of %v: %s", agree.ErrChanged, passes, name, inputs, d)
	}
	return compared, nil
}

// ordinary makes values for the parameters of a function from ordinary numbers; nil
// if there is none of that name that takes tensors only.
func ordinary(module *ir.Op, name string, seed uint64) []*tensor.Tensor {
	fn := ir.Symbols(module)[name]
	if fn == nil || fn.Name() != "func.func" || ir.SymbolVisibility(fn) != "public" || fn.RegionAt(0).Empty() || agree.Huge(fn) {
		return nil
	}
	g := &opgen.Generator{Rand: rand.New(rand.NewPCG(seed, 1)), Ctx: module.Context()}
	inputs := []*tensor.Tensor{}
	for _, t := range fn.Attr("function_type").Type().Inputs() {
		if _, err := interp.SpecOf(t); err != nil || !t.IsRankedTensor() || !t.IsStatic() || !fits(t) {
			return nil
		}
		inputs = append(inputs, g.Tensor(t, opgen.Ordinary))
	}
	return inputs
}

// fits reports whether a tensor has a million elements at most.
func fits(t *ir.Type) bool {
	n, ok := t.NumElements()
	return ok && n <= 1<<20
}

// magnitude is that of the largest number in the outputs; ok is false if one is
// not finite, or there was an error.
func magnitude(o agree.Outcome) (largest float64, ok bool) {
	if o.Err != nil {
		return 0, false
	}
	for _, x := range o.Outputs {
		if x.DType().IsComplex() {
			x = x.Parts()
		}
		for k := range x.Len() {
			if !x.DType().IsFloat() {
				break
			}
			v := math.Abs(x.Float64At(k))
			if v != v || math.IsInf(v, 0) {
				return 0, false
			}
			largest = max(largest, v)
		}
	}
	return largest, largest < 1e6
}

// tolerances are how far results may be apart, relative to the largest number
// that a program computes: a few digits less than the type has.
var tolerances = map[tensor.DType]float64{tensor.BF16: 0.1, tensor.F16: 0.02, tensor.F32: 1e-3, tensor.F64: 1e-8}

func near(x, y *tensor.Tensor, k int, largest float64) bool {
	if x.DType().IsComplex() {
		return near(x.Parts(), y.Parts(), 2*k, largest) && near(x.Parts(), y.Parts(), 2*k+1, largest)
	}
	if !x.DType().IsFloat() {
		return x.Int64At(k) == y.Int64At(k)
	}
	return math.Abs(x.Float64At(k)-y.Float64At(k)) <= tolerances[x.DType()]*max(1, largest)
}

// jumps reports whether the program itself gives another result when its inputs
// change by less than what is tolerated.
func jumps(module *ir.Op, name string, inputs []*tensor.Tensor, before agree.Outcome, largest float64) bool {
	for _, change := range []float64{1e-6, -1e-6} {
		var moved []*tensor.Tensor
		for _, x := range inputs {
			y := x.Clone()
			for k := range y.Len() {
				if y.DType().IsFloat() {
					y.SetFloat64(k, y.Float64At(k)*(1+change))
				}
			}
			moved = append(moved, y)
		}
		d := before.Difference(agree.Execute(module, name, moved, runLimit), func(x, y *tensor.Tensor, k int) bool { return near(x, y, k, largest) })
		if d != "" {
			return true
		}
	}
	return false
}
