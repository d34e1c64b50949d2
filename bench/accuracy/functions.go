package main

import (
	"fmt"

	"github.com/tg-opt/tg/internal/exact"
	"github.com/tg-opt/tg/internal/exact/trial"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/tensor"
)

// types are those that functions are measured in.
var types = []struct {
	dtype  tensor.DType
	format exact.Format
}{
	{tensor.F64, exact.F64}, {tensor.F32, exact.F32}, {tensor.F16, exact.F16}, {tensor.BF16, exact.BF16},
}

// all are the numbers of a type of 16 bits.
func all(d tensor.DType) []float64 {
	bits := tensor.New(d, 1<<16)
	for i := range bits.Len() {
		bits.Bytes()[2*i], bits.Bytes()[2*i+1] = byte(i), byte(i>>8)
	}
	return numbers(bits)
}

func numbers(t *tensor.Tensor) []float64 {
	list := make([]float64, t.Len())
	for i := range list {
		list[i] = t.Float64At(i)
	}
	return list
}

func tensorOf(d tensor.DType, values []float64) *tensor.Tensor {
	t := tensor.New(d, len(values))
	for i, v := range values {
		t.SetFloat64(i, v)
	}
	return t
}

// apply is what the kernel of a function gives; y is nil where it has one argument.
func apply(name string, d tensor.DType, x, y []float64) ([]float64, error) {
	out, shape := tensor.New(d, len(x)), []int{len(x)}
	if y == nil {
		f, err := kernel.ResolveUnary(name, d)
		if err != nil {
			return nil, err
		}
		f(out, tensorOf(d, x))
		return numbers(out), nil
	}
	f, err := kernel.ResolveBinary(name, d, shape, shape, shape)
	if err != nil {
		return nil, err
	}
	f(out, tensorOf(d, x), tensorOf(d, y))
	return numbers(out), nil
}

// batch is how many pairs are measured at once.
const batch = 100_000

// measure is the summary of a function in a type.
func measure(name string, d tensor.DType, format exact.Format, points, pairs int) (trial.Summary, error) {
	total := trial.Summary{}
	if exact.Binary(name) != nil {
		for seed := uint64(1); total.Count < pairs; seed++ {
			x, y := trial.ArgumentPairs(name, format, min(batch, pairs), seed)
			if err := add(&total, name, d, format, x, y); err != nil {
				return total, err
			}
		}
		return total, nil
	}
	x := trial.Arguments(name, format, points, 1)
	if d.Size() == 2 {
		x = all(d)
	}
	err := add(&total, name, d, format, x, nil)
	return total, err
}

// add measures results and counts them in.
func add(total *trial.Summary, name string, d tensor.DType, format exact.Format, x, y []float64) error {
	got, err := apply(name, d, x, y)
	if err != nil {
		return fmt.Errorf("%s of %v: %w", name, d, err)
	}
	total.Add(trial.Measure(name, format, x, y, got, nil))
	return nil
}
