package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/tg-opt/tg/internal/exact"
	"github.com/tg-opt/tg/internal/exact/trial"
	"github.com/tg-opt/tg/interp/kernel"
	"github.com/tg-opt/tg/tensor"
)

// complexTypes are those of complex numbers, with the format of their parts.
var complexTypes = []struct {
	dtype  tensor.DType
	format exact.Format
}{
	{tensor.C128, exact.F64}, {tensor.C64, exact.F32},
}

const complexIntroduction = `
## Functions of complex numbers

Arguments are pairs of special numbers, points closer and closer to zeros, poles and branch points, and to both sides of cuts, points beside the axes, the unit
circle and the curves on which a part of a result is small, those whose results leave the type, random bits, and random numbers. The error of a part is in
units in the last place of that part; where a part is a small difference, it is large while the error is small relative to the modulus: in units in the
last place of the greater part. What is promised is that one of both is small; "parts" counts the results of which a part is off by more than a unit.
`

// writeComplex has a table for each type.
func (o options) writeComplex(w io.Writer) error {
	fmt.Fprint(w, complexIntroduction)
	for _, t := range complexTypes {
		fmt.Fprintf(w, "\n### %v\n\n| function | points | error | at | | result | of a part | parts | of the modulus |\n|---|---:|---:|---|---|---|---:|---:|---:|\n", t.dtype)
		for _, name := range slices.Concat(trial.ComplexFunctions, trial.ComplexPairs) {
			s, err := measureComplex(name, t.dtype, t.format, o.points)
			if err != nil {
				return err
			}
			at, plain := fmt.Sprintf("%x", s.WorstBounded.Z), fmt.Sprintf("%v", s.WorstBounded.Z)
			if exact.ComplexPair(name) != nil {
				at, plain = at+fmt.Sprintf(", %x", s.WorstBounded.W), plain+fmt.Sprintf(", %v", s.WorstBounded.W)
			}
			fmt.Fprintf(w, "| complex %s | %d | %.3f | `%s` | %s | `%x` | %.3g | %d | %.3f |\n", name, s.Count, s.WorstBounded.Bounded(), at, plain, s.WorstBounded.Got, s.Worst.Error, s.Beyond, s.WorstRelative.Relative)
		}
	}
	return nil
}

// measureComplex is the summary of a function in a type.
func measureComplex(name string, d tensor.DType, format exact.Format, points int) (trial.ComplexSummary, error) {
	var z, w []complex128
	if exact.ComplexPair(name) != nil {
		z, w = trial.ComplexArgumentPairs(name, format, points, 1)
	} else {
		z = trial.ComplexArguments(name, format, points, 1)
	}
	got, err := applyComplex(name, d, z, w)
	if err != nil {
		return trial.ComplexSummary{}, fmt.Errorf("%s of %v: %w", name, d, err)
	}
	return trial.MeasureComplex(name, format, z, w, got, nil), nil
}

// applyComplex is what the kernel of a function gives; w is nil where it has one argument.
func applyComplex(name string, d tensor.DType, z, w []complex128) ([]complex128, error) {
	shape, result := []int{len(z)}, d
	if name == "abs" {
		result = d.Part()
	}
	out := tensor.New(result, len(z))
	if w == nil {
		f, err := kernel.ResolveUnary(name, d)
		if err != nil {
			return nil, err
		}
		f(out, complexTensor(d, z))
	} else {
		f, err := kernel.ResolveBinary(name, d, shape, shape, shape)
		if err != nil {
			return nil, err
		}
		f(out, complexTensor(d, z), complexTensor(d, w))
	}
	list := make([]complex128, len(z))
	for i := range list {
		list[i] = out.Complex128At(i)
	}
	return list, nil
}

func complexTensor(d tensor.DType, values []complex128) *tensor.Tensor {
	t := tensor.New(d, len(values))
	for i, v := range values {
		if d == tensor.C64 {
			tensor.Data[complex64](t)[i] = complex64(v)
		} else {
			tensor.Data[complex128](t)[i] = v
		}
	}
	return t
}
